"""A small websocket client for load generation: asyncio Protocol, counts bytes, parses only frame headers.

It does what a generator needs and no more: text/binary messages, fragments, ping/pong, optional
permessage-deflate.  Received payloads are handed to a callback as bytes.
"""

import asyncio
import base64
import os
import ssl as ssl_module
import struct
import zlib
from urllib.parse import urlsplit


class WsConnection(asyncio.Protocol):
    def __init__(self, on_message, deflate=False):
        self.on_message = on_message
        self.deflate = deflate
        self.bytes_in = 0
        self.messages_in = 0
        self.transport = None
        self.closed = False
        self._head = b""
        self._open = asyncio.get_running_loop().create_future()
        self._chunks = []
        self._have = 0
        self._need = 2
        self._fragments = None
        self._inflate = None

    # -- opening ---------------------------------------------------------------------------------
    @classmethod
    async def connect(cls, url, on_message, headers=None, deflate=False):
        parts = urlsplit(url)
        secure = parts.scheme == "wss"
        port = parts.port or (443 if secure else 80)
        loop = asyncio.get_running_loop()
        context = ssl_module.create_default_context() if secure else None
        _, conn = await loop.create_connection(lambda: cls(on_message, deflate), parts.hostname, port, ssl=context)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {parts.hostname}:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(),
            "Sec-WebSocket-Version: 13",
        ]
        if deflate:
            lines.append("Sec-WebSocket-Extensions: permessage-deflate")
        lines += [f"{k}: {v}" for k, v in (headers or {}).items()]
        conn.transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        await asyncio.wait_for(conn._open, 30)
        return conn

    def connection_made(self, transport):
        self.transport = transport

    def connection_lost(self, exc):
        self.closed = True
        if not self._open.done():
            self._open.set_exception(ConnectionError("closed while opening"))

    def _opening(self, data):
        self._head += data
        end = self._head.find(b"\r\n\r\n")
        if end < 0:
            return
        head, rest = self._head[:end], self._head[end + 4 :]
        status = head.split(b"\r\n", 1)[0]
        if b" 101" not in status:
            if not self._open.done():
                self._open.set_exception(ConnectionError(status.decode()))
            self.transport.close()
            return
        if b"permessage-deflate" in head.lower():
            self._inflate = zlib.decompressobj(-15)
        self._open.set_result(None)
        if rest:
            self._frames(rest)

    # -- receiving -------------------------------------------------------------------------------
    def data_received(self, data):
        if not self._open.done():
            self._opening(data)
            return
        self.bytes_in += len(data)
        if self._chunks:
            self._chunks.append(data)
            self._have += len(data)
            if self._have < self._need:
                return
            data = b"".join(self._chunks)
            self._chunks = []
        self._frames(data)

    def _frames(self, data):
        pos, size = 0, len(data)
        while True:
            left = size - pos
            if left < 2:
                self._need = 2
                break
            first, second = data[pos], data[pos + 1]
            length, start = second & 127, pos + 2
            if length == 126:
                if left < 4:
                    self._need = 4
                    break
                length, start = struct.unpack_from("!H", data, start)[0], start + 2
            elif length == 127:
                if left < 10:
                    self._need = 10
                    break
                length, start = struct.unpack_from("!Q", data, start)[0], start + 8
            if size - start < length:
                self._need = start - pos + length
                break
            self._frame(first, data[start : start + length])
            pos = start + length
        if pos < size:
            self._chunks = [data[pos:]]
            self._have = size - pos

    def _frame(self, first, payload):
        opcode = first & 15
        if opcode == 9:
            self._send_frame(0x8A, payload)
            return
        if opcode == 8:
            self.transport.close()
            return
        if opcode == 10:
            return
        if opcode in (1, 2):
            if not first & 0x80:
                self._fragments = [first, payload]
                return
        else:
            self._fragments.append(payload)
            if not first & 0x80:
                return
            first, payload = self._fragments[0] | 0x80, b"".join(self._fragments[1:])
            self._fragments = None
        if first & 0x40:
            payload = self._inflate.decompress(payload + b"\x00\x00\xff\xff")
        self.messages_in += 1
        self.on_message(self, payload)

    # -- sending ---------------------------------------------------------------------------------
    def _send_frame(self, first, payload):
        size = len(payload)
        if size < 126:
            head = bytes((first, 0x80 | size))
        elif size < 65536:
            head = struct.pack("!BBH", first, 0x80 | 126, size)
        else:
            head = struct.pack("!BBQ", first, 0x80 | 127, size)
        # A zero mask is legal and leaves the payload as it is: the generator saves the masking work.
        self.transport.write(head + b"\0\0\0\0" + payload)

    def send(self, text):
        if isinstance(text, str):
            self._send_frame(0x81, text.encode())
        else:
            self._send_frame(0x82, text)

    def close(self):
        if not self.closed:
            self._send_frame(0x88, b"\x03\xe8")
            self.transport.close()
