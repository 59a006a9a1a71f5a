import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../support/folders.ts";
import type { BenchGateway } from "../support/gateway.ts";
import { runWorker } from "../support/processes.ts";
import type { Orders, Outcome } from "./requests.ts";
import { emailOf, signUpRequest } from "./sign-up.ts";

/**
 * Sends requests from another process and waits for all responses.
 *
 * @throws {Error} if a request failed or got no response
 */
export async function sendRequests(orders: Orders): Promise<Outcome> {
  // The orders are in a file, because hostile bodies are longer than a command line may be.
  const file = join(newFolder("orders"), "orders.json");
  writeFileSync(file, JSON.stringify(orders));
  const outcome = await runWorker<Outcome>("requests.ts", file);
  // Without `good`, the server may close connections, so some requests may get no response.
  if (orders.good !== undefined && outcome.acknowledged !== outcome.sent) {
    throw new Error(`${outcome.sent - outcome.acknowledged} of ${outcome.sent} requests did not succeed`);
  }
  return outcome;
}

/** Sends a round of sign-ups over 64 connections. */
export function sendSignUps({ port }: BenchGateway, apikey: string, round: string, seconds: number): Promise<Outcome> {
  const requests = [requestText(port, signUpRequest(apikey, emailOf(round, "%NUMBER%")))];
  return sendRequests({ port, connections: SIGN_UP_CONNECTIONS, requests, until: { seconds }, good: 201 });
}

export const SIGN_UP_CONNECTIONS = 64;

/** The text of a request. With a body, it is a POST. */
export function requestText(
  port: number,
  { path, headers, body }: { path: string; headers?: Record<string, string>; body?: string },
): string {
  const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
}
