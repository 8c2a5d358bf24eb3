"""Network namespaces with bridges between them whose wires can be cut, for tests and benchmarks. Needs
root."""
import os
import shutil
import subprocess

from server import skip

PREFIX = f"kbt{os.getpid()}"


def ip(*words):
    return subprocess.run(["ip", *words], check=True, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL)


class Network:
    """Namespaces of these names. They are connected with `connect`."""

    def __init__(self, *names):
        self.names = names
        self.ports = {}  # where the wire from a namespace to a bridge arrives

    def __enter__(self):
        if os.geteuid() != 0 or not shutil.which("ip"):
            skip("network namespaces need root and the program ip (apt-get install iproute2)")
        try:
            for name in self.names:
                ip("netns", "add", PREFIX + name)
                ip(*self.at(name), "link", "set", "lo", "up")
        except subprocess.CalledProcessError as error:
            self.__exit__()
            skip(f"no network namespaces can be made here: {error}")
        return self

    def __exit__(self, *_):
        for name in self.names:
            subprocess.run(["ip", "netns", "delete", PREFIX + name], check=False,
                           stderr=subprocess.DEVNULL)

    @staticmethod
    def at(name):
        """No name is the namespace of this process."""
        return ("-n", PREFIX + name) if name else ()

    @staticmethod
    def inside(name):
        return ("ip", "netns", "exec", PREFIX + name)

    def connect(self, bridge, home, network, nodes):
        """A bridge in the namespace `home`, whose address is the network's first, with wires to the nodes,
        whose addresses follow: 10.0.0.1, 10.0.0.2, ... in the network 10.0.0."""
        at_home = self.at(home)
        ip(*at_home, "link", "add", bridge, "type", "bridge")
        ip(*at_home, "address", "add", f"{network}.1/24", "dev", bridge)
        ip(*at_home, "link", "set", bridge, "up")
        for number, node in enumerate(nodes, 2):
            port, wire = f"{bridge}{number}", f"to-{bridge}"
            ip(*at_home, "link", "add", port, "type", "veth", "peer", "name", wire, "netns", PREFIX + node)
            ip(*at_home, "link", "set", port, "master", bridge, "up")
            ip(*self.at(node), "address", "add", f"{network}.{number}/24", "dev", wire)
            ip(*self.at(node), "link", "set", wire, "up")
            self.ports[bridge, node] = (*at_home, "link", "set", port)

    @staticmethod
    def add_address(bridge, address):
        """One more for this process, on a bridge at home here."""
        ip("address", "add", f"{address}/24", "dev", bridge)

    def cut(self, bridge, node):
        """The wire is there for the node; nothing comes over it."""
        ip(*self.ports[bridge, node], "nomaster")

    def mend(self, bridge, node):
        ip(*self.ports[bridge, node], "master", bridge)
