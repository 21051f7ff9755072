"""Each host keeps what a host promises: here those that need no chip, and no Raspberry Pi."""

from fakes.bench import Bench
from fakes.disk import PlugPulled
from fakes.host_contract import check
from fakes.power import Power
from picogammon.devices.files import Files
from picogammon.host import Host
from portable import raises


def _bench():
    power = Power(4)
    power.shown = lambda shows: None
    return Bench(power), power


def test_the_bench_keeps_the_contract():
    host, power = _bench()
    check(host)
    assert power.disk.synced == 2


def test_what_was_waited_for_has_passed_and_what_runs_leaves():
    host, power = _bench()
    power.pass_time = lambda ms: setattr(power, "now", power.now + ms)
    seen = []

    async def work():
        began = host.ticks_ms()
        await host.pause(250)
        seen.append(host.passed(began))

    try:
        host.run(work(), lambda: seen.append("left"))
    except KeyboardInterrupt:
        pass
    assert seen[0] >= 250 and seen[1:] == ["left"]


def test_a_disk_of_the_bench_fails_and_loses_power():
    host, power = _bench()
    power.disk.fault = 0, 5, 9
    with raises(OSError):
        host.files.replace("a", (b"x",))
    power.disk.fault = None
    power.disk.cut = power.disk.steps
    with raises(PlugPulled):
        host.files.replace("a", (b"x",))


def test_a_runtimes_own_files_keep_the_contract_beside_others():
    """The rest of a host is the bench's."""
    host, _ = _bench()
    host.files = Files()
    check(host)


def test_a_host_by_itself_has_no_watchdog_but_a_chips():
    assert Host(None, Files()).watchdog is None
