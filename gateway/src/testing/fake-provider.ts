import type { IncomingMessage, ServerResponse } from "node:http";
import { aLocalServer } from "./local-server.ts";

/** A provider that gives every request the same response. */
type FakeProvider = {
  url: string;
  anonKey: string;
  /** Its requests in order: `POST /rest/v1/newsletter_subscribers`. */
  asked: string[];
  /** Sets the response from now on. */
  behave: (answer: (response: ServerResponse, request: IncomingMessage) => void) => void;
};

/** Starts one on its own port; it stops after the test. */
export async function aFakeProvider(): Promise<FakeProvider> {
  const asked: string[] = [];
  let answer: (response: ServerResponse, request: IncomingMessage) => void = (response) => response.end();
  const url = await aLocalServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume().once("end", () => answer(response, request));
  });
  return {
    url,
    anonKey: "the-providers-key-stays-here",
    asked,
    behave(next) {
      answer = next;
    },
  };
}

const json =
  (status: number, body: string, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { "Content-Type": "application/json; charset=utf-8", ...headers }).end(body);
const page =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { "Content-Type": "text/html", ...headers }).end("<h1>Somebody else</h1>");

/** Ways in which a provider, or a proxy before it, can fail. */
export const PROBLEMS: readonly (readonly [name: string, answer: (response: ServerResponse) => void])[] = [
  ["breaks the connection off", (response) => void response.destroy()],
  ["answers with a page", page(200)],
  ["refuses with a page", page(403)],
  ["is away behind a page", page(502)],
  ["leads elsewhere", (response) => response.writeHead(302, { Location: "https://elsewhere.example" }).end()],
  ["answers half of its words", json(200, '[{"id":1,"email":"ann@exam')],
  ["answers nothing", (response) => response.writeHead(200).end()],
  ["answers words of another kind", json(200, '{"hello":"world"}')],
  ["answers without end", (response) => spill(response.writeHead(200, { "Content-Type": "application/json" }))],
  ["knows no such table", json(404, '{"code":"PGRST205","message":"no","details":null,"hint":null}')],
  ["does not know the key", json(401, '{"message":"Invalid API key","hint":"the-providers-key-is-not-told"}')],
  ["has an internal error", json(500, '{"code":"XX000","message":"internal","details":null,"hint":null}')],
];

/** Writes without end while the client reads. */
function spill(response: ServerResponse): void {
  // The response to HEAD has no body, so writing would never wait.
  if (response.req.method === "HEAD") return void response.end();
  const piece = Buffer.alloc(64 * 1024, " ");
  const goOn = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on("drain", goOn);
  goOn();
}
