/**
 * The rules by which Mozilla's HTTP Observatory scores an answer. Source: github.com/mdn/mdn-http-observatory, read in
 * November 2026: `src/grader/charts.js` for the points, `src/analyzer/tests` for when they are given. Two of its tests
 * need a network and are not here: the way from http to https, which is Caddy's, and the list of preloaded hosts.
 */

/** Points that each test gives or takes. */
export type Points = Record<(typeof TESTS)[number]["name"], number>;

/** Score from which on bonus points count. */
const MINIMUM_FOR_BONUS = 90;
const SIX_MONTHS_S = 15_552_000;
const BROAD = ["ftp:", "http:", "https:", "*", "http://*", "http://*.*", "https://*", "https://*.*"];
const UNSAFE = [...BROAD, "'unsafe-inline'", "data:"];
const PRIVATE_REFERRERS = ["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"];

type Answer = { headers: Headers; html: string };
type Policy = Map<string, string[]>;

const TESTS = [
  { name: "content-security-policy", points: ({ headers }) => pointsOfPolicy(policyOf(headers)) },
  { name: "cookies", points: ({ headers }) => pointsOfCookies(headers.getSetCookie()) },
  {
    name: "cross-origin-resource-sharing",
    points: ({ headers }) =>
      (headers.get("access-control-allow-origin") ?? "*") !== "*" && headers.has("access-control-allow-credentials")
        ? -50
        : 0,
  },
  {
    name: "referrer-policy",
    points: ({ headers }) => {
      const value = headers.get("referrer-policy");
      if (value === null) return 0;
      return PRIVATE_REFERRERS.includes(value) ? 5 : -5;
    },
  },
  {
    name: "strict-transport-security",
    points: ({ headers }) => {
      const seconds = /^max-age=(\d+)/.exec(headers.get("strict-transport-security") ?? "")?.[1];
      if (seconds === undefined) return -20;
      return Number(seconds) < SIX_MONTHS_S ? -10 : 0;
    },
  },
  { name: "subresource-integrity", points: ({ html }) => pointsOfScripts(html) },
  {
    name: "x-content-type-options",
    points: ({ headers }) => (headers.get("x-content-type-options") === "nosniff" ? 0 : -5),
  },
  {
    name: "x-frame-options",
    points: ({ headers }) => {
      if (policyOf(headers).has("frame-ancestors")) return 5;
      return /^(deny|sameorigin)$/i.test(headers.get("x-frame-options") ?? "") ? 0 : -20;
    },
  },
  {
    name: "cross-origin-resource-policy",
    points: ({ headers }) => {
      const value = headers.get("cross-origin-resource-policy");
      if (value === "same-origin" || value === "same-site") return 10;
      return value === null || value === "cross-origin" ? 0 : -5;
    },
  },
] as const satisfies { name: string; points: (answer: Answer) => number }[];

/** What each test gives for an answer, and the score: 100 and more is an A+. */
export async function observe(answer: Response): Promise<{ points: Points; score: number }> {
  const isDocument = answer.headers.get("content-type")?.startsWith("text/html") === true;
  const seen: Answer = { headers: answer.headers, html: isDocument ? await answer.text() : "" };
  // One entry for each of the names.
  const points = Object.fromEntries(TESTS.map((one) => [one.name, one.points(seen)])) as Points;
  const sum = (of: number[]) => of.reduce((all, one) => all + one, 0);
  const withoutBonus = 100 + sum(Object.values(points).filter((one) => one < 0));
  return { points, score: withoutBonus >= MINIMUM_FOR_BONUS ? 100 + sum(Object.values(points)) : withoutBonus };
}

function policyOf(headers: Headers): Policy {
  const parts = (headers.get("content-security-policy") ?? "").split(";").map((part) => part.trim().toLowerCase());
  return new Map(parts.filter(Boolean).map((part) => [part.split(/\s+/)[0] ?? "", part.split(/\s+/).slice(1)]));
}

function pointsOfPolicy(policy: Policy): number {
  if (policy.size === 0) return -25;
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get("default-src") ?? ["*"];
  const has = (name: string, some: string[]) => sourcesOf(name).some((source) => some.includes(source));
  if (has("script-src", UNSAFE) || has("object-src", BROAD)) return -20;
  const isPlain = ([, sources]: [string, string[]]) => sources.some((source) => /^(http|ftp):/.test(source));
  const plain = [...policy].filter(isPlain).map(([name]) => name);
  if (plain.some((name) => name !== "img-src" && name !== "media-src")) return -20;
  if (has("script-src", ["'unsafe-eval'"]) || has("style-src", ["'unsafe-eval'"]) || plain.length > 0) return -10;
  if (has("style-src", UNSAFE)) return 0;
  return policy.get("default-src")?.join(" ") === "'none'" ? 10 : 5;
}

function pointsOfCookies(cookies: string[]): number {
  if (cookies.length === 0) return 0;
  if (cookies.some((cookie) => !/; Secure(;|$)/i.test(cookie))) return -20;
  const isSession = (cookie: string) => /^[^=]*(login|sess)/i.test(cookie);
  if (cookies.some((cookie) => isSession(cookie) && !/; HttpOnly(;|$)/i.test(cookie))) return -30;
  return cookies.every((cookie) => /; SameSite=(Lax|Strict)(;|$)/i.test(cookie)) ? 5 : 0;
}

/** Scripts of another site need a checksum. */
function pointsOfScripts(html: string): number {
  const foreign = [...html.matchAll(/<script[^>]*\ssrc="((?:https?:)?\/\/[^"]*)"[^>]*>/g)];
  if (foreign.length === 0) return 0;
  if (foreign.some(([, src]) => !src?.startsWith("https:"))) return -50;
  return foreign.every(([tag]) => tag.includes(" integrity=")) ? 5 : -5;
}
