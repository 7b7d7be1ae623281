"""R rooms x (P seats + S spectators): sends actions and waits until every viewer of the room has seen each one.

closed mode   each room sends its next action as soon as all viewers have the last one: the ceiling.
paced mode    each room sends `rate` actions a second on a fixed timetable; latency counts from the timetable,
              so a server that falls behind cannot hide it.

The result is one JSON object on stdout.  Run it in its own process on its own core.
"""

import argparse
import asyncio
import json
import os
import resource
import time

import httpx
import uvloop

from benchmarks.load.adapters import ADAPTERS, READY
from benchmarks.load.wsclient import WsConnection


def percentile(values, share):
    return values[min(len(values) - 1, int(share * len(values)))] if values else None


def latency(values):
    values = sorted(values)
    return {"n": len(values)} | {
        f"p{int(p * 100)}_ms": round(1000 * percentile(values, p), 2) if values else None for p in (0.5, 0.95, 0.99)
    }


class Server:
    """CPU seconds and resident memory of the server's process tree, without the processes named as not its own."""

    def __init__(self, pid):
        self.pid = pid

    def _tree(self):
        found, waiting = [], [self.pid] if self.pid else []
        while waiting:
            pid = waiting.pop()
            found.append(pid)
            try:
                with open(f"/proc/{pid}/task/{pid}/children") as handle:
                    waiting += map(int, handle.read().split())
            except OSError:
                continue
        return found

    def cpu(self):
        total = 0
        for pid in self._tree():
            with open(f"/proc/{pid}/stat") as handle:
                fields = handle.read().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
        return total / os.sysconf("SC_CLK_TCK")

    def rss(self):
        pages = 0
        for pid in self._tree():
            with open(f"/proc/{pid}/statm") as handle:
                pages += int(handle.read().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


def busy_seconds():
    """Seconds each core has been busy with anything, from the kernel's counters."""
    tick = os.sysconf("SC_CLK_TCK")
    with open("/proc/stat") as handle:
        rows = [line.split() for line in handle if line.startswith("cpu") and line[3].isdigit()]
    return [(sum(map(int, row[1:9])) - int(row[4]) - int(row[5])) / tick for row in rows]


class Room:
    def __init__(self, load, handle):
        self.load, self.handle = load, handle
        self.viewers, self.actor = [], None
        self.version, self.pushes_expected, self.number = 0, 0, 0
        self.pending, self.missing, self.due = None, 0, 0.0
        self.done = asyncio.Event()

    def saw(self, conn, version):
        if self.pending is None or version < self.pending or conn.seen >= self.pending:
            return
        conn.seen = self.pending
        now = time.perf_counter()
        if self.load.measuring:
            self.load.each.append(now - self.due)
            if conn is self.actor:
                self.load.acked.append(now - self.due)
        self.missing -= 1
        if not self.missing:
            self.version, self.pending = self.pending, None
            if self.load.measuring:
                self.load.all.append(now - self.due)
            self.done.set()

    async def act(self, due):
        self.due, self.missing = due, len(self.viewers)
        self.done.clear()
        adapter = self.load.adapter
        # The answer may overtake the call's return where the action is an HTTP request.
        self.pending = self.version + 1
        result = adapter.act(self.actor, self.number, self.version)
        if not isinstance(result, int):
            await result
        self.number += 1
        await asyncio.wait_for(self.done.wait(), self.load.args.timeout)

    async def run(self, start, stop):
        rate = self.load.args.rate
        if self.load.args.mode == "closed":
            while time.perf_counter() < stop:
                await self.act(time.perf_counter())
            return
        turn = start + (self.load.rooms.index(self) / len(self.load.rooms)) / rate
        while turn < stop:
            wait = turn - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            await self.act(turn)
            turn += 1 / rate


class Load:
    def __init__(self, args):
        self.args = args
        self.measuring = False
        self.each, self.all, self.acked, self.rooms = [], [], [], []

    def on_message(self, conn, payload):
        what = self.adapter.received(conn, payload)
        if what is None:
            return
        if what is READY:
            if not conn.ready.done():
                conn.ready.set_result(None)
        elif what is True:
            conn.pushes += 1
            conn.room.saw(conn, conn.pushes)
        else:
            conn.room.saw(conn, what)

    async def viewer(self, room, seat):
        place = await self.adapter.join(room.handle, seat)
        url, headers = self.adapter.target(room.handle, place)
        loop = asyncio.get_running_loop()
        box = {}

        def on_message(conn, payload):
            if "conn" in box:
                self.on_message(conn, payload)
            else:
                box.setdefault("early", []).append(payload)

        conn = await WsConnection.connect(url, on_message, headers, self.args.deflate)
        conn.room, conn.place, conn.seat = room, place, seat
        conn.ready, conn.seen, conn.pushes = loop.create_future(), -1, 0
        if self.adapter.opened(conn) is READY:
            conn.ready.set_result(None)
        box["conn"] = conn
        for payload in box.get("early", []):
            self.on_message(conn, payload)
        conn.on_message = self.on_message
        await asyncio.wait_for(conn.ready, 60)
        room.viewers.append(conn)
        if seat == 0:
            room.actor = conn

    async def run(self):
        args = self.args
        server = Server(args.server_pid)
        async with httpx.AsyncClient(limits=httpx.Limits(max_connections=8), timeout=60) as http:
            self.adapter = ADAPTERS[args.adapter](args.url, http)
            rss = [server.rss()]
            started = time.perf_counter()
            for i in range(args.rooms):
                self.rooms.append(Room(self, await self.adapter.create_room(i, args.seats)))
            rss.append(server.rss())
            for at in range(0, len(self.rooms), 10):
                await asyncio.gather(*(self.seat_room(room) for room in self.rooms[at : at + 10]))
            await asyncio.sleep(0.3)
            rss.append(server.rss())
            setup = time.perf_counter() - started

            now = time.perf_counter()
            stop = now + args.warmup + args.seconds
            tasks = [asyncio.create_task(room.run(now, stop)) for room in self.rooms]
            await asyncio.sleep(args.warmup)
            conns = [c for room in self.rooms for c in room.viewers]
            before = self.snapshot(server, conns)
            self.measuring = True
            await asyncio.sleep(max(0, stop - time.perf_counter()))
            self.measuring = False
            after = self.snapshot(server, conns)
            results = await asyncio.gather(*tasks, return_exceptions=True)
            rss.append(server.rss())
            failed = [repr(r) for r in results if isinstance(r, Exception)]
            for conn in conns:
                conn.transport.abort()
            await asyncio.sleep(0)

        wall = after["t"] - before["t"]
        moves = len(self.all)
        seen = len(self.each)
        own = (after["own"] - before["own"]) / wall
        return {
            "adapter": args.adapter,
            "label": args.label,
            "rooms": args.rooms,
            "seats": args.seats,
            "spectators": args.spectators,
            "mode": args.mode,
            "rate": args.rate,
            "deflate": args.deflate,
            "connections": len(conns),
            "wall_s": round(wall, 2),
            "moves": moves,
            "moves_per_s": round(moves / wall, 1),
            "deliveries_per_s": round(seen / wall, 1),
            "ack": latency(self.acked),
            "viewer": latency(self.each),
            "all_viewers": latency(self.all),
            "bytes_per_move_per_viewer": round((after["bytes"] - before["bytes"]) / max(1, seen)),
            "server_cpu_s_per_1000_moves": round(1000 * (after["cpu"] - before["cpu"]) / max(1, moves), 3),
            "server_cpu_us_per_delivery": round(1e6 * (after["cpu"] - before["cpu"]) / max(1, seen), 1),
            "server_cpu_share": round((after["cpu"] - before["cpu"]) / wall, 2),
            "generator_cpu_share": round(own, 2),
            # busy time of all cores that neither the server nor the generator accounts for
            "foreign_cpu_share": round(
                (after["busy"] - before["busy"] - (after["cpu"] - before["cpu"])) / wall - own, 2
            ),
            "rss_mb": [round(r / 2**20, 1) for r in rss],
            "rss_kb_per_room": round((rss[1] - rss[0]) / 1024 / args.rooms, 1),
            "rss_kb_per_connection": round((rss[2] - rss[1]) / 1024 / max(1, len(conns)), 1),
            "setup_s": round(setup, 1),
            "failed": failed[:3],
            "failed_n": len(failed),
        }

    async def seat_room(self, room):
        for seat in [*range(self.args.seats), *([None] * self.args.spectators)]:
            await self.viewer(room, seat)

    @staticmethod
    def snapshot(server, conns):
        own = resource.getrusage(resource.RUSAGE_SELF)
        return {
            "t": time.perf_counter(),
            "busy": sum(busy_seconds()),
            "cpu": server.cpu(),
            "own": own.ru_utime + own.ru_stime,
            "bytes": sum(c.bytes_in for c in conns),
        }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adapter", required=True)
    parser.add_argument("--url", required=True)
    parser.add_argument("--label", default="")
    parser.add_argument("--rooms", type=int, default=1)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--spectators", type=int, default=2)
    parser.add_argument("--mode", choices=("closed", "paced"), default="closed")
    parser.add_argument("--rate", type=float, default=1.0, help="actions a second in each room (paced mode)")
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--warmup", type=float, default=1.5)
    parser.add_argument("--timeout", type=float, default=30)
    parser.add_argument("--deflate", action="store_true")
    parser.add_argument("--server-pid", type=int)
    parser.add_argument("--core", type=int, help="pin this process to a core")
    args = parser.parse_args()
    if args.core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {args.core})
    print(json.dumps(uvloop.run(Load(args).run())))


if __name__ == "__main__":
    main()
