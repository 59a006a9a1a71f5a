import { authEndpoints } from "../auth-endpoints.ts";

/** The kind of body that an endpoint takes. */
export type BodyKind = "table" | "store" | "form" | "events" | "sign-in" | "export" | "mailing-list" | "query";

/** An endpoint of the gateway; `:name` stands for one segment of the path. */
export type Endpoint = {
  path: string;
  methods: readonly string[];
  bodyKind: BodyKind;
  /** Methods that tests also send with the owner's token. They neither end the owner's session nor empty the list. */
  ownersMethods: readonly string[];
};

const READS = ["GET", "HEAD", "OPTIONS"];

const at = (
  methods: string,
  path: string,
  bodyKind: BodyKind = "query",
  ownersMethods?: readonly string[],
): Endpoint => ({
  path,
  methods: methods.split(" "),
  bodyKind,
  ownersMethods: ownersMethods ?? [...READS, ...methods.split(" ")],
});

/** Requests that would end the owner's session. */
const ENDING = ["PUT /auth/v1/user", "POST /auth/v1/logout"];

const signInEndpoints = authEndpoints().map(({ method, path }) =>
  at(method, path, "sign-in", ENDING.includes(`${method} ${path}`) ? READS : undefined),
);

/** Every endpoint of the gateway. `endpoints.test.ts` fails if a mounted route is missing here. */
export const ENDPOINTS: readonly Endpoint[] = [
  at("GET", "/"),
  at("GET", "/healthz"),
  at("GET", "/config.json"),
  at("GET", "/:word"),
  at("GET", "/about/"),
  at("GET", "/admin"),
  at("GET", "/music/:album"),
  at("GET", "/shop/:handle"),
  at("GET", "/shows/:word"),
  at("GET", "/shows/embed?theme=:word"),
  at("GET", "/newsletters"),
  at("GET", "/newsletters?before=:number"),
  at("GET", "/newsletters/:number"),
  at("GET", "/newsletters/newsletters.css"),
  at("GET", "/newsletters.atom"),
  at("GET", "/content/:word.json"),
  at("GET", "/sitemap.xml"),
  at("GET", "/robots.txt"),
  at("GET", "/manifest.webmanifest"),
  at("GET", "/favicon.ico"),
  at("GET", "/assets/:word.js"),
  at("GET", "/optimized/:picture"),
  at("GET", "/optimized/store/:picture"),
  at("GET", "/press/:word"),
  at("GET", "/audio/:recording"),
  at("GET", "/audio/../:word"),
  at("GET", "/media/:word"),
  at("GET", "/realtime/v1/websocket"),
  at("POST", "/realtime/v1/api/broadcast", "table"),

  at("GET", "/rest/v1"),
  at("GET", "/rest/v1/"),
  // The owner sends no PATCH and no DELETE, because random requests would empty the list within a minute.
  at("GET POST PATCH DELETE", "/rest/v1/newsletter_subscribers", "table", [...READS, "POST"]),
  at("GET", "/rest/v1/subscribers_search", "table"),
  at("POST", "/rest/v1/rpc/:function", "table"),
  at("GET", "/rest/v1/:word", "table"),

  at("GET", "/auth/v1", "sign-in"),
  ...signInEndpoints,
  at("POST", "/auth/v1/token?grant_type=password", "sign-in"),
  at("POST", "/auth/v1/token?grant_type=refresh_token", "sign-in"),
  at("POST", "/auth/v1/token?grant_type=pkce", "sign-in"),
  at("POST", "/auth/v1/:word", "sign-in", READS),

  at("POST", "/api/2022-10/graphql.json", "store"),
  at("POST", "/api/2024-01/graphql", "store"),
  at("POST", "/api/unstable/graphql", "store"),
  at("POST", "/api/:word/graphql.json", "store"),

  at("GET", "/checkout/checkout.css"),
  at("GET", "/checkout/cart/:word"),
  at("GET", "/checkout/orders/:number"),
  at("POST", "/checkout/orders/:number/pay", "form"),
  at("POST", "/checkout/orders/:number/another-way", "form"),
  at("GET POST", "/checkout/orders/:number/withdraw", "form"),
  at("POST", "/checkout/stripe/webhook", "events"),
  at("POST", "/webhooks/bounces/ses", "events"),
  at("POST", "/webhooks/bounces/postmark", "events"),
  at("POST", "/webhooks/bounces/mailgun", "events"),
  at("GET", "/checkout/:word"),
  at("POST", "/checkout/:word/:action", "form"),
  at("POST", "/checkout/:word/:word/:word", "form"),

  at("POST", "/spotify/api/token", "form"),
  at("GET", "/spotify/v1/artists/:artist/albums"),
  at("GET", "/spotify/v1/:word"),
  at("GET", "/mailing-list/subscribe/post-json", "mailing-list"),
  at("GET", "/mailing-list/:word", "mailing-list"),
  at("POST", "/analytics/events", "events"),
  at("GET", "/unsubscribe/unsubscribe.css"),
  at("GET", "/unsubscribe/done"),
  at("GET POST", "/unsubscribe", "form"),
  at("GET", "/unsubscribe/:word"),
  at("GET", "/confirm/confirm.css"),
  at("GET", "/confirm/done"),
  at("GET POST", "/confirm", "form"),
  at("GET", "/confirm/:word"),
  at("GET", "/reminders/reminders.css"),
  at("GET", "/reminders/asked"),
  at("GET", "/reminders/confirmed"),
  at("GET", "/reminders/stopped"),
  at("POST", "/reminders", "form"),
  at("GET POST", "/reminders/confirm", "form"),
  at("GET POST", "/reminders/stop", "form"),
  at("GET", "/reminders/:word"),

  at("GET", "/admin/api/sessions"),
  at("DELETE", "/admin/api/sessions/:word", "query", READS),
  at("GET", "/admin/api/audit-log"),
  at("GET", "/admin/api/growth"),
  at("GET", "/admin/api/sources"),
  at("GET", "/admin/api/visits"),
  at("POST", "/admin/api/exports", "export"),
  at("GET DELETE", "/admin/api/exports/:word"),
  at("GET", "/admin/api/exports/:word/file"),
  at("GET", "/admin/api/orders"),
  at("GET", "/admin/api/orders/summary"),
  at("GET", "/admin/api/orders.csv"),
  at("GET", "/admin/api/orders/:number"),
  at("POST", "/admin/api/orders/:number/paid", "table"),
  at("POST", "/admin/api/orders/:number/shipped", "table"),
  at("POST", "/admin/api/orders/:number/refunded", "table"),
  at("POST", "/admin/api/orders/:number/cancelled", "table"),
  at("POST", "/admin/api/orders/:number/erased", "table"),
  at("GET", "/admin/api/content"),
  at("GET POST", "/admin/api/content/pictures?folder=images&name=:word", "table"),
  at("GET POST", "/admin/api/content/uploads?folder=music", "table"),
  at("GET PATCH DELETE", "/admin/api/content/uploads/:word", "table"),
  at("POST", "/admin/api/content/uploads/:word/file", "table"),
  at("GET", "/admin/api/content/files"),
  at("GET PATCH", "/admin/api/content/files/:word.json", "table"),
  at("DELETE", "/admin/api/content/files/:word/draft"),
  at("POST", "/admin/api/content/publications", "table"),
  at("DELETE", "/admin/api/content/schedule"),
  at("GET", "/admin/api/content/versions"),
  at("POST", "/admin/api/content/versions/:number/restore", "table"),
  at("POST", "/admin/api/content/versions/:number/undo", "table"),
  at("POST", "/admin/api/content/preview", "table"),
  at("POST", "/admin/api/content/own", "table"),
  at("GET POST", "/admin/api/newsletters", "table"),
  at("GET", "/admin/api/newsletters/choices"),
  at("POST", "/admin/api/newsletters/audience", "table"),
  at("GET PUT", "/admin/api/newsletters/settings", "table"),
  at("GET POST", "/admin/api/newsletters/mail-key"),
  at("GET", "/admin/api/newsletters/bounces"),
  at("POST", "/admin/api/newsletters/bounces/:number/lift"),
  at("GET PATCH DELETE", "/admin/api/newsletters/:number", "table"),
  at("POST", "/admin/api/newsletters/:number/preview"),
  at("POST", "/admin/api/newsletters/:number/test"),
  at("POST", "/admin/api/newsletters/:number/send", "table"),
  at("POST", "/admin/api/newsletters/:number/unschedule"),
  at("POST", "/admin/api/newsletters/:number/pause"),
  at("POST", "/admin/api/newsletters/:number/resume"),
  at("POST", "/admin/api/newsletters/:number/cancel"),
  at("GET", "/admin/api/newsletters/:number/recipients?state=sent"),
  at("POST", "/admin/api/newsletters/:number/doubts", "table"),
  at("GET", "/admin/preview/:word/:word"),
  at("GET", "/admin/api/mail"),
  at("POST", "/admin/api/people/file", "table"),
  at("POST", "/admin/api/people/consent", "table"),
  at("POST", "/admin/api/people/consent/delete", "table"),
  at("POST", "/admin/api/reminders/delete", "table"),
  // The owner starts no check-up, because it queries name servers and providers, which tests must not do.
  at("POST", "/admin/api/doctor", "query", READS),
  at("POST", "/admin/api/doctor/email", "table"),
  at("GET", "/admin/api/:word"),
];
