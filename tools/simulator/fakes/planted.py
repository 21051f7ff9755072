"""A bug that a test plants."""


class planted:
    """`with planted(owner, name, count):` call number `count` of that method raises."""

    def __init__(self, owner, name, count=0, error=ZeroDivisionError):
        self.owner = owner
        self.name = name
        self.left = count
        self.error = error
        self.good = getattr(owner, name)

    def __enter__(self):
        bug = self
        good = self.good

        def bad(*args, **named):
            if bug.left == 0:
                raise bug.error("planted in " + bug.name)
            bug.left -= 1
            return good(*args, **named)

        setattr(self.owner, self.name, bad)

    def __exit__(self, kind, error, trace):
        setattr(self.owner, self.name, self.good)
