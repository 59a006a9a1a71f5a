import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { BlockList, connect } from "node:net";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import type { ExportProgress, ExportTicket } from "@porchlight/protocol/admin.ts";
import { expect, it, onTestFinished } from "vitest";
import { serve } from "../../../http/server.ts";
import { aGateway, silentLog } from "../../../testing/gateway-in-memory.ts";
import { anAdmin } from "../../shared/admin.case.ts";
import type { ListWalks } from "../reports.ts";
import { linkOf, subscribers } from "./exports.case.ts";
import { createExports } from "./exports.ts";

/** More pages than fit into all buffers between the list and the client. */
const PAGES = 4_000;

/** A gateway on a port. Its list of four million rows exists only page by page. */
async function aServer() {
  const page = subscribers(1_000);
  const walked = { pages: 0 };
  const walks: ListWalks = {
    count: async () => PAGES * page.length,
    async *walk() {
      for (; walked.pages < PAGES; walked.pages += 1) {
        yield page;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
  const gateway = aGateway({
    auth: {
      anonymousKey: "the-key",
      identify: async ({ authorization }) => ({
        ok: true,
        caller: authorization === undefined ? { role: "anonymous" } : anAdmin(),
      }),
      answer: async () => ({ status: 404, headers: {}, body: null }),
      isHosted: false,
      linkedSignIn: "google",
    },
    exports: createExports({ walks, linker: async () => linkOf, clock: () => new Date() }),
  });
  const port = await freePort();
  const server = await serve(gateway, "127.0.0.1", port, {
    publicUrl: `http://127.0.0.1:${port}`,
    trustedProxies: new BlockList(),
    log: silentLog,
    limits: false,
  });
  onTestFinished(() => server.stop());
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}/admin/api/exports${path}`, { ...init, headers: { Authorization: "Bearer owner" } });
  return {
    port,
    walked,
    // Both responses come from our own gateway.
    ticket: async () => (await (await call("", { method: "POST", body: '{"format":"json"}' })).json()) as ExportTicket,
    progress: async ({ id }: ExportTicket) => (await (await call(`/${id}`)).json()) as ExportProgress,
    cancel: ({ id }: ExportTicket) => call(`/${id}`, { method: "DELETE" }),
    async download({ url }: ExportTicket): Promise<IncomingMessage> {
      const request = get(`http://127.0.0.1:${port}${url}`, { agent: false });
      // The event `response` has this argument.
      const [response] = (await once(request, "response")) as [IncomingMessage];
      request.on("error", () => {});
      return response;
    },
  };
}

it("a cancelled download ends the connection before the end of the file", async () => {
  const server = await aServer();
  const ticket = await server.ticket();
  const response = await server.download(ticket);
  let text = "";
  response.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  await once(response, "data");
  // The connection was reset, and the response says so.
  const broken = new Promise((resolve) => response.once("error", resolve));
  await server.cancel(ticket);
  await broken;
  expect(response.complete).toBe(false);
  expect(text).not.toContain("Error");
  expect(text).not.toContain("totalSubscribers");
  expect((await server.progress(ticket)).state).toBe("cancelled");
});

it("a cancelled download does not look complete over HTTP/1.0 either, where the end of the connection ends a file", async () => {
  const server = await aServer();
  const ticket = await server.ticket();
  const socket = connect(server.port, "127.0.0.1");
  socket.write(`GET ${ticket.url} HTTP/1.0\r\nHost: porchlight\r\n\r\n`);
  await once(socket, "data");
  const broken = once(socket, "error");
  socket.resume();
  await server.cancel(ticket);
  expect(await broken).toMatchObject([{ code: "ECONNRESET" }]);
});

it("when a client disconnects, the reading of the list ends", async () => {
  const server = await aServer();
  const ticket = await server.ticket();
  const response = await server.download(ticket);
  response.on("error", () => {});
  await once(response, "readable");
  response.destroy();
  let progress = await server.progress(ticket);
  while (progress.state === "running") progress = await server.progress(ticket);
  expect(progress.state).toBe("cancelled");
  expect(progress.rows).toBeLessThan(progress.total);
});

it("when a client stops reading, the reading of the list pauses until the client continues", async () => {
  const server = await aServer();
  const ticket = await server.ticket();
  const response = await server.download(ticket);
  response.on("error", () => {});
  await once(response, "readable");
  // Once the buffers are full, the reading pauses. Then many requests in a row see the same progress.
  let [before, still] = [-1, 0];
  while (still < 20) {
    const { rows } = await server.progress(ticket);
    still = rows === before ? still + 1 : 0;
    before = rows;
  }
  expect(server.walked.pages).toBeLessThan(PAGES / 4);
  response.resume();
  let { rows } = await server.progress(ticket);
  while (rows === before) ({ rows } = await server.progress(ticket));
  expect(rows).toBeGreaterThan(before);
  response.destroy();
});
