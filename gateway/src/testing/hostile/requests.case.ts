import { anyText } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { AUTH_FIELDS } from "../auth-endpoints.ts";
import { type BodyKind, ENDPOINTS, type Endpoint } from "./endpoints.case.ts";
import { KNOWN_NAMES } from "./full-site.case.ts";

/** A generated request. */
export type HostileRequest = {
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** The credentials that the request carries. */
  as: "nobody" | "visitor" | "owner";
};

const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS", "PROPFIND"];

const nasty = fc.constantFrom(
  "",
  "\u0000",
  "'; DROP TABLE newsletter_subscribers; --",
  "<script>alert(1)</script>",
  "😀".repeat(40),
  "../../../../etc/passwd",
  "%00%ff%2e%2e%2f",
  "__proto__",
  "constructor",
  "9".repeat(400),
  "-1",
  "1e999",
  "(((((((((((((((((((",
  "eq.",
  "in.(1,2",
  "é\u0301\u202e",
);
const word = fc.oneof(nasty, fc.string({ maxLength: 60 }), anyText(30)).map((text) => text.toWellFormed());
/** A path segment: usually any text in percent-encoding, sometimes characters that a router may misread. */
const segment = fc.oneof(
  { weight: 4, arbitrary: word.map(encodeURIComponent) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("%", "%zz", "%c0%af", "%2F..%2F", ".", "..", "%2e%2e", "a\\b", "//", ";x=1"),
  },
);
const value = fc.oneof(
  word,
  fc.integer(),
  fc.double(),
  fc.constant(null),
  fc.boolean(),
  fc.array(word, { maxLength: 3 }),
  fc.object({ maxDepth: 2 }),
);

/** Existing values for the named parts of a path, and a few more. */
const knownParts: Record<string, string[]> = {
  ...Object.fromEntries(Object.entries(KNOWN_NAMES).map(([part, name]) => [part, [name]])),
  number: ["0", "1", "1001"],
  action: ["contact", "delivery", "payment", "place", "codes"],
  artist: ["harbourline"],
  function: ["address_of_link", "leave_by_link", "list_secret", "removed_among", "hand_over_list", "take_over_list"],
  word: ["shop", "music", "about", "artist", "0a0b0c0d0e0f0a0b0c0d0e0f0a0b0c0d"],
};

const parameters = fc.dictionary(
  fc.oneof(
    fc.constantFrom(
      ...["select", "email", "order", "limit", "offset", "or", "and", "on_conflict", "columns"],
      ...["t", "key", "step", "v", "c", "u", "id", "EMAIL", "FNAME", "LNAME", "include_groups", "market"],
      ...[
        "before",
        "ticket",
        "status",
        "search",
        "grant_type",
        "redirect_to",
        "provider",
        "state",
        "code",
        "apikey",
        "vsn",
      ],
    ),
    word,
  ),
  word,
  { maxKeys: 4 },
);

const headers = fc.dictionary(
  fc.constantFrom(
    ...["prefer", "range", "if-range", "accept", "content-type", "accept-profile", "content-profile", "if-none-match"],
    ...["accept-encoding", "accept-language", "x-forwarded-for", "forwarded", "x-forwarded-host", "cookie", "origin"],
    ...["x-supabase-api-version", "x-shopify-storefront-access-token", "stripe-signature", "user-agent"],
    ...["sec-fetch-site", "dnt", "idempotency-key"],
  ),
  fc.oneof(
    fc.string({ unit: "grapheme-ascii", maxLength: 80 }).map((text) => text.replace(/[^\x20-\x7e]/g, "")),
    fc.constantFrom(
      "return=representation,count=exact",
      "0-9999999999999",
      "bytes=-5",
      "bytes=9-2,4-",
      "application/vnd.pgrst.object+json",
      "text/html",
      "cross-site",
      "null",
    ),
  ),
  { maxKeys: 4 },
);

const anything = fc.oneof(
  fc.constant(undefined),
  word,
  fc.json(),
  fc.constantFrom("[".repeat(20_000), "{}", "[]", "null", '{"email":["a@b.co"]}', `{"email":"${"a".repeat(300_000)}"}`),
);
const json = (keys: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...keys), value).map((body) => JSON.stringify(body));
const form = (keys: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...keys), word).map((fields) => new URLSearchParams(fields).toString());

