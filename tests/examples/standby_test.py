"""A server that stands by takes over when the other one is killed or has lost its log."""
import asyncio
import json

from server import PATIENCE, skip
from standby_servers import Cluster, Server, wait_for_takeover

try:
    import websockets
except ImportError as missing:
    skip(f"Python has no package {missing.name}")


async def ask(server, **message):
    address = server.http.replace("http", "ws") + "/arena"
    async with websockets.connect(address) as socket:
        await socket.send(json.dumps({**message, "id": 7}))
        while True:
            answer = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            if answer.get("id") == 7:
                return answer


def register(server, name):
    answer = asyncio.run(ask(server, type="register", name=name))
    assert answer["type"] == "registered", answer
    return answer["token"]


def check_known(server, tokens):
    for name, token in tokens.items():
        answer = asyncio.run(ask(server, type="hello", token=token))
        assert answer["type"] == "welcome" and answer["name"] == name, answer


def main():
    with Cluster() as cluster, Server(cluster) as first:
        first.wait_for("Ctrl-C ends it.")
        tokens = {"Ann": register(first, "Ann")}

        with Server(cluster, "--standby") as without_key:
            assert without_key.wait_for_end() == 1
            assert "Copy it from the server that has the log" in without_key.said, without_key.said
        with Server(cluster, key_of=first) as impatient:
            assert impatient.wait_for_end() == 1
            assert "another server has it" in impatient.said, impatient.said

        with Server(cluster, "--standby", key_of=first) as second:
            second.wait_for("standingBy")
            tokens["Bob"] = register(first, "Bob")
            first.process.kill()
            print(f"taken over {wait_for_takeover(second):.1f} s after kill -9")
            check_known(second, tokens)
            tokens["Eve"] = register(second, "Eve")

            # Its sessions with the database are cut, not its connections to clients: it must not
            # go on beside its successor, even if nobody does anything.
            with Server(cluster, "--standby", key_of=second) as third:
                third.wait_for("standingBy")
                cluster.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                              " WHERE application_name = 'kibitz' AND pid IN"
                              " (SELECT pid FROM pg_locks WHERE locktype = 'advisory')")
                print(f"taken over {wait_for_takeover(third):.1f} s after the lock was lost")
                assert second.wait_for_end(10) == 1
                assert "another server has taken it over" in second.said, second.said
                check_known(third, tokens)


main()
