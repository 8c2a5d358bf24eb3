"""nginx and HAProxy as packaging/ configures them, in a folder of their own."""
import os
import shutil

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
PACKAGING = os.path.join(ROOT, "packaging")
WORKER_CONNECTIONS = 10_000  # as packaging/nginx.conf says for 8,000 players
NGINX_BACKEND = "    server 127.0.0.1:8080;\n"
HAPROXY_BACKEND = "    server kibitz 127.0.0.1:8080 check inter 1s"


def read(name):
    with open(os.path.join(PACKAGING, name), encoding="utf-8") as file:
        return file.read()


def program(name):
    """Where it is; nothing where it is not installed."""
    return shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")


def replaced(text, changes):
    """Each text has to be there: an example that has changed is not tested by accident."""
    for before, after in changes.items():
        assert before in text, before
        text = text.replace(before, after)
    return text


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def nginx(folder, at, certificate, key, backends):
    """The command that starts it in the foreground, at an address HOST:PORT, before those."""
    config = os.path.join(folder, "nginx.conf")
    site = replaced(read("nginx.conf"), {
        "listen 443 ssl": f"listen {at} ssl",
        NGINX_BACKEND: "".join(f"    server {backend};\n" for backend in backends),
        "/etc/ssl/chess.example.org/fullchain.pem": certificate,
        "/etc/ssl/chess.example.org/privkey.pem": key})
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n"
                        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    user = "user root;\n" if os.geteuid() == 0 else ""
    write(config, f"{user}daemon off;\npid {folder}/pid;\nerror_log stderr;\n"
                  f"events {{ worker_connections {WORKER_CONNECTIONS}; }}\n"
                  f"http {{\naccess_log off;\n{temporary}{site}}}\n")
    return program("nginx"), "-e", "stderr", "-p", folder, "-c", config


def haproxy(folder, at, certificate, key, backends):
    """The same."""
    both, config = os.path.join(folder, "both.pem"), os.path.join(folder, "haproxy.cfg")
    parts = []
    for path in (certificate, key):
        with open(path, encoding="utf-8") as part:
            parts.append(part.read())
    write(both, "".join(parts))
    write(config, replaced(read("haproxy.cfg"), {
        "bind :443": f"bind {at}",
        HAPROXY_BACKEND: "\n".join(HAPROXY_BACKEND.replace("kibitz", f"kibitz{number}")
                                   .replace("127.0.0.1:8080", backend)
                                   for number, backend in enumerate(backends)),
        "/etc/haproxy/chess.example.org.pem": both, "maxconn 40000": "maxconn 1000"}))
    return program("haproxy"), "-db", "-f", config


PROXIES = {"nginx": nginx, "haproxy": haproxy}