const DOCUMENTS = [
  "query ($v: String) { products(first: 5, query: $v) { nodes { id title } pageInfo { endCursor } } }",
  "query ($v: String) { products(first: 2, after: $v) { edges { cursor } } }",
  "query ($v: [ID!]!) { nodes(ids: $v) { id } }",
  "query ($v: ID!) { cart(id: $v) { id lines(first: 3) { nodes { id } } } }",
  "mutation ($v: CartInput) { cartCreate(input: $v) { cart { id checkoutUrl } userErrors { code } } }",
  "mutation ($v: ID!) { cartLinesRemove(cartId: $v, lineIds: [$v]) { cart { id } userErrors { code } } }",
  "mutation ($v: CheckoutCreateInput!) { checkoutCreate(input: $v) { checkout { id webUrl } checkoutUserErrors { code } } }",
];

/** Bodies that are almost valid for the endpoint. */
const BODIES: Record<BodyKind, { type: string; body: fc.Arbitrary<string | undefined> }> = {
  query: { type: "application/json", body: fc.constant(undefined) },
  "mailing-list": { type: "application/json", body: fc.constant(undefined) },
  table: {
    type: "application/json",
    body: json(["email", "status", "source", "first_name", "subscribed_at", "token", "emails", "secret", "id"]),
  },
  "sign-in": {
    type: "application/json",
    body: json(AUTH_FIELDS),
  },
  store: {
    type: "application/json",
    body: fc
      .record({ query: fc.oneof(fc.constantFrom(...DOCUMENTS), word), variables: fc.record({ v: value }) })
      .map((body) => JSON.stringify(body)),
  },
  events: {
    type: "application/json",
    body: fc
      .array(
        fc.record({
          name: fc.constantFrom("page_view", "slide_change", "x"),
          params: fc.dictionary(fc.constantFrom("page_path", "item_name", "index"), value),
        }),
      )
      .map((events) => JSON.stringify({ events })),
  },
  export: { type: "application/json", body: json(["format", "filter", "search", "status", "order", "columns"]) },
  form: {
    type: "application/x-www-form-urlencoded",
    body: form(["key", "email", "country", "code", "t", "grant_type", "delivery", "note"]),
  },
};

function requestTo({ path, methods, bodyKind, ownersMethods }: Endpoint): fc.Arbitrary<HostileRequest> {
  const filled = path.split(/(:[a-z]+)/).map((part) => {
    if (!part.startsWith(":")) return fc.constant(part);
    const names = knownParts[part.slice(1)];
    return names ? fc.oneof(fc.constantFrom(...names), segment) : segment;
  });
  const { type, body } = BODIES[bodyKind];
  return fc
    .record({
      method: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...methods) },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      path: fc.tuple(...filled).map((parts) => parts.join("")),
      query: parameters,
      headers,
      body: fc.oneof({ weight: 2, arbitrary: body }, { weight: 1, arbitrary: anything }),
      as: fc.constantFrom("nobody" as const, "visitor" as const, "owner" as const),
    })
    .map(({ method, path, query, headers, body, as }) => ({
      method,
      target: `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(query)}`,
      headers: { "content-type": type, ...headers },
      body: ["GET", "HEAD"].includes(method) ? undefined : body,
      as: as === "owner" && !ownersMethods.includes(method) ? "visitor" : as,
    }));
}

/** Requests to random paths, most of which have no route. They never carry the owner's token. */
const toRandomPaths = fc
  .tuple(
    fc.constantFrom("nobody" as const, "visitor" as const),
    fc.constantFrom(...METHODS),
    fc.array(segment, { maxLength: 4 }),
  )
  .map(
    ([as, method, parts]): HostileRequest => ({
      as,
      method,
      target: `/${parts.join("/")}`,
      headers: {},
      body: undefined,
    }),
  );

/** Requests to every endpoint, and some to random paths. */
export const hostileRequests: fc.Arbitrary<HostileRequest> = fc.oneof(
  { weight: 1, arbitrary: toRandomPaths },
  { weight: 10, arbitrary: fc.constantFrom(...ENDPOINTS).chain(requestTo) },
);
