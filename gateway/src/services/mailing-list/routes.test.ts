import { parseMailingListResponse } from "@porchlight/protocol/mailing-list.ts";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { Client } from "../shared/caller.ts";
import { aSubscriberList } from "./a-subscriber-list.case.ts";
import { createBuiltinMailingList } from "./builtin.ts";
import { MailingListError, type MailingListService } from "./contract.ts";
import { createMailingListRoutes, type MailingListRoutesOptions } from "./routes.ts";

/** The routes as the gateway mounts them, on the built-in list unless the test has another. */
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

/** The result in an answer without a callback. */
async function resultOf(answer: Response): Promise<unknown> {
  return parseMailingListResponse(await answer.text(), "none")?.result;
}

const ANN = "u=1&id=2&EMAIL=Ann%40Example.com&FNAME=Ann&LNAME=O%27Hara";

/** A list that answers with this, whatever it is asked. */
const listThatSays = (msg: string): MailingListService => ({
  isHosted: true,
  subscribe: async () => ({ result: "error", msg }),
});

describe("an answer", () => {
  it("is a call of the function that was named, which no browser takes for anything else and nobody keeps", async () => {
    const { ask, signUps } = create();
    const answer = await ask(`${ANN}&c=__jp0`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("application/javascript; charset=utf-8");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(await answer.text()).toBe(
      '__jp0({"result":"success","msg":"If the address needs confirming, there is an email waiting for you."})',
    );
    expect(signUps).toMatchObject([{ email: "ann@example.com", first_name: "Ann", last_name: "O'Hara" }]);
  });

  it("is bare JSON where no function was named", async () => {
    const answer = await create().ask(ANN);
    expect(answer.headers.get("Content-Type")).toBe("application/json");
    expect(await answer.json()).toMatchObject({ result: "success" });
  });

  it("has status 200 for a refusal as well", async () => {
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

  it("cannot end the script that it stands in, or its line", async () => {
    const msg = "</script><script>alert(1)//\u2028\u2029";
    const text = await (await create(listThatSays(msg)).ask(`${ANN}&c=cb`)).text();
    expect(text).toBe('cb({"result":"error","msg":"\\u003c/script>\\u003cscript>alert(1)//\\u2028\\u2029"})');
    expect(JSON.parse(text.slice(3, -1)).msg).toBe(msg);
  });

  it.each(["_", "$", "jQuery1830_17", `a${"b".repeat(63)}`])("may call %s", async (name) => {
    expect(await (await create().ask(`${ANN}&c=${encodeURIComponent(name)}`)).text()).toMatch(`${name}({`);
  });
});

describe("a name that is no plain identifier", () => {
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
  ])("is refused without being repeated or called, and nobody joins: %j", async (name) => {
    const { ask, signUps } = create();
    const answer = await ask(`${ANN}&c=${encodeURIComponent(name)}`);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("Content-Type")).toBe("application/json");
    expect(await answer.json()).toEqual({
      result: "error",
      msg: "c must be the name of a function: letters, digits, _ and $, 64 at most.",
    });
    expect(signUps).toEqual([]);
  });
});

describe("a question that cannot be read", () => {
  it.each([
    ["two emails", "EMAIL=ann@example.com&EMAIL=ben@example.com", "EMAIL is there twice."],
    ["a broken percent sign", "EMAIL=ann%4@example.com", "A percent sign in EMAIL stands for no character."],
    ["half a character", "EMAIL=ann@example.com&FNAME=%ED%A0%80", "A percent sign in FNAME stands for no character."],
    ["Latin-1", "EMAIL=ann@example.com&LNAME=M%FCller", "A percent sign in LNAME stands for no character."],
  ])("is refused in words: %s", async (_, query, problem) => {
    const { ask, signUps } = create();
    const answer = await ask(query);
    expect([answer.status, await answer.json()]).toEqual([400, { result: "error", msg: problem }]);
    expect(signUps).toEqual([]);
  });

  it.each([
    ["two emails", "EMAIL=ann@example.com&EMAIL=ben@example.com&c=cb", "EMAIL is there twice."],
    ["two callbacks", `${ANN}&c=cb&c=alert`, "c is there twice."],
  ])("is refused as a call where it named a function: %s", async (_, query, problem) => {
    const { ask, signUps } = create();
    const answer = await ask(query);
    expect([answer.status, await answer.text()]).toEqual([200, `cb({"result":"error","msg":"${problem}"})`]);
    expect(signUps).toEqual([]);
  });

  it.each([
    ["a NUL", "EMAIL=ann%00@example.com"],
    ["a name of 10 kB", `${ANN}${"a".repeat(10_000)}`],
  ])("is an ordinary refusal where the list can tell: %s", async (_, query) => {
    const { ask, signUps } = create();
    const answer = await ask(query);
    expect([answer.status, await resultOf(answer)]).toEqual([200, "error"]);
    expect(signUps).toEqual([]);
  });

  it("reads a plus as the blank that a form means, and passes over what else a form carries", async () => {
    const { ask, signUps } = create();
    await ask("u=1&u=2&EMAIL=ann%2Bnews@example.com&FNAME=Mary+Ann&b_1_2=%zz&subscribe=Subscribe&_=17");
    expect(signUps).toMatchObject([{ email: "ann+news@example.com", first_name: "Mary Ann" }]);
  });
});

