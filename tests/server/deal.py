#!/usr/bin/env python3
"""A deal one can check, over real power cuts, in TAP: the server is killed with a sealed secret, with pledges on the table and
in the middle of the game; phones see the same seal, their parts are in, and the log that is exported afterwards is checked.

usage: deal.py UNISONO
"""
import glob
import hashlib
import json
import os
import subprocess
import sys

from guests import Guest, ends_in_order
from running import Place, Server, Tap

PROGRAM = os.path.abspath(sys.argv[1])


def hashed(text, *parts):
    return hashlib.sha256(text.encode() + b"".join(bytes.fromhex(part) for part in parts)).hexdigest()


class Phone(Guest):
    """Keeps what it has added to each seal, as phones do."""

    def __init__(self, server, name, code=None, part=None):
        super().__init__(server, name, code, deal=True)
        self.name, self.part, self.deal = name, part or os.urandom(32).hex(), {}

    def hear(self, seconds=0.0):
        heard = super().hear(seconds)
        if heard:
            self.deal = self.heard[-1].get("room", {}).get("deal", self.deal)
        return heard

    def until_deal(self, wanted, seconds=20):
        if not wanted(self.deal):
            self.until(lambda m: wanted(m.get("room", {}).get("deal", {})), seconds)
        return self.deal

    def offer(self, what, value):
        self.socket.send(json.dumps({"deal": what, "with": {"seal": self.deal["next"]["seal"], "value": value}}))

    def pledge(self):
        seal = self.until_deal(lambda d: d.get("next"))["next"]["seal"]
        self.offer("pledge", hashed("unisono pledge", seal, self.part))
        return seal

    def again(self, server, code):
        phone = Phone(server, self.name, code, self.part)
        phone.n = self.n
        phone.come_in()
        return phone


def cut(server, phones, code):
    server.kill()
    server.start()
    return [phone.again(server, code) for phone in phones]


def begin(phones):
    """Both pledge, the host begins, both show their parts; what was told before them."""
    for phone in phones:
        phone.pledge()
    n = phones[0].do("start")
    tables = [phone.until_deal(lambda d: d.get("next", {}).get("pledges"))["next"]["table"] for phone in phones]
    for phone in phones:
        phone.offer("part", phone.part)
    phones[0].answered(n)
    return tables


def main():
    tap = Tap()
    with Place() as folder:
        server = Server(PROGRAM, folder)
        server.start()
        ann = Phone(server, "ann-")
        code = ann.come_in()["welcome"]["room"]
        ben = Phone(server, "ben-", code)
        ben.come_in()
        phones = [ann, ben]
        for phone, name in zip(phones, ("Ann", "Ben")):
            phone.answered(phone.do("sit", name=name))
        seal = ann.pledge()
        phones = cut(server, phones, code)
        tap.check("killed with a sealed secret: the seal is the same", [phone.pledge() for phone in phones] == [seal, seal])
        n = phones[0].do("start")
        phones[0].until_deal(lambda d: d.get("next", {}).get("pledges"))
        phones = cut(server, phones, code)
        tap.check("killed with pledges on the table: still the same", phones[0].until_deal(lambda d: d.get("next"))["next"]["seal"] == seal)
        phones[0].n = n
        tables = begin(phones)
        game = phones[1].until_deal(lambda d: d.get("game"))["game"]
        tap.check("everybody's part is in",
                  game["seal"] == seal and [one["part"] for one in game["parts"]] == [phone.part for phone in phones] and not game["out"], game)
        tap.check("the table brings what was told before the parts", set(tables) == {game["table"]}, (tables, game))
        phones = cut(server, phones, code)
        after = phones[1].until_deal(lambda d: d.get("game"))["game"]
        tap.check("killed in the game: nothing of it has changed, and nothing was told", after == game and "secret" not in after, after)
        phones[0].answered(phones[0].do("lobby"))
        secret = phones[1].until_deal(lambda d: d.get("game", {}).get("secret"))["game"]["secret"]
        tap.check("what was sealed is shown when the game was left", hashed("unisono seal", secret) == seal)
        ends_in_order(tap, server, "the server")
        out = os.path.join(folder, "out")
        subprocess.run([PROGRAM, "export", "--all", "--store", server.store, out], check=True, capture_output=True)
        logs = sorted(glob.glob(os.path.join(out, "*.log")))
        checked = subprocess.run([PROGRAM, "verify", "--lexicon", server.lexicon, "--deal", *logs], capture_output=True, text=True, check=False)
        tap.check("its log can be checked", logs and checked.returncode == 0 and " 0 problems" in checked.stdout, checked.stdout + checked.stderr)
        for problem in (("the secret", '"secret":"'), ("a part", '"part":"')):
            with open(logs[0], encoding="utf-8") as file:
                text = file.read()
            at = text.index(problem[1]) + len(problem[1])
            with open(logs[0] + ".altered", "w", encoding="utf-8") as file:
                file.write(text[:at] + ("1" if text[at] == "0" else "0") + text[at + 1:])
            found = subprocess.run([PROGRAM, "verify", "--deal", logs[0] + ".altered"], capture_output=True, check=False).returncode
            tap.check(f"{problem[0]} cannot be altered", found == 1, found)
    tap.done()


main()
