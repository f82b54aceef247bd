"""One request from wherever this is run: URL BODY [COOKIE [HOST]]; prints status and JSON."""

import json
import sys
from http.client import HTTPConnection


def main(url: str, body: str, cookie: str = "", name: str = "") -> None:
    """Ask, and print status and JSON, with the cookies that were set."""
    place, _, path = url.removeprefix("http://").partition("/")
    line = HTTPConnection(place, timeout=20)
    head = {"Content-Type": "application/json", "Origin": f"http://{place}"} if body else {}
    head |= {"Cookie": cookie} if cookie else {}
    head |= {"Host": name} if name else {}
    try:
        line.request("POST" if body else "GET", f"/{path}", body or None, head)
        answer = line.getresponse()
    except OSError:
        sys.stdout.write("[0, null]")
        return
    told = json.loads(answer.read())
    cookies = [value.partition(";")[0] for value in answer.headers.get_all("set-cookie") or []]
    if cookies:
        told["cookie"] = "; ".join(cookies)
    sys.stdout.write(json.dumps([answer.status, told]))


if __name__ == "__main__":
    main(*sys.argv[1:])
