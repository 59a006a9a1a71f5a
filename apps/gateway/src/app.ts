import type { ReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { answerError, answerUnknownError } from "./http/answer-error.ts";
import { isFresh, type Prepared, respond } from "./http/prepared.ts";
import { createRateLimit, type RateLimit } from "./http/rate-limit.ts";
import { baseHeaders, CLOSED_POLICY } from "./http/security-headers.ts";
import type { Logger } from "./log.ts";
import type { Icons } from "./pages/icons.ts";
import type { Pages } from "./pages/pages.ts";
import type { PictureStore } from "./pictures/picture-store.ts";
import { createOversightRoutes } from "./services/auth/admin-routes.ts";
import type { AuthService } from "./services/auth/contract.ts";
import { createAuthRoutes } from "./services/auth/routes.ts";
import type { Client } from "./services/caller.ts";
import { createReportRoutes } from "./services/database/admin-routes.ts";
import type { DatabaseService } from "./services/database/contract.ts";
import type { Exports } from "./services/database/exports/contract.ts";
import { createDownloadRoutes, createExportRoutes } from "./services/database/exports/routes.ts";
import type { SubscriberReports } from "./services/database/reports.ts";
import { createDatabaseRoutes } from "./services/database/routes.ts";
import type { RealtimeService } from "./services/realtime/contract.ts";
import { type AdminVariables, requireAdmin } from "./services/require-admin.ts";
import type { StoreAnswer, StoreRequest, StoreService } from "./services/store/contract.ts";
import { createStoreRoutes, STOREFRONT_PATH } from "./services/store/routes.ts";

/** Everything the gateway works with, opened and chosen by `main.ts`. */
export type Services = {
  auth: AuthService;
  database: DatabaseService;
  /** Absent where the database cannot tell. */
  reports?: SubscriberReports;
  exports?: Exports;
  realtime?: RealtimeService;
  store: StoreService;
  pages: Pages;
  pictures: PictureStore;
  icons: Icons;
  /** Built files by path. */
  files: Map<string, Prepared>;
  publicUrl: string;
  adminEmail: string;
  /** Whether what must be kept can be written just now. */
  isHealthy: () => boolean;
  log: Logger;
  /** Whether limits on rate hold. */
  limits: boolean;
  /** Milliseconds on a clock that never goes back, for limits. */
  now?: () => number;
};

/** What the server around the gateway knows of a request. */
export type RequestOrigin = Pick<Client, "key" | "address"> & {
  /** Ends the connection at once, so that an answer cut short is taken for a whole one by nobody. */
  breakOff?: () => void;
};

type Environment = { Bindings: RequestOrigin } & { Variables: { client: Client } };

/** The gateway: answers requests, opens nothing. */
export type Gateway = {
  /** Answers any request. */
  fetch: (request: Request, origin?: RequestOrigin) => Response | Promise<Response>;
  /** The answer at a path, when it is one that was made before and only has to be sent. */
  prepared: (path: string) => Prepared | undefined;
  /** Whether bodies sent to a path are questions of the store, which need no route. */
  takesQuestions: (path: string) => boolean;
  /**
   * The answer to a question of the store where it was asked before, or else what works it out; undefined when it has
   * to go the usual way.
   */
  question: (request: StoreRequest, origin: RequestOrigin) => Prepared | (() => Promise<StoreAnswer>) | undefined;
  /** Headers of every answer. */
  headers: Record<string, string>;
  /** What answers the sockets at `/realtime/v1/websocket`. */
  realtime: RealtimeService | undefined;
};

/** Largest body that a service takes, in bytes. */
const MAX_BODY_BYTES = 256 * 1024;

/** Changes by one address: a whole car park behind one mobile network may join, a script may not fill the disk. */
const CHANGE_RATE = { burst: 60, perSecond: 1 };
/** Reads by one address. */
const READ_RATE = { burst: 300, perSecond: 20 };
/**
 * Begins a visit to a sign-in provider. It is stored, and so limited as a change is, though a browser reads it: else one
 * stranger could have more visits begin than are kept, and the owner's would go.
 */
const VISIT_PATH = "/auth/v1/authorize";
/** Stripe's messages come in rushes from few addresses; each without its signature is refused at no cost. */
const WEBHOOK_PATH = "/checkout/stripe/webhook";
/** Questions and changes of the store by one address; both come as POST. Reads that were answered before cost little. */
const STORE_RATE = { burst: 300, perSecond: 20 };
/** Changes by everybody together. */
const TOTAL_CHANGE_RATE = { burst: 2_000, perSecond: 500 };
/** Sessions gone on with by one address: several people and tabs behind it wake up at once. */
const REFRESH_RATE = { burst: 60, perSecond: 1 };

/** Puts the routes together. */
export function createGateway(services: Services): Gateway {
  const { auth, database, reports, exports, realtime, store, pages, pictures, icons, files, log } = services;
  const headers = baseHeaders(services.publicUrl);
  const app = new Hono<Environment>();

  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (!c.res.headers.has("Content-Security-Policy")) c.res.headers.set("Content-Security-Policy", CLOSED_POLICY);
  });
  app.onError((error, c) => answerUnknownError(c, error, log));

  app.get("/healthz", (c) => {
    const isHealthy = services.isHealthy();
    c.header("Cache-Control", "no-store");
    return c.json({ status: isHealthy ? "ok" : "the data file cannot be written" }, isHealthy ? 200 : 503);
  });

  const config = publicConfigOf(services);
  app.get("/config.json", (c) => {
    c.header("Cache-Control", "no-cache");
    return c.json(config);
  });

  app.use(async (c, next) => {
    const { key, address } = c.env;
    c.set("client", { key, address, userAgent: c.req.header("User-Agent") ?? "" });
    await next();
  });
  const storeRequests = limitRates(app, services);
  for (const path of ["/rest/*", "/auth/*", "/checkout/*", "/admin/api/*"]) app.use(path, limitBody());
  app.route("/rest/v1", createDatabaseRoutes({ database, identify: auth.identify, audit: auth.oversight?.audit }));
  app.route("/auth/v1", createAuthRoutes(auth));
  app.route("/api", createStoreRoutes({ store }));
  if (store.checkoutPages) app.route("/checkout", store.checkoutPages);

  if (exports) app.route("/admin/api", createDownloadRoutes(exports, auth.identify, auth.anonymousKey));
  const admin = new Hono<AdminVariables>();
  admin.use(requireAdmin(auth.identify, auth.anonymousKey));
  if (auth.oversight) admin.route("/", createOversightRoutes(auth.oversight));
  if (reports) admin.route("/", createReportRoutes(reports));
  if (exports) admin.route("/", createExportRoutes(exports));
  if (store.orderRoutes) admin.route("/", store.orderRoutes);
  app.route("/admin/api", admin);

  app.on(["GET", "HEAD"], "/optimized/*", async (c) => {
    const file = pictures.file(decoded(new URL(c.req.url).pathname.slice("/optimized/".length)));
    if (!file) return answerError(c, 404, "not_found", "There is no such picture.");
    const etag = `"${file.version}"`;
    const isCurrent = c.req.query("v") === file.version;
    c.header("ETag", etag);
    c.header("Cache-Control", isCurrent ? "public, max-age=31536000, immutable" : "public, max-age=300");
    // Pictures may be shown elsewhere: in a review, in a link preview.
    c.header("Cross-Origin-Resource-Policy", "cross-origin");
    if (isFresh({ status: 200, etag }, c.req.header("If-None-Match"))) return c.body(null, 304);
    const opened = await open(file.path);
    c.header("Content-Type", file.contentType);
    c.header("Content-Length", String((await opened.stat()).size));
    if (c.req.method === "HEAD") {
      await opened.close();
      return c.body(null);
    }
    return c.body(streamOf(opened.createReadStream()));
  });

  app.on(["GET", "HEAD"], "*", (c) => {
    const { path } = c.req;
    const found = preparedAt(path);
    if (found) return respond(found, c.req.raw);
    // One address for each page: /about/ leads to /about.
    const trimmed = path.endsWith("/") ? path.slice(0, -1) : path;
    if (trimmed !== path && pages.find(trimmed)) return c.redirect(trimmed + new URL(c.req.url).search, 308);
    if (wantsDocument(path, c.req.header("Accept"))) return respond(pages.notFound(), c.req.raw);
    return answerError(c, 404, "not_found", "Not found.");
  });
  app.all("*", (c) => {
    c.header("Allow", "GET, HEAD");
    return answerError(c, 405, "method_not_allowed", "This address can only be read.");
  });

  function preparedAt(path: string): Prepared | undefined {
    return files.get(path) ?? icons.find(path) ?? pages.find(path);
  }

  return {
    fetch: (request, origin = { key: "in-memory", address: "in-memory" }) => app.fetch(request, origin),
    prepared: preparedAt,
    takesQuestions: (path) => STOREFRONT_PATH.test(path),
    question(request, { key }) {
      // Over the limit it is refused on the usual way.
      if (!storeRequests(key).ok) return undefined;
      return store.ready?.(request) ?? (() => store.answer(request));
    },
    headers,
    realtime,
  };
}

