import { parseMailingListResponse } from "@porchlight/protocol/mailing-list.ts";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { Client } from "../shared/caller.ts";
import { aSubscriberList } from "./a-subscriber-list.case.ts";
import { createBuiltinMailingList } from "./builtin.ts";
import { MailingListError, type MailingListService } from "./contract.ts";
import { createMailingListRoutes, type MailingListRoutesOptions } from "./routes.ts";

/** The routes as the gateway mounts them, by default with the built-in list. */
function create(list?: MailingListService, options: Partial<MailingListRoutesOptions> = {}) {
  const subscribers = aSubscriberList();
  const logged: object[] = [];
  const app = new Hono<{ Variables: { client: Client } }>();
  app.use(async (c, next) => {
    const key = c.req.header("X-From") ?? "a fan";
    c.set("client", { key, address: key, userAgent: "" });
    await next();
  });
  const log = { warn: (fields: object) => void logged.push(fields) };
  const publicUrl = "https://artist.example";
  const routes = createMailingListRoutes(list ?? createBuiltinMailingList({ subscribers }), {
    publicUrl,
    log,
    ...options,
  });
  app.route("/mailing-list", routes);
  const ask = (query: string, init?: RequestInit) => app.request(`/mailing-list/subscribe/post-json?${query}`, init);
  return { ask, signUps: subscribers.signUps, logged };
}

/** The result in a response without a callback. */
async function resultOf(response: Response): Promise<unknown> {
  return parseMailingListResponse(await response.text(), "none")?.result;
}

const ANN = "u=1&id=2&EMAIL=Ann%40Example.com&FNAME=Ann&LNAME=O%27Hara";

/** A list that rejects every sign-up with this message. */
const listThatSays = (msg: string): MailingListService => ({
  isHosted: true,
  subscribe: async () => ({ result: "error", msg }),
});

describe("a response", () => {
  it("calls the requested callback, and has headers against sniffing and caching", async () => {
    const { ask, signUps } = create();
    const response = await ask(`${ANN}&c=__jp0`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("application/javascript; charset=utf-8");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.text()).toBe(
      '__jp0({"result":"success","msg":"If the address needs confirming, there is an email waiting for you."})',
    );
    expect(signUps).toMatchObject([{ email: "ann@example.com", first_name: "Ann", last_name: "O'Hara" }]);
  });

  it("is plain JSON without a callback", async () => {
    const response = await create().ask(ANN);
    expect(response.headers.get("Content-Type")).toBe("application/json");
    expect(await response.json()).toMatchObject({ result: "success" });
  });

  it("has status 200 even for a rejected sign-up", async () => {
    const { ask } = create();
    await ask(ANN);
    const again = await ask(`${ANN}&c=cb`);
    expect([again.status, await again.text()]).toEqual([
      200,
      'cb({"result":"error","msg":"Email already subscribed"})',
    ]);
    const nothing = await ask("c=cb");
    expect([nothing.status, await nothing.text()]).toEqual([
      200,
      'cb({"result":"error","msg":"Please enter a valid email address"})',
    ]);
  });

  it("cannot end its script or its line", async () => {
    const msg = "</script><script>alert(1)//\u2028\u2029";
    const text = await (await create(listThatSays(msg)).ask(`${ANN}&c=cb`)).text();
    expect(text).toBe('cb({"result":"error","msg":"\\u003c/script>\\u003cscript>alert(1)//\\u2028\\u2029"})');
    expect(JSON.parse(text.slice(3, -1)).msg).toBe(msg);
  });

  it.each(["_", "$", "jQuery1830_17", `a${"b".repeat(63)}`])("may call %s", async (name) => {
    expect(await (await create().ask(`${ANN}&c=${encodeURIComponent(name)}`)).text()).toMatch(`${name}({`);
  });
});

describe("a callback that is not a plain identifier", () => {
  it.each([
    "",
    "alert(1)//",
    "a.b",
    "a[0]",
    "1a",
    "a b",
    "<script>alert(1)</script>",
    "a;b",
    "a\nb",
    "a\u2028",
    "ab\0",
    "é",
    "function(){}",
    "a".repeat(65),
    "a".repeat(10_000),
  ])("is rejected, not repeated and not called, and nobody joins: %j", async (name) => {
    const { ask, signUps } = create();
    const response = await ask(`${ANN}&c=${encodeURIComponent(name)}`);
    expect(response.status).toBe(400);
    expect(response.headers.get("Content-Type")).toBe("application/json");
    expect(await response.json()).toEqual({
      result: "error",
      msg: "c must be the name of a function: letters, digits, _ and $, 64 at most.",
    });
    expect(signUps).toEqual([]);
  });
});

