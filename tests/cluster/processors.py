"""How long those of a test waited for a processor, as the kernel counts it: tells a program that is slow from a machine that has
other work to do. A table that was silent for longer than it may be is no fault of the program if its phone, a node or the
engine stood in the queue for as much of that time."""
import collections
import os
import threading
import time

EVERY, KEPT = 0.2, 120  # seconds


def waits(pid):
    """By thread, in nanoseconds since it began."""
    found = {}
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/schedstat", encoding="ascii") as text:
                found[int(thread)] = int(text.read().split()[1])
    except (OSError, IndexError, ValueError):
        pass  # it has just ended, or this kernel does not count
    return found


class Watch:
    """How long something takes, without the time in which those that take part stood in the queue for a processor: of each group of
    processes the thread that waited longest."""

    def __init__(self, **groups):
        self.groups = groups
        self.before, self.began = self.waited(), time.monotonic()

    def waited(self):
        return {name: {thread: n for pid in pids for thread, n in waits(pid).items()} for name, pids in self.groups.items()}

    def took(self):
        length = time.monotonic() - self.began
        queued = sum(max((n - self.before[name].get(thread, 0) for thread, n in threads.items()), default=0)
                     for name, threads in self.waited().items()) / 1e9
        return length - min(length, queued)


class Processors(threading.Thread):
    """`groups` gives the processes of each link of the chain, by name: a request goes through one of each at a time."""

    def __init__(self, groups):
        super().__init__(daemon=True)
        self.groups, self.samples, self.over = groups, collections.deque(maxlen=int(KEPT / EVERY)), threading.Event()

    def sample(self):
        self.samples.append((time.monotonic(), {name: {thread: n for pid in pids for thread, n in waits(pid).items()}
                                                for name, pids in self.groups().items()}))

    def run(self):
        while not self.over.is_set():
            try:
                self.sample()
            except (OSError, RuntimeError):
                pass
            time.sleep(EVERY)

    def waited(self, since, until, **threads):
        """Seconds between the two times, and never more than lie between them: of each group the thread that waited longest, or
        the one that is named, added up. What waited at the same time is counted twice, so it is the most that it can have been."""
        self.sample()
        samples = list(self.samples)
        before = next((each for at, each in reversed(samples) if at <= since), {})
        after = next((each for at, each in samples if at >= until), {})
        longest = {name: max((n - before.get(name, {}).get(thread, 0) for thread, n in counts.items()
                              if threads.get(name, thread) == thread), default=0) / 1e9 for name, counts in after.items()}
        return min(until - since, sum(longest.values())), {name: round(n, 2) for name, n in longest.items()}
