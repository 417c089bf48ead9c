"""What must hold after all that was done: judged by the log that is left, and by what people were told and shown."""
import collections
import json


PAGE = 4000  # entries that are asked for at once: a long log takes long, and no question may


def log(server, room):
    """Entries as (seq, epoch, heads)."""
    found = []
    while True:
        rows = server.ask(f"select seq || ' ' || epoch || ' ' || encode(body, 'hex') from unisono.entry where room = {room}"
                          f" and seq > {found[-1][0] if found else 0} order by seq limit {PAGE}").splitlines()
        for row in rows:
            seq, epoch, body = row.split(" ")
            heads = [json.loads(line) for line in bytes.fromhex(body).decode().splitlines() if line.startswith(('{"base"', '{"change"'))]
            found.append((int(seq), int(epoch), heads))
        if len(rows) < PAGE:
            return found


def logs(server, codes):
    """By code."""
    rooms = dict(row.split(" ") for row in server.ask("select code || ' ' || room from unisono.room where state = 0").splitlines())
    return {code: log(server, rooms[code]) for code in codes if code in rooms}


def wrongs(server, hosts, onlookers):
    """What was promised and does not hold, by the promise; each list is to be empty."""
    found, wrong = logs(server, [host.code for host in hosts]), collections.defaultdict(list)
    shown = collections.defaultdict(set)
    for host in hosts:
        shown[host.code] |= host.shown
    for onlooker in onlookers:
        shown[onlooker.host.code] |= onlooker.shown
    for host in hosts:
        entries = found.get(host.code, [])
        numbers = [head["n"] for _, _, heads in entries for head in heads if head.get("by") == 1]
        times = collections.Counter(numbers)
        wrong["acknowledged, and not in the log"] += [(host.code, n) for n in host.acked if not times[n]]
        wrong["in the log twice"] += [(host.code, n) for n in times if times[n] > 1]
        wrong["refused, and in the log"] += [(host.code, n) for n in host.refused if times[n]]
        wrong["shown, and not in the log"] += [(host.code, n) for n in shown[host.code] if not times[n]]
        wrong["out of order"] += [host.code] if numbers != sorted(numbers) else []
        wrong["a log with a gap"] += [host.code] if [seq for seq, _, _ in entries] != list(range(1, len(entries) + 1)) else []
        wrong["an epoch that fell"] += [host.code] if any(b[1] < a[1] for a, b in zip(entries, entries[1:])) else []
        wrong["a table that is gone"] += [host.code] if not entries else []
    return {what: cases for what, cases in wrong.items() if cases}
