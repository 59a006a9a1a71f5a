import type { ContentProblem } from "@porchlight/protocol/admin.ts";
import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import type { DemoState } from "@porchlight/protocol/demo.ts";
import type { MailboxProblem } from "@porchlight/protocol/mail.ts";
import { NEWSLETTERS_FEED_PATH, NEWSLETTERS_PATH } from "@porchlight/protocol/newsletters.ts";
import { REMINDERS_PATH } from "@porchlight/protocol/reminders.ts";
import { Hono, type HonoRequest } from "hono";
import { STRIPE_WEBHOOK_PATH } from "./config/provider-settings.ts";
import type { CheckUps } from "./doctor/check-ups.ts";
import { createDoctorRoutes } from "./doctor/routes.ts";
import { compressJson } from "./http/compress-json.ts";
import { defaultHeaders } from "./http/default-headers.ts";
import {
  type ErrorShape,
  respondToUnhandledError,
  respondWithError,
  shapeErrors,
  TEXT_ERRORS,
} from "./http/error-response.ts";
import { type Prepared, respond } from "./http/prepared.ts";
import { createRateLimit, type RateLimit } from "./http/rate-limit.ts";
import { createRequestLimits, type Limit, limitBodies, limitBy } from "./http/request-limits.ts";
import type { RequestOrigin } from "./http/request-origin.ts";
import { baseHeaders, CLOSED_POLICY } from "./http/security-headers.ts";
import { CLIENT_GONE, type ServedGateway } from "./http/server.ts";
import { createSignUpLimits, type SignUpLimit } from "./http/sign-up-limit.ts";
import type { UnreadBytes } from "./http/unread-bytes.ts";
import type { Logger } from "./lib/log.ts";
import type { Scheduler } from "./lib/scheduler.ts";
import type { PictureStore } from "./media/pictures/picture-store.ts";
import { createPictureRoutes } from "./media/pictures/routes.ts";
import { createPictureUploads } from "./media/pictures/store-upload.ts";
import { createPressRoutes, DOWNLOAD_RATE } from "./media/press/routes.ts";
import type { ProviderPictures } from "./media/provider-pictures/provider-pictures.ts";
import { createMediaRoutes } from "./media/provider-pictures/routes.ts";
import type { Recordings } from "./media/recordings/recordings.ts";
import { createAudioRoutes } from "./media/recordings/routes.ts";
import type { Icons } from "./pages/icons.ts";
import type { Identity } from "./pages/identity.ts";
import type { Pages } from "./pages/pages.ts";
import { PREVIEW_PATH, type Previews } from "./pages/previews.ts";
import { createVisitRoutes } from "./services/analytics/admin-routes.ts";
import type { AnalyticsService } from "./services/analytics/contract.ts";
import { createAnalyticsRoutes, EVENT_RATE } from "./services/analytics/routes.ts";
import { createOversightRoutes } from "./services/auth/admin-routes.ts";
import type { AuthService } from "./services/auth/contract.ts";
import { AUTH_ERRORS, AUTHORIZE_PATH, createAuthRoutes, REFRESH_RATE } from "./services/auth/routes.ts";
import { createContentRoutes } from "./services/content/admin-routes.ts";
import { createEditingRoutes, type EditingRoutesDeps } from "./services/content/editing-routes.ts";
import { createPictureUploadRoutes, PICTURES_PATH } from "./services/content/picture-routes.ts";
import {
  createFileUploadRoutes,
  type FileUploadDeps,
  UPLOAD_RATE,
  UPLOADS_PATH,
} from "./services/content/upload-routes.ts";
import { createReportRoutes } from "./services/database/admin-routes.ts";
import type { DatabaseService } from "./services/database/contract.ts";
import type { Exports } from "./services/database/exports/contract.ts";
import { createDownloadRoutes, createExportRoutes } from "./services/database/exports/routes.ts";
import type { SubscriberReports } from "./services/database/reports.ts";
import { createDatabaseRoutes, TABLE_ERRORS } from "./services/database/routes.ts";
import { createServiceKeyCheck } from "./services/database/service-key.ts";
import { createMailRoutes } from "./services/mail/admin-routes.ts";
import type { MailService } from "./services/mail/contract.ts";
import type { MailingListService } from "./services/mailing-list/contract.ts";
import { createMailingListRoutes, MAILING_LIST_ERRORS } from "./services/mailing-list/routes.ts";
import type { MusicService } from "./services/music/contract.ts";
import { createMusicRoutes, MUSIC_ERRORS } from "./services/music/routes.ts";
import { createArchiveRoutes } from "./services/newsletter/archive/routes.ts";
import { BOUNCE_WEBHOOKS_PATH, WEBHOOK_RATE } from "./services/newsletter/bounces/webhooks/routes.ts";
import type { NewsletterService } from "./services/newsletter/contract.ts";
import { createNewsletterRoutes, type MailKeys } from "./services/newsletter/routes.ts";
import { createPeopleRoutes, type People } from "./services/people/routes.ts";
import type { RealtimeService } from "./services/realtime/contract.ts";
import type { Client } from "./services/shared/caller.ts";
import type { PageTheme } from "./services/shared/plain-page/document.ts";
import { type AdminVariables, requireAdmin } from "./services/shared/require-admin.ts";
import { RETURN_PATH, type Returning } from "./services/shared/resubscribe.ts";
import type { UnsubscribeService } from "./services/shared/unsubscribe.ts";
import { createReminderAdminRoutes } from "./services/shows/reminders/admin-routes.ts";
import type { Reminders } from "./services/shows/reminders/contract.ts";
import { CONFIRM_PATH, STOP_PATH } from "./services/shows/reminders/reminder-links.ts";
import { createReminderRoutes } from "./services/shows/reminders/routes.ts";
import type { StoreService } from "./services/store/contract.ts";
import { STOREFRONT_ERRORS } from "./services/store/errors.ts";
import { createStoreFastPath, STORE_RATE } from "./services/store/fast-path.ts";
import { createStoreRoutes } from "./services/store/routes.ts";
import { UNSUBSCRIBE_PATH, UNSUBSCRIBE_RATE } from "./services/unsubscribe/links.ts";
import { createReturnRoutes } from "./services/unsubscribe/return-routes.ts";
import { createUnsubscribeRoutes } from "./services/unsubscribe/routes.ts";

