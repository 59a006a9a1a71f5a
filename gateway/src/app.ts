import type { ContentProblem } from "@porchlight/protocol/admin.ts";
import type { DemoState } from "@porchlight/protocol/demo.ts";
import { Hono } from "hono";
import { createContentRoutes } from "./content/routes.ts";
import type { CheckUps } from "./doctor/check-ups.ts";
import { createDoctorRoutes } from "./doctor/routes.ts";
import { answerError, answerUnknownError } from "./http/answer-error.ts";
import { defaultHeaders } from "./http/default-headers.ts";
import { limitBodies, limitRates } from "./http/limits.ts";
import { type Prepared, respond } from "./http/prepared.ts";
import { baseHeaders, CLOSED_POLICY } from "./http/security-headers.ts";
import type { Logger } from "./lib/log.ts";
import type { Scheduler } from "./lib/scheduler.ts";
import type { PictureStore } from "./media/pictures/picture-store.ts";
import { createPictureRoutes } from "./media/pictures/routes.ts";
import type { ProviderPictures } from "./media/provider-pictures/provider-pictures.ts";
import { createMediaRoutes } from "./media/provider-pictures/routes.ts";
import type { Recordings } from "./media/recordings/recordings.ts";
import { createAudioRoutes } from "./media/recordings/routes.ts";
import type { Icons } from "./pages/icons.ts";
import type { Pages } from "./pages/pages.ts";
import { createVisitRoutes } from "./services/analytics/admin-routes.ts";
import type { AnalyticsService } from "./services/analytics/contract.ts";
import { createAnalyticsRoutes } from "./services/analytics/routes.ts";
import { createOversightRoutes } from "./services/auth/admin-routes.ts";
import type { AuthService } from "./services/auth/contract.ts";
import { createAuthRoutes } from "./services/auth/routes.ts";
import { createReportRoutes } from "./services/database/admin-routes.ts";
import type { DatabaseService } from "./services/database/contract.ts";
import type { Exports } from "./services/database/exports/contract.ts";
import { createDownloadRoutes, createExportRoutes } from "./services/database/exports/routes.ts";
import type { SubscriberReports } from "./services/database/reports.ts";
import { createDatabaseRoutes } from "./services/database/routes.ts";
import { createMailRoutes } from "./services/mail/admin-routes.ts";
import type { MailService } from "./services/mail/contract.ts";
import type { MailingListService } from "./services/mailing-list/contract.ts";
import { createMailingListRoutes } from "./services/mailing-list/routes.ts";
import type { MusicService } from "./services/music/contract.ts";
import { createMusicRoutes } from "./services/music/routes.ts";
import type { RealtimeService } from "./services/realtime/contract.ts";
import type { Client } from "./services/shared/caller.ts";
import type { PageTheme } from "./services/shared/plain-page/document.ts";
import { type AdminVariables, requireAdmin } from "./services/shared/require-admin.ts";
import { RETURN_PATH, type Returning } from "./services/shared/resubscribe.ts";
import type { UnsubscribeService } from "./services/shared/unsubscribe.ts";
import type { StoreAnswer, StoreRequest, StoreService } from "./services/store/contract.ts";
import { createStoreRoutes, STOREFRONT_PATH } from "./services/store/routes.ts";
import { UNSUBSCRIBE_PATH } from "./services/unsubscribe/links.ts";
import { createReturnRoutes } from "./services/unsubscribe/return-routes.ts";
import { createUnsubscribeRoutes } from "./services/unsubscribe/routes.ts";

