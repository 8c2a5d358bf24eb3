"""A server that stands by takes over when the network of the other one is cut, and the other one stops
when its network is back. Each is in a network namespace of its own, which needs root."""
import os
import shutil
import subprocess
import time

from server import skip
from standby_servers import Cluster, Server, wait_for_takeover

PREFIX = f"kbt{os.getpid()}"


def ip(*words):
    return subprocess.run(["ip", *words], check=True, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL)


class Network:
    """The namespaces db, a and b; a and b are connected to a bridge in db."""

    def __enter__(self):
        if os.geteuid() != 0 or not shutil.which("ip"):
            skip("network namespaces need root and the program ip (apt-get install iproute2)")
        self.names = [f"{PREFIX}{name}" for name in ("db", "a", "b")]
        db = self.names[0]
        try:
            for name in self.names:
                ip("netns", "add", name)
                ip("-n", name, "link", "set", "lo", "up")
            ip("-n", db, "link", "add", "bridge", "type", "bridge")
            ip("-n", db, "address", "add", "10.0.0.1/24", "dev", "bridge")
            ip("-n", db, "link", "set", "bridge", "up")
            for number, name in enumerate(self.names[1:]):
                port = f"port{number}"
                ip("-n", db, "link", "add", port, "type", "veth", "peer", "name", "wire", "netns", name)
                ip("-n", db, "link", "set", port, "master", "bridge", "up")
                ip("-n", name, "address", "add", f"10.0.0.{number + 2}/24", "dev", "wire")
                ip("-n", name, "link", "set", "wire", "up")
        except subprocess.CalledProcessError as error:
            self.__exit__()
            skip(f"no network namespaces can be made here: {error}")
        return self

    def __exit__(self, *_):
        for name in self.names:
            subprocess.run(["ip", "netns", "delete", name], check=False, stderr=subprocess.DEVNULL)

    def inside(self, number):
        return ("ip", "netns", "exec", self.names[number])

    def cut(self, number):
        """The wire is there for the server; nothing comes over it."""
        ip("-n", self.names[0], "link", "set", f"port{number - 1}", "nomaster")

    def mend(self, number):
        ip("-n", self.names[0], "link", "set", f"port{number - 1}", "master", "bridge")


def main():
    with Network() as network, Cluster(network.inside(0), "10.0.0.1") as cluster:
        with Server(cluster, inside=network.inside(1)) as first:
            first.wait_for("Ctrl-C ends it.")
            with Server(cluster, "--standby", inside=network.inside(2), key_of=first) as second:
                second.wait_for("standingBy")
                time.sleep(1)
                network.cut(1)
                print(f"taken over {wait_for_takeover(second):.1f} s after the cut")
                assert first.process.poll() is None
                network.mend(1)
                assert first.wait_for_end(30) == 1
                assert "another server has taken it over" in first.said, first.said
                assert second.process.poll() is None


main()
