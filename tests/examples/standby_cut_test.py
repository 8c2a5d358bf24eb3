"""A server that stands by takes over when the network of the other one is cut, and the other one stops
when its network is back. Each is in a network namespace of its own, which needs root."""
import time

from namespaces import Network
from standby_servers import Cluster, Server, wait_for_takeover


def main():
    with Network("db", "a", "b") as network:
        network.connect("bridge", "db", "10.0.0", ("a", "b"))
        with Cluster(network.inside("db"), "10.0.0.1") as cluster, \
                Server(cluster, inside=network.inside("a")) as first:
            first.wait_for("Ctrl-C ends it.")
            with Server(cluster, "--standby", inside=network.inside("b"), key_of=first) as second:
                second.wait_for("standingBy")
                time.sleep(1)
                network.cut("bridge", "a")
                print(f"taken over {wait_for_takeover(second):.1f} s after the cut")
                assert first.process.poll() is None
                network.mend("bridge", "a")
                assert first.wait_for_end(30) == 1
                assert "another server has taken it over" in first.said, first.said
                assert second.process.poll() is None


main()
