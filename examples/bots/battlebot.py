#!/usr/bin/env python3
"""A bot of the battlebot protocol, version 1: plays noughts and crosses in a contest.

    python3 battlebot.py https://localhost:8443 NAME CONTEST [GAMES] [CERTIFICATE]

The certificate is for servers that made their own. Only the standard library is needed: the part
of the WebSocket protocol (RFC 6455) that it takes is written out below.
"""
import base64
import hashlib
import http.client
import json
import os
import random
import socket
import ssl
import sys
from urllib.parse import urlsplit

GAME = "noughtsandcrosses"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class WebSocket:
    def __init__(self, place, tls):
        connection = socket.create_connection((place.hostname, place.port))
        self.socket = tls.wrap_socket(connection, server_hostname=place.hostname)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /bots/{GAME} HTTP/1.1\r\nHost: {place.netloc}\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
            .encode())
        self.stream = self.socket.makefile("rb")
        if b" 101 " not in self.stream.readline():
            sys.exit("the server opens no WebSocket")
        while self.stream.readline() != b"\r\n":
            pass

    def send(self, opcode, payload):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([128 | opcode, 128 | size]) if size < 126 else \
            bytes([128 | opcode, 128 | 126]) + size.to_bytes(2, "big")
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.socket.sendall(head + mask + masked)

    def send_message(self, message):
        self.send(TEXT, json.dumps(message).encode())

    def receive_message(self):
        """The next message; None when the server closes."""
        while True:
            opcode, size = (byte & 127 for byte in self.stream.read(2))
            if size == 126:
                size = int.from_bytes(self.stream.read(2), "big")
            payload = self.stream.read(size)
            if opcode & 15 == TEXT:
                return json.loads(payload)
            if opcode & 15 == PING:
                self.send(PONG, payload)
            if opcode & 15 == CLOSE:
                self.send(CLOSE, payload)
                self.socket.close()
                return None


def register(place, tls, name):
    """The secret that proves the name; from a file, if it was registered before."""
    file = name + ".pass_hash"
    if os.path.exists(file):
        return open(file).read()
    server = http.client.HTTPSConnection(place.hostname, place.port, context=tls)
    server.request("POST", f"/bots/{GAME}", json.dumps({"bot_id": name, "owner": "example"}))
    answer = json.load(server.getresponse())
    if "error" in answer:
        sys.exit(answer["error"])
    with open(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600), "w") as out:
        out.write(answer["pass_hash"])
    return answer["pass_hash"]


def play(server, name, pass_hash, contest):
    """One game; its last state."""
    salt = server.receive_message()["salt"]
    login_hash = hashlib.sha256((pass_hash + salt).encode()).hexdigest()
    server.send_message({"bot_id": name, "login_hash": login_hash, "game": GAME, "contest": contest})
    if server.receive_message()["authentication"] != "OK":
        sys.exit("the server does not know us")
    state = {}
    while message := server.receive_message():
        state = message["state"]
        if state["complete"] or state["nextPlayer"] != name:
            continue
        mark = next(mark for mark, player in state["marks"].items() if player == name)
        free = [[row, column] for row in range(3) for column in range(3)
                if not state["board"][row][column]]
        server.send_message({"mark": mark, "space": random.choice(free)})
    return state


def main():
    address, name, contest, *more = sys.argv[1:]
    place = urlsplit(address)
    tls = ssl.create_default_context(cafile=more[1] if len(more) > 1 else None)
    pass_hash = register(place, tls, name)
    for _ in range(int(more[0]) if more else 1):
        state = play(WebSocket(place, tls), name, pass_hash, contest)
        print(state["victor"], state["reason"], flush=True)


main()