describe("a malformed query", () => {
  it.each([
    ["two emails", "EMAIL=ann@example.com&EMAIL=ben@example.com", "EMAIL was sent twice."],
    ["a broken percent sign", "EMAIL=ann%4@example.com", "A percent sign in EMAIL cannot be decoded."],
    ["half a character", "EMAIL=ann@example.com&FNAME=%ED%A0%80", "A percent sign in FNAME cannot be decoded."],
    ["Latin-1", "EMAIL=ann@example.com&LNAME=M%FCller", "A percent sign in LNAME cannot be decoded."],
  ])("is rejected with a clear message: %s", async (_, query, problem) => {
    const { ask, signUps } = create();
    const response = await ask(query);
    expect([response.status, await response.json()]).toEqual([400, { result: "error", msg: problem }]);
    expect(signUps).toEqual([]);
  });

  it.each([
    ["two emails", "EMAIL=ann@example.com&EMAIL=ben@example.com&c=cb", "EMAIL was sent twice."],
    ["two callbacks", `${ANN}&c=cb&c=alert`, "c was sent twice."],
  ])("is rejected by a call of its callback, if it has one: %s", async (_, query, problem) => {
    const { ask, signUps } = create();
    const response = await ask(query);
    expect([response.status, await response.text()]).toEqual([200, `cb({"result":"error","msg":"${problem}"})`]);
    expect(signUps).toEqual([]);
  });

  it.each([
    ["a NUL", "EMAIL=ann%00@example.com"],
    ["a name of 10 kB", `${ANN}${"a".repeat(10_000)}`],
  ])("with invalid values is rejected by the list itself: %s", async (_, query) => {
    const { ask, signUps } = create();
    const response = await ask(query);
    expect([response.status, await resultOf(response)]).toEqual([200, "error"]);
    expect(signUps).toEqual([]);
  });

  it("with blanks as plus signs or with unknown fields is still accepted", async () => {
    const { ask, signUps } = create();
    await ask("u=1&u=2&EMAIL=ann%2Bnews@example.com&FNAME=Mary+Ann&b_1_2=%zz&subscribe=Subscribe&_=17");
    expect(signUps).toMatchObject([{ email: "ann+news@example.com", first_name: "Mary Ann" }]);
  });
});

describe("a sign-up that a form of this site did not send", () => {
  it.each([
    ["another site's picture or script", { "Sec-Fetch-Site": "cross-site" }],
    ["a page of another subdomain", { "Sec-Fetch-Site": "same-site" }],
    ["an address that was typed, or followed from an email", { "Sec-Fetch-Site": "none" }],
    ["a page fetched ahead", { "Sec-Fetch-Site": "same-origin", "Sec-Purpose": "prefetch;prerender" }],
    ["a page fetched ahead by an older browser", { Purpose: "prefetch" }],
    ["another site's script in an older browser", { Origin: "https://evil.example" }],
    ["another site's picture in an older browser", { Referer: "https://evil.example/artist.example" }],
    ["a page without an origin in an older browser", { Origin: "null", Referer: "https://artist.example/" }],
  ])("stores nothing: %s", async (_, headers) => {
    const { ask, signUps } = create();
    const response = await ask(`${ANN}&c=cb`, { headers });
    expect([response.status, await response.text()]).toEqual([
      200,
      'cb({"result":"error","msg":"This address takes sign-ups from the form on this site only."})',
    ]);
    expect(signUps).toEqual([]);
  });

  it("stores nothing if it is a HEAD request", async () => {
    const { ask, signUps } = create();
    const response = await ask(`${ANN}&c=cb`, { method: "HEAD" });
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET"]);
    expect(signUps).toEqual([]);
  });

  it("is accepted from this site's own page and from a client that is not a browser", async () => {
    const { ask, signUps } = create();
    await ask(ANN, { headers: { "Sec-Fetch-Site": "same-origin" } });
    await ask("EMAIL=ben@example.com");
    await ask("EMAIL=cleo@example.com", { headers: { Origin: "https://artist.example" } });
    await ask("EMAIL=dora@example.com", { headers: { Referer: "https://artist.example/" } });
    // The name that the client used for the site, for example an address in the local network.
    await ask("EMAIL=eve@example.com", { headers: { Referer: "http://localhost/" } });
    const names = ["ann", "ben", "cleo", "dora", "eve"];
    expect(signUps.map(({ email }) => email)).toEqual(names.map((name) => `${name}@example.com`));
  });
});

it("a sign-up beyond the limit is rejected by a call of the callback, with Retry-After", async () => {
  const checked: unknown[] = [];
  const { ask, signUps } = create(undefined, {
    limit: (...about) => {
      checked.push(about);
      return { ok: false, retryAfterSeconds: 5 };
    },
  });
  const response = await ask(`${ANN}&c=cb`, { headers: { "X-From": "robot" } });
  expect([response.status, response.headers.get("Retry-After"), await response.text()]).toEqual([
    200,
    "5",
    'cb({"result":"error","msg":"Too many sign-ups just now. Please try again in a few minutes."})',
  ]);
  expect([checked, signUps]).toEqual([[["robot", "Ann@Example.com"]], []]);
});

it("without a callback the response to an error is plain JSON with the status of the error", async () => {
  const tooMany = create(undefined, { limit: () => ({ ok: false, retryAfterSeconds: 5 }) });
  expect((await tooMany.ask(ANN)).status).toBe(429);
  const { ask } = create();
  expect((await ask(ANN, { headers: { "Sec-Fetch-Site": "cross-site" } })).status).toBe(403);
});

describe("a provider that fails", () => {
  it("gives the fan a plain message, and the log has the reason without naming the fan", async () => {
    const { ask, logged } = create({
      isHosted: true,
      subscribe: async () => {
        throw new MailingListError("Mailchimp took too long to answer");
      },
    });
    const response = await ask(`${ANN}&c=cb`);
    expect([response.status, await response.text()]).toEqual([
      200,
      'cb({"result":"error","msg":"Something went wrong. Please try again."})',
    ]);
    expect(logged).toEqual([{ reason: "Mailchimp took too long to answer" }]);
  });
});
