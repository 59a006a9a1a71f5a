import type { IncomingMessage, ServerResponse } from "node:http";
import type { BlockList } from "node:net";
import type { Gateway } from "../app.ts";
import type { Logger } from "../lib/log.ts";
import type { StoreAnswer } from "../services/store/contract.ts";
import { clientOf } from "./client-address.ts";
import type { Hold } from "./hold.ts";
import { joined } from "./joined.ts";
import { logAnswer } from "./log-answer.ts";
import type { Prepared } from "./prepared.ts";
import { CLOSED_POLICY } from "./security-headers.ts";
import { storefrontErrors } from "./storefront-errors.ts";

/** Longest question of the store, in bytes; the routes refuse a longer one. */
const QUESTION_MAX_BYTES = 128 * 1024;

/** Headers of an answer about trouble of ours, names and values by turns. */
const PROBLEM_HEADERS = ["Content-Type", "application/json", "Content-Security-Policy", CLOSED_POLICY];

/** Answers questions of the store before any route: they are many, and most have their answer ready as pages have. */
export type Questions = {
  /** Whether a POST is one. */
  takes: (request: IncomingMessage) => boolean;
  answer: (request: IncomingMessage, response: ServerResponse) => void;
};

/** What they work with. */
export type QuestionsOptions = {
  trustedProxies: BlockList;
  log: Logger;
  /** Headers of every answer, names and values by turns. */
  headers: string[];
  /** Absent where limits are off. */
  hold: Hold | undefined;
  /** Sends an answer that is ready. */
  send: (prepared: Prepared, request: IncomingMessage, response: ServerResponse) => void;
  /** The usual way, through the routes. */
  routed: (request: IncomingMessage, response: ServerResponse) => unknown;
};

/** The store's own lane, past the routes. */
export function createQuestions(gateway: Gateway, options: QuestionsOptions): Questions {
  const { trustedProxies, log, headers: baseHeaders, hold, send, routed } = options;

  function answerOf(request: IncomingMessage, body: string): ReturnType<Gateway["question"]> {
    const { headers } = request;
    const { key, address } = clientOf(request, trustedProxies);
    try {
      const accessToken = joined(headers["x-shopify-storefront-access-token"]);
      return gateway.question(
        { body, accessToken, language: headers["accept-language"], client: key },
        { key, address },
      );
    } catch {
      // The routes meet the same error, log it and answer it.
      return undefined;
    }
  }

  async function sendAnswer(
    coming: Promise<StoreAnswer>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const from = performance.now();
    const { method, url = "/" } = request;
    try {
      const { status, headers, body } = await coming;
      logAnswer(log, { method, path: url, status, from });
      if (status === 429) await hold?.(clientOf(request, trustedProxies).key);
      const length = String(Buffer.byteLength(body));
      response
        .writeHead(status, [...baseHeaders, ...Object.entries(headers).flat(), "Content-Length", length])
        .end(body);
    } catch (error) {
      log.error({ err: error, method, path: url }, "a request failed unexpectedly");
      if (!response.headersSent) response.writeHead(500, [...baseHeaders, ...PROBLEM_HEADERS]);
      response.end(JSON.stringify(storefrontErrors("Something went wrong on our side.", "INTERNAL_SERVER_ERROR")));
    }
  }

  return {
    takes: (request) =>
      isShort(request) &&
      gateway.takesQuestions(request.url ?? "/") &&
      // The routes refuse it before they read its body.
      gateway.mayQuestion(clientOf(request, trustedProxies).key),
    answer(request, response) {
      const parts: Buffer[] = [];
      // A client that goes away before it has said all is not answered.
      request.on("error", () => {});
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const body = Buffer.concat(parts);
        const answer = answerOf(request, body.toString());
        if (typeof answer === "function") void sendAnswer(answer(), request, response);
        else if (answer) send(answer, request, response);
        // The routes take the body from here, where it has been read already.
        else routed(Object.assign(request, { rawBody: body }), response);
      });
    },
  };
}

/** Whether a request says that its body is a short one. */
function isShort({ headers }: IncomingMessage): boolean {
  const length = Number(headers["content-length"]);
  return length > 0 && length <= QUESTION_MAX_BYTES;
}
