"""`kibitz serve --origin` before a site that another server makes: what goes there and what comes back, and
the variants of an experiment on its pages. With nginx installed, it is asked through nginx, too."""
import getpass
import gzip
import http.client
import http.server
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.parse

from server import Server

PAGE = "<!doctype html><html><body class=\"shop\"><p>The price is {price}.</p>" \
    + "<!-- long enough to be packed -->" * 20 + "</body></html>"
PLAN = """
fingerprint = ["visit"]

[experiment.price]
threshold = 0.5
goal = "page:/thanks"
"""
BYTES = bytes(range(256)) * 400


class Shop(http.server.BaseHTTPRequestHandler):
    """A site with forms, codings and odd answers; it keeps what it was asked."""
    protocol_version = "HTTP/1.1"
    asked = []

    def log_message(self, *_):
        pass

    def note(self):
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length)
        Shop.asked.append((self.command, self.path, self.headers.items(), body))
        return body

    def give(self, body, kind="text/html; charset=utf-8", status=200, headers=()):
        self.send_response(status)
        for name, value in [("Content-Type", kind), *headers]:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def answer(self):
        body = self.note()
        path = urllib.parse.urlsplit(self.path).path
        page = PAGE.format(price=7).encode()
        if path == "/packed":
            self.give(gzip.compress(page), headers=[("Content-Encoding", "gzip"), ("ETag", '"1"')])
        elif path == "/pieces":
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for piece in (page[:20], page[20:]):
                self.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
            self.wfile.write(b"0\r\n\r\n")
        elif path == "/picture":
            self.give(BYTES, "image/png", headers=[("ETag", '"2"'), ("Cache-Control", "public, max-age=60")])
        elif path == "/move":
            own = f"http://127.0.0.1:{self.server.server_port}/basket?a=1"
            self.give(b"", status=302, headers=[("Location", own), ("Set-Cookie", "a=1"),
                                                ("Set-Cookie", "b=2; HttpOnly")])
        elif path == "/away":
            self.give(b"", status=301, headers=[("Location", "http://127.0.0.1.example.org/x")])
        elif path == "/echo":
            self.give(body, "application/octet-stream")
        elif path == "/gone":
            self.give(PAGE.format(price="gone").encode(), status=404)
        elif path == "/hop":
            self.give(b"x", "text/plain", headers=[("Connection", "X-Private"), ("X-Private", "1"),
                                                   ("X-Public", "2")])
        else:
            self.give(page)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_OPTIONS = answer


def serve_shop():
    shop = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Shop)
    threading.Thread(target=shop.serve_forever, daemon=True).start()
    return shop


def ask(server, path, method="GET", body=None, headers=()):
    place = urllib.parse.urlsplit(server.http)
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=60)
    connection.request(method, path, body, dict(headers))
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer, content


def last_headers():
    return {name.lower(): value for name, value in Shop.asked[-1][2]}


def passes_on(server):
    page = PAGE.format(price=7).encode()
    answer, content = ask(server, "/a%2Fb/c?x=%20y&x=2", headers={"Cookie": "c=3"})
    assert (answer.status, content) == (200, page), content
    assert Shop.asked[-1][1] == "/a%2Fb/c?x=%20y&x=2"
    sent = last_headers()
    assert sent["x-forwarded-for"] == "127.0.0.1" and sent["x-forwarded-proto"] == "http"
    assert sent["x-forwarded-host"] == urllib.parse.urlsplit(server.http).netloc
    assert sent["cookie"] == "c=3"

    for path in ("/packed", "/pieces"):
        answer, content = ask(server, path, headers={"Accept-Encoding": "gzip, br"})
        if answer.getheader("Content-Encoding") == "gzip":
            content = gzip.decompress(content)
        assert content == page, path
        assert answer.getheader("Transfer-Encoding") is None
        assert "private" in answer.getheader("Cache-Control")
        assert answer.getheader("ETag") is None
    answer, content = ask(server, "/picture", headers={"If-None-Match": '"3"'})
    assert content == BYTES and answer.getheader("ETag") == '"2"'
    assert answer.getheader("Cache-Control") == "public, max-age=60"
    assert last_headers()["if-none-match"] == '"3"'

    answer, _ = ask(server, "/move")
    assert (answer.status, answer.getheader("Location")) == (302, "/basket?a=1")
    assert answer.headers.get_all("Set-Cookie") == ["a=1", "b=2; HttpOnly"]
    answer, _ = ask(server, "/away")
    assert answer.getheader("Location") == "http://127.0.0.1.example.org/x"
    answer, content = ask(server, "/gone")
    assert answer.status == 404 and b"gone" in content
    answer, _ = ask(server, "/hop", headers={"Connection": "X-Mine", "X-Mine": "1", "TE": "trailers"})
    assert answer.getheader("X-Private") is None and answer.getheader("X-Public") == "2"
    assert not {"x-mine", "te"} & set(last_headers())

    for method in ("POST", "PUT", "DELETE"):
        answer, content = ask(server, "/echo", method, BYTES, {"Content-Type": "text/x-test"})
        assert (answer.status, content) == (200, BYTES)
        assert Shop.asked[-1][0] == method and last_headers()["content-type"] == "text/x-test"
    answer, content = ask(server, "/", "HEAD")
    assert answer.status == 200 and content == b"" and answer.getheader("Content-Type")
    before = len(Shop.asked)
    answer, _ = ask(server, "/echo", "POST", bytes(2 * 1024 * 1024))
    assert answer.status == 413 and len(Shop.asked) == before
    # Addresses of Kibitz's own stay its own.
    assert ask(server, "/healthz")[1].strip() == b"ok"
    assert len(Shop.asked) == before