describe("a sign-up that no form of this site sent", () => {
  it.each([
    ["another site's picture or script", { "Sec-Fetch-Site": "cross-site" }],
    ["a sister site's", { "Sec-Fetch-Site": "same-site" }],
    ["an address that was typed, or followed from an email", { "Sec-Fetch-Site": "none" }],
    ["a page fetched ahead", { "Sec-Fetch-Site": "same-origin", "Sec-Purpose": "prefetch;prerender" }],
    ["a page fetched ahead by an older browser", { Purpose: "prefetch" }],
    ["another site's script in an older browser", { Origin: "https://evil.example" }],
    ["another site's picture in an older browser", { Referer: "https://evil.example/artist.example" }],
    ["a page without an origin in an older browser", { Origin: "null", Referer: "https://artist.example/" }],
  ])("stores nothing: %s", async (_, headers) => {
    const { ask, signUps } = create();
    const answer = await ask(`${ANN}&c=cb`, { headers });
    expect([answer.status, await answer.text()]).toEqual([
      200,
      'cb({"result":"error","msg":"This address takes sign-ups from the form on this site only."})',
    ]);
    expect(signUps).toEqual([]);
  });

  it("stores nothing when only the head of the answer is asked for", async () => {
    const { ask, signUps } = create();
    const answer = await ask(`${ANN}&c=cb`, { method: "HEAD" });
    expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET"]);
    expect(signUps).toEqual([]);
  });

  it("is taken from this site's own page, and from a client that is no browser", async () => {
    const { ask, signUps } = create();
    await ask(ANN, { headers: { "Sec-Fetch-Site": "same-origin" } });
    await ask("EMAIL=ben@example.com");
    await ask("EMAIL=cleo@example.com", { headers: { Origin: "https://artist.example" } });
    await ask("EMAIL=dora@example.com", { headers: { Referer: "https://artist.example/" } });
    // By the name that the site was asked by, such as an address in the house.
    await ask("EMAIL=eve@example.com", { headers: { Referer: "http://localhost/" } });
    const names = ["ann", "ben", "cleo", "dora", "eve"];
    expect(signUps.map(({ email }) => email)).toEqual(names.map((name) => `${name}@example.com`));
  });
});

it("a sign-up past the limit is refused in the form of an answer, which says when to come back", async () => {
  const asked: unknown[] = [];
  const { ask, signUps } = create(undefined, {
    limit: (...about) => {
      asked.push(about);
      return { ok: false, retryAfterSeconds: 5 };
    },
  });
  const answer = await ask(`${ANN}&c=cb`, { headers: { "X-From": "robot" } });
  expect([answer.status, answer.headers.get("Retry-After"), await answer.text()]).toEqual([
    200,
    "5",
    'cb({"result":"error","msg":"Too many sign-ups just now. Please try again in a few minutes."})',
  ]);
  expect([asked, signUps]).toEqual([[["robot", "Ann@Example.com"]], []]);
});

it("without a function's name the answer is bare, and its status tells what became of it", async () => {
  const tooMany = create(undefined, { limit: () => ({ ok: false, retryAfterSeconds: 5 }) });
  expect((await tooMany.ask(ANN)).status).toBe(429);
  const { ask } = create();
  expect((await ask(ANN, { headers: { "Sec-Fetch-Site": "cross-site" } })).status).toBe(403);
});

describe("a provider that does not answer", () => {
  it("is told to the fan plainly and to the engineer with its reason, which names no fan", async () => {
    const { ask, logged } = create({
      isHosted: true,
      subscribe: async () => {
        throw new MailingListError("Mailchimp took too long to answer");
      },
    });
    const answer = await ask(`${ANN}&c=cb`);
    expect([answer.status, await answer.text()]).toEqual([
      200,
      'cb({"result":"error","msg":"Something went wrong. Please try again."})',
    ]);
    expect(logged).toEqual([{ reason: "Mailchimp took too long to answer" }]);
  });
});
