"""How long tables were silent, and whether that was longer than a fault allows."""
import collections
import time

from client import check


class Bounds:
    """How long tables may be silent, and were."""

    def __init__(self, world):
        self.world, self.tried, self.worst, self.excused = world, collections.Counter(), collections.defaultdict(float), []

    def judge(self, fault, began, allowed, stuck):
        """The longest silence that has ended since, and whose it was."""
        self.tried[fault] += 1
        length, at, host = max(((length, at, host) for host in self.world.hosts for length, at in host.silences if at > began),
                               key=lambda silence: silence[0], default=(time.monotonic() - began, time.monotonic(), self.world.hosts[0]))
        self.worst[fault] = max(self.worst[fault], length)
        if length <= allowed and not stuck:
            return
        waited, where = self.world.processors.waited(at - length, at, phones=host.native_id)
        what = f"fault {sum(self.tried.values())}, {fault}: {length:.1f} s and not {allowed:.1f} s, at most {waited:.1f} s of them in the queue for a processor {where}"
        print(f"# {what}", flush=True)
        if length - waited <= allowed and not stuck:
            self.excused.append(what)
            return
        check(f"fault {sum(self.tried.values())}, {fault}: nobody waits longer than {allowed:.1f} s", False,
              "\n".join([what, f"stuck: {stuck}", *(f"{when - began:8.3f} {host.code} {said}" for when, said in list(host.diary)
                                                   if at - length - 0.1 <= when <= at + 0.1), *self.world.said()]))

    def tell(self):
        for name, count in sorted(self.tried.items()):
            print(f"# {name}: {count} times, longest silence {self.worst[name]:.1f} s")
        print(f"# {len(self.excused)} silences were too long because this machine had other work to do")
        check("this machine has time enough to judge", len(self.excused) <= 1 + sum(self.tried.values()) // 20, "\n".join(self.excused))