def tries_variants(server):
    page = PAGE.format(price=7)
    answer, content = ask(server, "/")
    assert content.decode() == page and not answer.getheader("Set-Cookie"), "nothing runs"
    server.admin("experiment", "start", "price")
    seen = {}
    for _ in range(60):
        answer, content = ask(server, "/pieces")
        told = last_headers()["x-kibitz-experiments"]
        assert content.decode() == page.replace(
            '<body', f'<body data-experiments="{told}"'), content
        cookie = answer.getheader("Set-Cookie").split(";")[0]
        again, repeated = ask(server, "/packed", headers={"Cookie": cookie})
        assert repeated == content and not again.getheader("Set-Cookie")
        seen[told] = seen.get(told, 0) + 1
    assert set(seen) == {"", "price"} and min(seen.values()) > 10, seen


def says_what_is_wrong():
    with Server("--house-players", "none", "--origin", "http://127.0.0.1:9") as server:
        answer, content = ask(server, "/")
        assert answer.status == 502 and json.loads(content)["code"] == "noAnswer", content
    for bad in ("shop", "ftp://shop", "http://shop/there"):
        done = subprocess.run([os.environ["KIBITZ"], "serve", "--port", "0", "--origin", bad],
                              capture_output=True, text=True, timeout=60)
        assert done.returncode != 0 and "--origin" in done.stderr, (bad, done.stderr)


def through_nginx(shop):
    program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
    if not program:
        print("nginx is not installed: only a stand-in was asked")
        return
    with tempfile.TemporaryDirectory() as folder:
        port = http.server.HTTPServer(("127.0.0.1", 0), Shop)
        number = port.server_port
        port.server_close()
        with open(f"{folder}/nginx.conf", "w", encoding="utf-8") as file:
            file.write(f"""user {getpass.getuser()}; daemon off; pid {folder}/pid; error_log {folder}/log;
events {{}}
http {{ access_log off; gzip on; gzip_min_length 1; gzip_proxied any;
client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
server {{ listen 127.0.0.1:{number}; location / {{
proxy_pass http://127.0.0.1:{shop.server_port}; }} }} }}""")
        nginx = subprocess.Popen([program, "-c", f"{folder}/nginx.conf"], stderr=subprocess.DEVNULL)
        try:
            with Server("--house-players", "none", "--origin", f"http://127.0.0.1:{number}") as server:
                for _ in range(100):
                    if ask(server, "/")[0].status == 200:
                        break
                    time.sleep(0.1)
                answer, content = ask(server, "/", headers={"Accept-Encoding": "gzip"})
                assert answer.getheader("Content-Encoding") == "gzip"
                assert gzip.decompress(content) == PAGE.format(price=7).encode()
                assert ask(server, "/echo", "POST", BYTES)[1] == BYTES
        finally:
            nginx.terminate()
            nginx.wait()


site = serve_shop()
origin = f"http://127.0.0.1:{site.server_port}"
with Server("--house-players", "none", "--origin", origin) as plain:
    passes_on(plain)
with tempfile.NamedTemporaryFile("w", suffix=".toml") as plan:
    plan.write(PLAN)
    plan.flush()
    with Server("--house-players", "none", "--origin", origin, "--experiments", plan.name) as tried:
        tries_variants(tried)
says_what_is_wrong()
through_nginx(site)