/** Everything the gateway works with, opened and chosen by `main.ts`. */
export type Services = {
  auth: AuthService;
  database: DatabaseService;
  /** Absent where the database cannot tell. */
  reports?: SubscriberReports;
  exports?: Exports;
  /** What in the owner's files cannot be used as it is now. */
  contentProblems: () => ContentProblem[];
  /** What in the owner's files is still the demo's; undefined where it could not be looked for. */
  findDemo: () => Promise<DemoState | undefined>;
  /** By which the owner sees whether all is well. */
  checkUps?: CheckUps;
  realtime?: RealtimeService;
  store: StoreService;
  music: MusicService;
  mailingList: MailingListService;
  analytics: AnalyticsService;
  mail: Pick<MailService, "isSending" | "countWaiting">;
  /** By which fans leave the list. */
  leaving?: UnsubscribeService;
  /** By which addresses that left or were removed come back; absent where no email can be sent. */
  returning?: Returning;
  /** The artist as they are called now. */
  artistName: () => string;
  /** How the site looks now, for pages without script. */
  dress: () => PageTheme;
  pages: Pages;
  recordings: Recordings;
  providerPictures: ProviderPictures;
  pictures: PictureStore;
  icons: Icons;
  /** Built files by path. */
  files: Map<string, Prepared>;
  publicUrl: string;
  adminEmail: string;
  /** Whether what must be kept can be written just now. */
  isHealthy: () => boolean;
  log: Logger;
  /** Divides the processor between clients, and is the store's as well; absent where nobody is charged. */
  scheduler?: Scheduler;
  /** Whether limits on rate hold. */
  limits: boolean;
  clock: () => Date;
  /** Milliseconds on a clock that never goes back, for limits. */
  now?: () => number;
};

/** What the server around the gateway knows of a request. */
export type RequestOrigin = Pick<Client, "key" | "address"> & {
  /** Ends the connection at once, so that an answer cut short is taken for a whole one by nobody. */
  breakOff?: () => void;
  /** Whether the client went away before it had said all. */
  hasGone?: () => boolean;
};

/** nginx's number for a client that has gone: nobody reads the answer, and the log shows that it was none of ours. */
export const CLIENT_GONE = 499;

/** What every route finds around a request. */
export type Environment = { Bindings: RequestOrigin } & { Variables: { client: Client } };

/** The gateway: answers requests, opens nothing. */
export type Gateway = {
  /** Answers any request. */
  fetch: (request: Request, origin?: RequestOrigin) => Response | Promise<Response>;
  /** The answer at a path, when it is one that was made before and only has to be sent. */
  prepared: (path: string) => Prepared | undefined;
  /** Whether bodies sent to a path are questions of the store, which need no route. */
  takesQuestions: (path: string) => boolean;
  /** Whether a client has not sent too many of them; looking counts as none. */
  mayQuestion: (client: string) => boolean;
  /**
   * The answer to a question of the store where it was asked before, or else what works it out; undefined when it has
   * to go the usual way.
   */
  question: (request: StoreRequest, origin: RequestOrigin) => Prepared | (() => Promise<StoreAnswer>) | undefined;
  /** Headers of every answer. */
  headers: Record<string, string>;
  /** What answers the sockets at `/realtime/v1/websocket`. */
  realtime: RealtimeService | undefined;
  /** Paths at which routes are mounted, `/admin/api/orders/:id` and `/rest/*`, for tests that must know every one. */
  routes: readonly string[];
};

