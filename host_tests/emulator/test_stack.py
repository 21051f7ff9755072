"""The stack of the image keeps its room, however deep the firmware goes."""

from tools.bench import stack

HOST_ONLY = True


def test_at_its_deepest_the_stack_has_room_to_spare(image):
    for row in stack.rows():
        assert row["ok"], row
