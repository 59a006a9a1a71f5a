import type { IncomingMessage, ServerResponse } from "node:http";
import { aLocalServer } from "./local-server.ts";

/** A provider that returns the same response to every request. */
type FakeProvider = {
  url: string;
  anonKey: string;
  /** Its requests in order, such as `POST /rest/v1/newsletter_subscribers`. */
  asked: string[];
  /** Sets the response to all later requests. */
  behave: (answer: (response: ServerResponse, request: IncomingMessage) => void) => void;
};

/** Starts a fake provider on its own port. It stops after the test. */
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

/** Ways in which a provider, or a proxy in front of it, can fail. */
export const PROBLEMS: readonly (readonly [name: string, answer: (response: ServerResponse) => void])[] = [
  ["closes the connection", (response) => void response.destroy()],
  ["answers 200 with an HTML page", page(200)],
  ["answers 403 with an HTML page", page(403)],
  ["answers 502 with an HTML page", page(502)],
  ["redirects to another host", (response) => response.writeHead(302, { Location: "https://elsewhere.example" }).end()],
  ["stops in the middle of its JSON", json(200, '[{"id":1,"email":"ann@exam')],
  ["sends an empty response", (response) => response.writeHead(200).end()],
  ["answers with JSON of another shape", json(200, '{"hello":"world"}')],
  [
    "sends an endless response",
    (response) => writeEndlessly(response.writeHead(200, { "Content-Type": "application/json" })),
  ],
  ["does not know the table", json(404, '{"code":"PGRST205","message":"no","details":null,"hint":null}')],
  ["does not know the key", json(401, '{"message":"Invalid API key","hint":"the-providers-key-is-not-told"}')],
  ["has an internal error", json(500, '{"code":"XX000","message":"internal","details":null,"hint":null}')],
];

/** Writes without end as long as the client reads. */
function writeEndlessly(response: ServerResponse): void {
  // The response to HEAD has no body, so writing would never wait.
  if (response.req.method === "HEAD") return void response.end();
  const piece = Buffer.alloc(64 * 1024, " ");
  const writeOn = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on("drain", writeOn);
  writeOn();
}