/** The dependencies of the gateway, opened and chosen by `main.ts`. */
export type Services = {
  auth: AuthService;
  database: DatabaseService;
  /** Absent where the database has no reports. */
  reports?: SubscriberReports;
  exports?: Exports;
  /** The problems in the owner's files: what the site cannot use. */
  contentProblems: () => ContentProblem[];
  /** The parts of the owner's files that are still the demo's; undefined when the search failed. */
  findDemo: () => Promise<DemoState | undefined>;
  /** The parts with which the owner edits the content; absent if the site has no editor. */
  editing?: Pick<EditingRoutesDeps, "editor" | "makeOwn"> & FileUploadDeps & { previews: Previews };
  /** The owner's health check. */
  checkUps?: CheckUps;
  realtime?: RealtimeService;
  store: StoreService;
  music: MusicService;
  mailingList: MailingListService;
  analytics: AnalyticsService;
  mail: Pick<MailService, "isSending" | "countWaiting">;
  /** Unsubscribes fans who follow the link in an email. */
  unsubscribing?: UnsubscribeService;
  /** Confirms sign-ups when people follow the link in an email; absent when no email can be sent. */
  returning?: Returning;
  /** Emails about shows that people asked for; absent when no email can be sent. */
  reminders?: Reminders | undefined;
  /** Newsletters, and the key that signs them; absent where nobody writes any. */
  newsletters?: NewsletterService;
  mailKey?: MailKeys;
  /** Receives the reports of mail providers about bounced emails. */
  bounceWebhooks?: Hono;
  /** What the data file stores about people. */
  people?: People;
  /** Deletes the requests of an address for emails about shows. @returns how many requests it deleted */
  deleteReminders: (email: string) => Promise<number>;
  /** Finds why the owner has to look at the mailbox of bounces. */
  findMailboxProblem?: () => MailboxProblem | undefined;
  /** The artist's current name. */
  artistName: () => string;
  /** The artist's current language, as browsers name it. */
  language: () => string;
  /** The site's current theme, for pages without script. */
  pageTheme: () => PageTheme;
  pages: Pages;
  recordings: Recordings;
  providerPictures: ProviderPictures;
  pictures: PictureStore;
  icons: Icons;
  identity: Pick<Identity, "find">;
  /** Built files by path. */
  files: Map<string, Prepared>;
  publicUrl: string;
  adminEmail: string;
  /** Whether the data file can be written. */
  isHealthy: () => boolean;
  log: Logger;
  /** Divides processor time between clients; the store shares it. Absent where no client is charged. */
  scheduler?: Scheduler;
  /** Counts responses that are not read yet. Undefined when limits are off. */
  unread?: UnreadBytes | undefined;
  /** Whether rate limits apply. */
  limits: boolean;
  clock: () => Date;
  /** Milliseconds on a clock that never goes back, for limits. */
  now?: () => number;
};

