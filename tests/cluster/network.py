"""A network of its own for each node, below one of the test's own: links are cut, one way, slowed or pulled, and nothing else
on this machine notices. Needs root; there is no netem in every kernel, so what is slow is a link that loses what is too much."""
import os
import subprocess
import sys

HUB = "10.77.0.1"  # where the databases and the people are
INSIDE = "UNISONO_TEST_NETWORK"


def enter():
    """Goes on in a network of its own; False: not allowed to."""
    if os.environ.get(INSIDE):
        return True
    if os.geteuid() != 0 or subprocess.run(["unshare", "-n", "true"], check=False, capture_output=True).returncode != 0:
        return False
    os.environ[INSIDE] = "1"
    os.execvp("unshare", ["unshare", "-n", sys.executable, *sys.argv])


def do(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr}")


class Hub:
    def __init__(self):
        do("ip", "link", "set", "lo", "up")
        do("ip", "link", "add", "hub", "type", "bridge")
        do("ip", "address", "add", f"{HUB}/24", "dev", "hub")
        do("ip", "link", "set", "hub", "up")


class Place:
    """Where a node runs: an address, and a wire to the hub."""

    def __init__(self, number):
        self.address, self.wire = f"10.77.0.{10 + number}", f"wire{number}"
        self.keeper = subprocess.Popen(["unshare", "-n", "sleep", "infinity"])
        while os.readlink(f"/proc/{self.keeper.pid}/ns/net") == os.readlink("/proc/self/ns/net"):
            pass
        do("ip", "link", "add", self.wire, "type", "veth", "peer", "name", "eth0", "netns", str(self.keeper.pid))
        do("ip", "link", "set", self.wire, "master", "hub", "up")
        for command in (["link", "set", "lo", "up"], ["address", "add", f"{self.address}/24", "dev", "eth0"], ["link", "set", "eth0", "up"]):
            do(*self.inside("ip", *command))

        # A port that nobody listens on is refused as soon as there is a way.
        there = f"import socket\ntry: socket.create_connection(('{HUB}', 9), 0.2)\nexcept ConnectionRefusedError: raise SystemExit(0)\nexcept OSError: pass\nraise SystemExit(1)"
        for _ in range(100):
            if subprocess.run(self.inside(sys.executable, "-c", there), check=False).returncode == 0:
                return
        raise RuntimeError("there is no way to the hub")

    def inside(self, *command):
        return ["nsenter", "-t", str(self.keeper.pid), "-n", *command]

    def rules(self, *lines):
        """Packets that match are dropped; each line names the chain, in or out."""
        text = "flush ruleset\n"
        if lines:
            text += "table inet cut { chain in { type filter hook input priority 0; }; chain out { type filter hook output priority 0; }; }\n"
            text += "".join(f"add rule inet cut {line} drop\n" for line in lines)
        done = subprocess.run(self.inside("nft", "-f", "-"), input=text, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)

    def heal(self):
        self.rules()
        do("ip", "link", "set", self.wire, "up")

    def pull(self):
        do("ip", "link", "set", self.wire, "down")

    def cut_from(self, ports, ways=("in", "out")):
        """From the databases, by their ports."""
        listed = "{ " + ", ".join(str(port) for port in ports) + " }"
        self.rules(*(f"{way} tcp {'sport' if way == 'in' else 'dport'} {listed}" for way in ways))

    def cut_off(self, others, ways=("in", "out")):
        """From the other nodes."""
        listed = "{ " + ", ".join(other.address for other in others) + " }"
        self.rules(*(f"{way} ip {'saddr' if way == 'in' else 'daddr'} {listed}" for way in ways))

    def slow(self, rate="40 kbytes/second"):
        self.rules(f"in limit rate over {rate}", f"out limit rate over {rate}")

    def close(self):
        self.keeper.kill()
        self.keeper.wait()
