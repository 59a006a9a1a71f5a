import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** How the proxy treats connections. */
export type ProxyState = "open" | "cut" | "silent" | "answers 500" | "answers a page";

/** A proxy in front of a provider. It can be made to fail. */
export type FaultyProxy = {
  port: number;
  /** Sets the state and aborts open connections. */
  setState: (state: ProxyState) => void;
  /** Number of connections since the state was last set. */
  calls: () => number;
};

/** The responses in the states in which the proxy itself answers. */
const ANSWERS: Partial<Record<ProxyState, string>> = {
  "answers 500": httpAnswer("500 Internal Server Error", "application/json", "{}"),
  "answers a page": httpAnswer("200 OK", "text/html", "<!doctype html><h1>Somebody else</h1>"),
};

function httpAnswer(status: string, type: string, body: string): string {
  const headers = [`Content-Type: ${type}`, `Content-Length: ${body.length}`, "Connection: close"];
  return `HTTP/1.1 ${status}\r\n${headers.join("\r\n")}\r\n\r\n${body}`;
}

/** Starts a proxy to a local port. It stops after the test. */
export async function startFaultyProxy(target: number): Promise<FaultyProxy> {
  const sockets = new Set<Socket>();
  let state: ProxyState = "open";
  let calls = 0;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  };
  const server = createServer((caller) => {
    calls += 1;
    track(caller);
    if (state === "cut") return void caller.resetAndDestroy();
    if (state === "silent") return void caller.resume();
    const answer = ANSWERS[state];
    if (answer !== undefined) return void caller.once("data", () => caller.end(answer));
    const provider = connect(target, "127.0.0.1");
    track(provider);
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
    // A listening server has an address of this form.
    port: (server.address() as AddressInfo).port,
    setState(next) {
      state = next;
      calls = 0;
      breakAll();
    },
    calls: () => calls,
  };
}
