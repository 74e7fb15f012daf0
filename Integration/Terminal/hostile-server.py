"""Serves what a program that downloads should bear, on a port of the system's choice, which it prints."""
import gzip
import http.server
import sys
import time


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def do_GET(self):
        try:
            self.answer()
        except OSError:
            pass

    def answer(self):
        if self.path.startswith("/gzip"):
            # Compressed without a request for it: the length is that of the compressed data, a thousandth of the
            # decompressed size.
            self.send(gzip.compress(bytes(3_000_000)), {"Content-Encoding": "gzip"})
        elif self.path.startswith("/endless"):
            self.send(b"", {}, length=None)
            while True:
                self.wfile.write(bytes(65536))
        elif self.path.startswith("/silent"):
            self.send(b"", {}, length=None)
            time.sleep(1000)
        elif self.path.startswith("/huge"):
            # Foundation itself traps on Linux if the length is the largest possible number.
            self.send(b"", {}, length=1_000_000_000_000_000_000)
            time.sleep(1000)
        elif self.path.startswith("/none"):
            self.send_error(404)
        else:
            self.send(bytes(300_000), {})

    def send(self, body, headers, length=-1):
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name, value)
        if length is not None:
            self.send_header("Content-Length", str(len(body) if length < 0 else length))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