/** All that a browser may know. Addresses and keys in it are always the gateway's own. */
function publicConfigOf({ auth, store, publicUrl, adminEmail }: Services) {
  const { shopDomain } = store;
  return {
    database: { url: publicUrl, anonKey: auth.anonymousKey },
    // A bare host: clients put https:// and the path around it themselves.
    storefront: { domain: new URL(publicUrl).host, accessToken: store.accessToken, apiVersion: store.apiVersion },
    admin: { email: adminEmail },
    services: { database: "builtin", store: shopDomain ? { hosted: true, shopDomain } : { hosted: false } },
  };
}

/** @returns the limit of the store's endpoint, for answers that are given before the routes */
function limitRates(
  app: Hono<Environment>,
  { limits, now = () => performance.now() }: Services,
): (key: string) => ReturnType<RateLimit> {
  if (!limits) return () => ({ ok: true });
  const changes = createRateLimit(CHANGE_RATE, now);
  const reads = createRateLimit(READ_RATE, now);
  const allChanges = createRateLimit(TOTAL_CHANGE_RATE, now);
  const limit: MiddlewareHandler<Environment> = async (c, next) => {
    const { method, path } = c.req;
    const isRead = ((method === "GET" || method === "HEAD") && path !== VISIT_PATH) || path === WEBHOOK_PATH;
    const own = isRead ? reads(c.env.key) : changes(c.env.key);
    const verdict = own.ok && !isRead ? allChanges("everybody") : own;
    if (verdict.ok) return next();
    c.header("Retry-After", String(verdict.retryAfterSeconds));
    return answerError(c, 429, "over_request_rate_limit", "Too many requests. Please wait a moment.");
  };
  for (const path of ["/rest/*", "/checkout/*", "/admin/api/*"]) app.use(path, limit);

  const storeRequests = createRateLimit(STORE_RATE, now);
  app.use("/api/*", async (c, next) => {
    const verdict = storeRequests(c.env.key);
    if (verdict.ok) return next();
    c.header("Retry-After", String(verdict.retryAfterSeconds));
    return answerError(c, 429, "throttled", "Too many requests. Please wait a moment.");
  });

  const refreshes = createRateLimit(REFRESH_RATE, now);
  app.use("/auth/*", async (c, next) => {
    const grant = c.req.path === "/auth/v1/token" ? c.req.query("grant_type") : undefined;
    // The auth service limits these itself: it knows a browser that signed in before from a stranger at its address.
    if (grant === "password") return next();
    if (grant !== "refresh_token") return limit(c, next);
    const verdict = refreshes(c.env.key);
    if (verdict.ok) return next();
    // A client takes any 4xx for the end of its session, and a 503 for trouble that passes.
    c.header("Retry-After", String(verdict.retryAfterSeconds));
    return answerError(c, 503, "over_request_rate_limit", "Too many requests. Please wait a moment.");
  });
  return storeRequests;
}

function limitBody(): MiddlewareHandler {
  return bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: (c) => {
      const code = c.req.path.startsWith("/rest/") ? "PGRST102" : "validation_failed";
      return answerError(c, 413, code, `A body may have ${MAX_BODY_BYTES} bytes at most.`);
    },
  });
}

/** A path without an ending is one a person typed or followed; so is one that a browser wants to show. */
function wantsDocument(path: string, accept = ""): boolean {
  return accept.includes("text/html") || !/\.[a-z0-9]{1,5}$/i.test(path);
}

/** A path with its percent signs resolved; as it was where they cannot be. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function streamOf(file: ReadStream): ReadableStream<Uint8Array<ArrayBuffer>> {
  // Node's own web stream of a file carries chunks of plain buffers.
  return Readable.toWeb(file) as ReadableStream<Uint8Array<ArrayBuffer>>;
}
