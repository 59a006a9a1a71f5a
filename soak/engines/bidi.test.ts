import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { WebSocketServer } from "ws";
import { complaintOf, openLine } from "./bidi.ts";

/** Starts a fake browser. @param answer returns the messages for a command @returns its address */
async function aBrowser(answer: (command: { id: number; method: string }) => object[] | "hangs up"): Promise<string> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (socket) => {
    socket.on("message", (data) => {
      const messages = answer(JSON.parse(String(data)));
      if (messages === "hangs up") return socket.close();
      for (const message of messages) socket.send(JSON.stringify(message));
    });
  });
  await once(server, "listening");
  onTestFinished(() => server.close());
  // The cast holds: a server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return `ws://127.0.0.1:${port}`;
}

it("matches results to commands in any order, and passes events on", async () => {
  const ids: number[] = [];
  const events: string[] = [];
  const address = await aBrowser(({ id, method }) => {
    ids.push(id);
    if (method === "first") return [];
    const event = { type: "event", method: "log.entryAdded", params: {} };
    return [event, ...ids.toReversed().map((each) => ({ id: each, type: "success", result: `to ${each}` }))];
  });
  const line = await openLine(address, ({ method }) => events.push(method));
  expect(await Promise.all([line.ask("first"), line.ask("second")])).toEqual(["to 1", "to 2"]);
  expect(events).toEqual(["log.entryAdded"]);
  line.close();
});

it("rejects with the browser's error, and rejects all commands when the connection closes", async () => {
  const address = await aBrowser(({ id, method }) =>
    method === "refused" ? [{ id, type: "error", error: "no such frame", message: "It is gone" }] : "hangs up",
  );
  const line = await openLine(address, () => {});
  await expect(line.ask("refused")).rejects.toThrow("no such frame: It is gone");
  await expect(line.ask("anything")).rejects.toThrow("The browser has closed the connection.");
  await expect(line.ask("anything else")).rejects.toThrow("The browser has closed the connection.");
});

const logged = (type: string, level: string, text: string) => ({
  method: "log.entryAdded",
  params: { type, level, text },
});
const failed = (errorText: string) => ({
  method: "network.fetchError",
  params: { request: { url: "http://a.example/a.js" }, errorText },
});

it.each([
  [logged("console", "info", "hello"), []],
  [logged("console", "warn", "careful"), ["console warning: careful"]],
  [logged("console", "error", "broken"), ["console error: broken"]],
  [logged("javascript", "error", "Error: thrown"), ["uncaught: Error: thrown"]],
  [failed("NS_ERROR_CONNECTION_REFUSED"), ["request failed: http://a.example/a.js NS_ERROR_CONNECTION_REFUSED"]],
  // The request was aborted because the visitor left the page.
  [failed("NS_BINDING_ABORTED"), []],
])("reports the event %o as %o", (event, complaints) => {
  expect(complaintOf(event)).toEqual(complaints);
});
