import { type Context, Hono } from "hono";
import { limitBody } from "../../http/limit-body.ts";
import type { Scheduler } from "../../lib/scheduler.ts";
import type { Client } from "../shared/caller.ts";
import { answerCompressed } from "./answer-compressed.ts";
import type { StoreService } from "./contract.ts";
import { storefrontError } from "./errors.ts";

/** Largest request, in bytes: room for a thousand lines with attributes, or a document far longer than any client's. */
const MAX_BODY_BYTES = 128 * 1024;

/**
 * `2022-10`, `2023-10` and any other quarter. Like Shopify, the store answers each of them with its own version.
 */
const VERSION = "\\d{4}-(?:01|04|07|10)|unstable";

/** Addresses of the Storefront API below `/api`. */
export const STOREFRONT_PATH = new RegExp(`^/api/(?:${VERSION})/graphql(?:\\.json)?$`);

/** Both forms of the address that the official clients use. */
const PATHS = [`/:version{${VERSION}}/graphql`, `/:version{${VERSION}}/graphql.json`];

type Variables = { Variables: { client: Client } };

type StoreRoutesOptions = {
  store: Pick<StoreService, "answer">;
  /** Charges compression to its client. If absent, nobody is charged. */
  scheduler?: Pick<Scheduler, "run"> | undefined;
};

/** Routes of the Storefront API, to be mounted at `/api`. */
export function createStoreRoutes({ store, scheduler }: StoreRoutesOptions): Hono<Variables> {
  const routes = new Hono<Variables>();

  routes.on("POST", PATHS, limitRequest, async ({ req, get }) => {
    const request = {
      body: await req.text(),
      accessToken: req.header("X-Shopify-Storefront-Access-Token"),
      language: req.header("Accept-Language"),
      client: get("client").key,
    };
    const answer = await answerCompressed(store, scheduler, request, req.header("Accept-Encoding"));
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  });
  routes.on("OPTIONS", PATHS, () => new Response(null, { status: 204, headers: ALLOW }));
  routes.on("ALL", PATHS, () =>
    storefrontError(405, "The Storefront API takes POST requests.", "METHOD_NOT_ALLOWED", ALLOW),
  );
  routes.all("*", ({ req }: Context) =>
    storefrontError(404, `There is nothing at ${req.path}. Try /api/2022-10/graphql.json.`, "NOT_FOUND"),
  );

  return routes;
}

const ALLOW = { Allow: "POST, OPTIONS" };

const limitRequest = limitBody(MAX_BODY_BYTES, () =>
  storefrontError(413, `A request may have ${MAX_BODY_BYTES} bytes at most.`, "PAYLOAD_TOO_LARGE"),
);
