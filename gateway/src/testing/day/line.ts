import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** What becomes of those who call at a line. */
export type LineState = "open" | "cut" | "silent" | "answers 500" | "answers a page";

/** A way to a provider that can go wrong. */
export type Line = {
  port: number;
  /** From now on; what is under way breaks off. */
  become: (state: LineState) => void;
  /** Calls since it last became something else. */
  calls: () => number;
};

/** What a stranger at the other end says, whatever it is asked. */
const ANSWERS: Partial<Record<LineState, string>> = {
  "answers 500": httpAnswer("500 Internal Server Error", "application/json", "{}"),
  "answers a page": httpAnswer("200 OK", "text/html", "<!doctype html><h1>Somebody else</h1>"),
};

function httpAnswer(status: string, type: string, body: string): string {
  const headers = [`Content-Type: ${type}`, `Content-Length: ${body.length}`, "Connection: close"];
  return `HTTP/1.1 ${status}\r\n${headers.join("\r\n")}\r\n\r\n${body}`;
}

/** Opens a line to a port of this machine; it ends with the test. */
export async function openLine(target: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let state: LineState = "open";
  let calls = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  };
  const server = createServer((caller) => {
    calls += 1;
    keep(caller);
    if (state === "cut") return void caller.resetAndDestroy();
    if (state === "silent") return void caller.resume();
    const answer = ANSWERS[state];
    if (answer !== undefined) return void caller.once("data", () => caller.end(answer));
    const provider = connect(target, "127.0.0.1");
    keep(provider);
    caller.pipe(provider).pipe(caller);
    caller.on("close", () => provider.destroy());
    provider.on("close", () => caller.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    breakAll();
    server.close();
  });
  return {
    // It listens at a port.
    port: (server.address() as AddressInfo).port,
    become(next) {
      state = next;
      calls = 0;
      breakAll();
    },
    calls: () => calls,
  };
}