/** Puts the routes together. */
export function createGateway(services: Services): Gateway {
  const { auth, database, reports, exports, realtime, store, music, mailingList, analytics, leaving, returning } =
    services;
  const { artistName, dress, pages, recordings, providerPictures, pictures, icons, files, log } = services;
  const { publicUrl } = services;
  const headers = baseHeaders(publicUrl);
  const app = new Hono<Environment>();

  app.use(defaultHeaders({ ...headers, "Content-Security-Policy": CLOSED_POLICY }));
  app.onError((error, c) => {
    return c.env.hasGone?.() ? new Response(null, { status: CLIENT_GONE }) : answerUnknownError(c, error, log);
  });

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
  const { storeRequests, signUps } = limitRates(app, services);
  for (const path of ["/rest/*", "/auth/*", "/checkout/*", "/admin/api/*"]) app.use(path, limitBodies());
  app.route(
    "/rest/v1",
    createDatabaseRoutes({
      database,
      identify: auth.identify,
      audit: auth.oversight?.audit,
      limit: signUps,
      publicUrl,
      scheduler: services.scheduler,
    }),
  );
  app.route("/auth/v1", createAuthRoutes(auth, publicUrl));
  app.route("/api", createStoreRoutes({ store }));
  if (store.checkoutPages) app.route("/checkout", store.checkoutPages);
  app.route("/spotify", createMusicRoutes(music, { publicUrl, artistName, clock: services.clock }));
  app.route("/mailing-list", createMailingListRoutes(mailingList, { limit: signUps, publicUrl, log }));
  app.route("/analytics", createAnalyticsRoutes(analytics, publicUrl));
  if (leaving) {
    app.route(UNSUBSCRIBE_PATH, createUnsubscribeRoutes({ leaving, artistName, dress, log }));
  }
  if (returning) app.route(RETURN_PATH, createReturnRoutes({ returning, artistName, dress, log }));
  app.route("/audio", createAudioRoutes(recordings));
  app.route("/media", createMediaRoutes(providerPictures));

  if (exports) app.route("/admin/api", createDownloadRoutes(exports, auth.identify, auth.anonymousKey));
  const admin = new Hono<AdminVariables>();
  admin.use(requireAdmin(auth.identify, auth.anonymousKey));
  if (auth.oversight) admin.route("/", createOversightRoutes(auth.oversight));
  if (reports) admin.route("/", createReportRoutes(reports));
  if (exports) admin.route("/", createExportRoutes(exports));
  if (store.orderRoutes) admin.route("/", store.orderRoutes);
  if (analytics.report) admin.route("/", createVisitRoutes(analytics.report));
  admin.route("/", createMailRoutes(services.mail));
  admin.route("/", createContentRoutes(services.contentProblems, services.findDemo));
  if (services.checkUps) admin.route("/", createDoctorRoutes(services.checkUps));
  // What a provider keeps to itself, in words that the dashboard reads.
  admin.all("*", (c) => answerError(c, 404, "not_found", "There is no such address."));
  app.route("/admin/api", admin);

  app.route("/optimized", createPictureRoutes(pictures));

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
    mayQuestion: storeRequests.hasLeft,
    question(request, { key }) {
      // Over the limit it is refused on the usual way.
      if (!storeRequests(key).ok) return undefined;
      return store.ready?.(request) ?? (() => store.answer(request));
    },
    headers,
    realtime,
    routes: [...new Set(app.routes.map(({ path }) => path))],
  };
}

/** All that a browser may know. Addresses and keys in it are always the gateway's own. */
function publicConfigOf({ auth, database, store, music, mailingList, analytics, publicUrl, adminEmail }: Services) {
  const { shopDomain } = store;
  const placeOf = ({ isHosted }: { isHosted: boolean }) => (isHosted ? "hosted" : "builtin");
  return {
    database: { url: publicUrl, anonKey: auth.anonymousKey },
    // A bare host: clients put https:// and the path around it themselves.
    storefront: { domain: new URL(publicUrl).host, accessToken: store.accessToken, apiVersion: store.apiVersion },
    admin: { email: adminEmail, linkedSignIn: auth.linkedSignIn },
    music: { artistId: music.artistId },
    services: {
      database: placeOf(database),
      auth: placeOf(auth),
      store: shopDomain ? { hosted: true, shopDomain } : { hosted: false },
      music: placeOf(music),
      mailingList: placeOf(mailingList),
      analytics: placeOf(analytics),
    },
  };
}

/** A path without an ending is one a person typed or followed; so is one that a browser wants to show. */
function wantsDocument(path: string, accept = ""): boolean {
  return accept.includes("text/html") || !/\.[a-z0-9]{1,5}$/i.test(path);
}