/** The origin and the client of a request, available to every route. */
type Environment = { Bindings: RequestOrigin } & { Variables: { client: Client } };

/** The gateway. It answers requests with services that `main.ts` has opened. */
export type Gateway = Omit<ServedGateway, "fetch"> & {
  /** Answers any request. */
  fetch: (request: Request, origin?: RequestOrigin) => Response | Promise<Response>;
  /** Paths of all routes, such as `/admin/api/orders/:id` and `/rest/*`. A test checks that it covers all of these. */
  routes: readonly string[];
};

/** Longest query that a redirect repeats, in characters. */
const LONG_QUERY = 1_000;

/** Errors of the services whose clients expect a shape of their own. */
const ERROR_SHAPES: readonly [path: string, shape: ErrorShape][] = [
  ["/rest/*", TABLE_ERRORS],
  ["/auth/*", AUTH_ERRORS],
  ["/api/*", STOREFRONT_ERRORS],
  ["/spotify/*", MUSIC_ERRORS],
  ["/mailing-list/*", MAILING_LIST_ERRORS],
  ["/checkout/*", TEXT_ERRORS],
  [`${UNSUBSCRIBE_PATH}/*`, TEXT_ERRORS],
  [`${RETURN_PATH}/*`, TEXT_ERRORS],
  [`${REMINDERS_PATH}/*`, TEXT_ERRORS],
];

