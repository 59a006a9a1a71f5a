// Runs in its own process, like the gateway. It only sends one JSON text for every request.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [file = "", port = ""] = process.argv.slice(2);
// The cast holds: our own bench wrote the file, with the response's headers and its compressed body.
const { headers, body } = JSON.parse(readFileSync(file, "utf8")) as { headers: Record<string, string>; body: string };
const bytes = Buffer.from(body, "base64");
createServer((_, response) => {
  response.writeHead(200, headers).end(bytes);
}).listen(Number(port), "127.0.0.1");