/** Puts the routes together. */
export function createGateway(services: Services): Gateway {
  const { auth, database, reports, exports, realtime, store, music, mailingList, analytics, unsubscribing, returning } =
    services;
  const { artistName, pageTheme, pages, recordings, providerPictures, pictures, icons, identity, files, log } =
    services;
  const { publicUrl } = services;
  const headers = baseHeaders(publicUrl);
  const app = new Hono<Environment>();

  app.use(defaultHeaders({ ...headers, "Content-Security-Policy": CLOSED_POLICY }));
  app.onError((error, c) => {
    return c.env.hasGone?.() ? new Response(null, { status: CLIENT_GONE }) : respondToUnhandledError(c, error, log);
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

  for (const [path, shape] of ERROR_SHAPES) app.use(path, shapeErrors(shape));
  app.use(async (c, next) => {
    const { key, address } = c.env;
    c.set("client", { key, address, userAgent: c.req.header("User-Agent") ?? "" });
    await next();
  });
  const { storeRequests, signUps, reminders: reminderLimit } = limitRequests(app, services);
  for (const path of ["/rest/*", "/checkout/*", `${BOUNCE_WEBHOOKS_PATH}/*`]) app.use(path, limitBodies);
  // An upload has a limit of its own, and is not in memory.
  app.use("/admin/api/*", (c, next) => (isUpload(c.req) ? next() : limitBodies(c, next)));
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
  app.route("/api", createStoreRoutes({ store, scheduler: services.scheduler }));
  if (store.checkoutPages) app.route("/checkout", store.checkoutPages);
  app.route("/spotify", createMusicRoutes(music, { publicUrl, artistName, clock: services.clock }));
  // A provider may send an email to each address, to confirm it.
  const limit = mailingList.isHosted ? reminderLimit : signUps;
  app.route("/mailing-list", createMailingListRoutes(mailingList, { limit, publicUrl, log }));
  app.route("/analytics", createAnalyticsRoutes(analytics, publicUrl, services.newsletters?.countVisit));
  if (unsubscribing) {
    const onUnsubscribed = services.newsletters?.noteUnsubscribed;
    app.route(UNSUBSCRIBE_PATH, createUnsubscribeRoutes({ unsubscribing, onUnsubscribed, artistName, pageTheme, log }));
  }
  if (returning) app.route(RETURN_PATH, createReturnRoutes({ returning, artistName, pageTheme, log }));
  const { reminders } = services;
  if (reminders) {
    app.route(
      REMINDERS_PATH,
      createReminderRoutes({ reminders, publicUrl, limit: reminderLimit, artistName, pageTheme, log }),
    );
  }
  // Reports of providers are parsed before their signature is known to be right.
  const { scheduler } = services;
  if (scheduler) app.use(`${BOUNCE_WEBHOOKS_PATH}/*`, (c, next) => scheduler.run(c.get("client").key, next));
  if (services.bounceWebhooks) app.route(BOUNCE_WEBHOOKS_PATH, services.bounceWebhooks);
  app.route("/audio", createAudioRoutes(recordings));
  app.route(
    SCREEN_PATHS.press,
    createPressRoutes(pages.pressKit, (error) => log.error({ err: error }, "a file of the press kit was not closed")),
  );
  app.route("/media", createMediaRoutes(providerPictures));
  const { newsletters, language } = services;
  if (newsletters) {
    const { published } = newsletters;
    app.route("/", createArchiveRoutes({ newsletters: published, pageTheme, artistName, language, publicUrl }));
  }

  if (exports) app.route("/admin/api", createDownloadRoutes(exports, auth.identify, auth.anonymousKey));
  const admin = new Hono<AdminVariables & { Bindings: RequestOrigin }>();
  admin.use(requireAdmin(auth.identify, auth.anonymousKey), compressJson);
  if (auth.oversight) admin.route("/", createOversightRoutes(auth.oversight));
  if (reports) admin.route("/", createReportRoutes(reports));
  if (exports) admin.route("/", createExportRoutes(exports));
  if (store.orderRoutes) admin.route("/", store.orderRoutes);
  if (analytics.report) admin.route("/", createVisitRoutes(analytics.report));
  admin.route("/", createMailRoutes(services.mail, services.findMailboxProblem));
  admin.route("/", createReminderAdminRoutes(services.deleteReminders));
  admin.route("/", createContentRoutes(services.contentProblems, services.findDemo, pictures.progress));
  if (services.editing) {
    const { audit } = auth.oversight ?? {};
    const { clock } = services;
    const { previews } = services.editing;
    const openPreview: EditingRoutesDeps["openPreview"] = (path, authorization) =>
      previews.open(path, async () => {
        const now = await auth.identify({ apikey: auth.anonymousKey, authorization });
        // A token may expire while the owner looks at pages. An ended session ends the preview.
        return now.ok ? now.caller.role === "authenticated" && now.caller.admin : now.reason === "expired-token";
      });
    admin.route("/", createEditingRoutes({ ...services.editing, openPreview, audit, clock }));
    const { refreshPictures } = pages;
    const uploads = createPictureUploads({ clock });
    admin.route("/", createPictureUploadRoutes({ ...services.editing, uploads, pictures, refreshPictures }));
    admin.route("/", createFileUploadRoutes(services.editing));
  }
  if (services.people) {
    admin.route("/", createPeopleRoutes({ people: services.people, audit: auth.oversight?.audit }));
  }
  const { mailKey } = services;
  if (newsletters && mailKey) {
    const { audit } = auth.oversight ?? {};
    admin.route("/", createNewsletterRoutes({ newsletters, mailKey, audit, clock: services.clock }));
  }
  if (services.checkUps) admin.route("/", createDoctorRoutes(services.checkUps));
  // Reports and exports that a provider does not offer. The dashboard knows this error.
  admin.all("*", (c) => respondWithError(c, 404, "not_found", "There is no such address."));
  app.route("/admin/api", admin);

  app.route("/optimized", createPictureRoutes(pictures));
  app.get(`${PREVIEW_PATH}/*`, async (c) => {
    const shown = await services.editing?.previews.respond(c.req.path);
    return shown ?? respondWithError(c, 404, "not_found", "This preview has ended. Open it again from the dashboard.");
  });

  app.on(["GET", "HEAD"], "*", (c) => {
    const { path } = c.req;
    const { pathname, search: query } = new URL(c.req.url);
    const found = preparedAt(path, query);
    if (found) return respond(found, c.req.raw);
    // One address for each page: /about/ leads to /about.
    const trimmed = path.endsWith("/") ? path.slice(0, -1) : path;
    if (trimmed !== path && pages.find(trimmed)) {
      // A proxy may count a response with a long header as a failure of the gateway.
      const target = pathname.slice(0, -1);
      return c.redirect(query.length > LONG_QUERY ? target : target + query, 308);
    }
    if (wantsDocument(path, c.req.header("Accept"))) return respond(pages.notFound(), c.req.raw);
    return respondWithError(c, 404, "not_found", "Not found.");
  });
  app.all("*", (c) => {
    c.header("Allow", "GET, HEAD");
    return respondWithError(c, 405, "method_not_allowed", "This address can only be read.");
  });

  function preparedAt(path: string, query?: string): Prepared | undefined {
    return (
      files.get(path) ??
      icons.find(path) ??
      identity.find(path) ??
      services.editing?.previews.find(path) ??
      pages.find(path, query)
    );
  }

  return {
    fetch: (request, origin = { key: "in-memory", address: "in-memory" }) => app.fetch(request, origin),
    prepared: preparedAt,
    fastPath: createStoreFastPath(store, storeRequests, services.scheduler),
    unread: services.unread,
    headers,
    realtime,
    routes: [...new Set(app.routes.map(({ path }) => path))],
  };
}

/**
 * Limits requests before the routes. Services with unusual requests pass their own rate.
 *
 * @returns the limits that are not checked by path; both undefined where limits are off
 */
function limitRequests(
  app: Hono<Environment>,
  { limits, auth, returning, newsletters, now = () => performance.now() }: Services,
): { storeRequests?: RateLimit; signUps?: SignUpLimit; reminders?: SignUpLimit } {
  if (!limits) return {};
  const { reads, readsAndChanges } = createRequestLimits(now);
  const shared = readsAndChanges();
  for (const path of ["/spotify/*", "/mailing-list/*", `${RETURN_PATH}/*`]) app.use(path, shared);
  // The dashboard saves while the owner types.
  const edits = readsAndChanges({ isRead: ({ path }) => path.startsWith("/admin/api/content/") || undefined });
  const pieces = createRateLimit(UPLOAD_RATE, now);
  const limitPieces = limitBy(({ env }) => pieces(env.key));
  const limitAdmin: Limit = (c, next) => (isPiece(c.req) ? limitPieces(c, next) : edits(c, next));
  app.use("/admin/api/*", limitAdmin);
  // Mail providers send the requests of all their users from a few addresses. So this path has the rate of
  // unsubscribing.
  app.use(STOP_PATH, readsAndChanges({ changeRate: UNSUBSCRIBE_RATE }));
  for (const path of [REMINDERS_PATH, CONFIRM_PATH]) app.use(path, shared);
  // The pattern matches `/newsletters` too.
  for (const path of [`${NEWSLETTERS_PATH}/*`, NEWSLETTERS_FEED_PATH]) app.use(path, shared);
  app.use(`${BOUNCE_WEBHOOKS_PATH}/*`, readsAndChanges({ changeRate: WEBHOOK_RATE }));
  app.use("/rest/*", readsAndChanges({ isExempt: createServiceKeyCheck(auth.identify, reads) }));
  // Stripe sends events in bursts from few addresses. They are charged to the processor time of their sender.
  app.use("/checkout/*", readsAndChanges({ isRead: ({ path }) => path === STRIPE_WEBHOOK_PATH || undefined }));
  // The pattern matches `/unsubscribe` too.
  app.use(`${UNSUBSCRIBE_PATH}/*`, readsAndChanges({ changeRate: UNSUBSCRIBE_RATE }));

  const downloads = createRateLimit(DOWNLOAD_RATE, now);
  app.use(
    `${SCREEN_PATHS.press}/:name`,
    limitBy(({ env }) => downloads(env.key)),
  );
  const events = createRateLimit(EVENT_RATE, now);
  app.use(
    "/analytics/*",
    limitBy(({ env }) => events(env.key)),
  );
  const storeRequests = createRateLimit(STORE_RATE, now);
  app.use(
    "/api/*",
    limitBy(({ env }) => storeRequests(env.key), { code: "throttled" }),
  );
  const refreshes = createRateLimit(REFRESH_RATE, now);
  // A client ends its session after any 4xx and retries after a 503.
  const limitRefreshes = limitBy(({ env }) => refreshes(env.key), { status: 503 });
  const limitSignIn = readsAndChanges({ isRead: ({ path }) => (path === AUTHORIZE_PATH ? false : undefined) });
  const limitAuth: Limit = async (c, next) => {
    const grant = c.req.path === "/auth/v1/token" ? c.req.query("grant_type") : undefined;
    // The auth service limits these itself: it knows whether the browser at an address has signed in before.
    if (grant === "password") return next();
    return grant === "refresh_token" ? limitRefreshes(c, next) : limitSignIn(c, next);
  };
  app.use("/auth/*", limitAuth);
  // Sign-ups are confirmed only if the gateway can send the link.
  const isEmailed = () => returning !== undefined && newsletters?.settings().isConfirmed === true;
  return { storeRequests, ...createSignUpLimits(now, isEmailed) };
}

/** Whether a request sends a piece of a file. An upload has hundreds of pieces. */
function isPiece({ method, path }: HonoRequest): boolean {
  return method === "PATCH" && path.startsWith(`/admin/api${UPLOADS_PATH}/`);
}

/** Whether the body of a request goes to the disk as it arrives. */
function isUpload(request: HonoRequest): boolean {
  return request.path === `/admin/api${PICTURES_PATH}` || isPiece(request);
}

/** The configuration that every browser may read. Its addresses and keys are the gateway's own, never a provider's. */
function publicConfigOf({ auth, database, store, music, mailingList, analytics, publicUrl, adminEmail }: Services) {
  const { shopDomain } = store;
  const placeOf = ({ isHosted }: { isHosted: boolean }) => (isHosted ? "hosted" : "builtin");
  return {
    database: { url: publicUrl, anonKey: auth.anonymousKey },
    // A bare host: clients add https:// and the path themselves.
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

/** Whether the requester wants a page: a browser accepts HTML, and a path that a person types has no file extension. */
function wantsDocument(path: string, accept = ""): boolean {
  return accept.includes("text/html") || !/\.[a-z0-9]{1,5}$/i.test(path);
}
