import { describe, expect, it, test } from "vitest";
import { aGateway } from "../../../testing/gateway-in-memory.ts";
import { expectPlainPage } from "../../shared/plain-page/plain-page.case.ts";
import type { ReminderSubject, Reminders, RequestResult } from "./contract.ts";

const KEY = "a-token";
const ASKED = "Please check your email";

/** A site whose reminders answer with `result`; `asked` has the requests. */
function aSite(result: RequestResult = { ok: true }) {
  const asked: { email: string; subject: ReminderSubject }[] = [];
  const done: string[] = [];
  const disk: { error: Error | undefined } = { error: undefined };
  const change = (what: string) => async (token: string) => {
    if (disk.error) throw disk.error;
    if (token === KEY) done.push(what);
    return token === KEY;
  };
  const reminders: Reminders = {
    async request(email, subject) {
      if (disk.error) throw disk.error;
      asked.push({ email, subject });
      return result;
    },
    find: (token) => (token === KEY ? { address: "a•••@example.com", about: "June <b> at The Inn" } : undefined),
    confirm: change("confirmed"),
    isStopLink: (token) => token === KEY,
    stop: change("stopped"),
    check: async () => {},
    end: async () => {},
  };
  const gateway = aGateway({ reminders });
  async function ask(path: string, init?: RequestInit) {
    const response = await gateway.fetch(new Request(`https://artist.example${path}`, init));
    return { status: response.status, headers: response.headers, html: await response.text() };
  }
  return {
    asked,
    done,
    disk,
    ask,
    send: (path: string, fields: [string, string][] | Record<string, string>, headers: Record<string, string> = {}) =>
      ask(path, { method: "POST", body: new URLSearchParams(fields), headers }),
  };
}

describe("the form for emails about shows", () => {
  it("leads to a page that says the same for every address", async () => {
    const { asked, ask, send } = aSite();
    const response = await send("/reminders", { email: "ann@example.com", show: "2026-kingston" });
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/reminders/asked"]);
    expect(asked).toEqual([{ email: "ann@example.com", subject: { showId: "2026-kingston" } }]);
    const page = await ask("/reminders/asked");
    expectPlainPage(page);
    expect(page.html).toContain(ASKED);
  });

  it.each<[string, RequestResult, number, string]>([
    ["a malformed address", { ok: false, reason: "invalid-email" }, 400, "Please check the address"],
    ["a show that is over", { ok: false, reason: "no-such-show" }, 410, "This show is over"],
    ["an unknown town", { ok: false, reason: "which-town", towns: [] }, 404, "We do not know this town"],
  ])("says what is wrong with %s", async (_, result, status, title) => {
    const response = await aSite(result).send("/reminders", { email: "x", town: "y" });
    expect(response.status).toBe(status);
    expect(response.html).toContain(title);
  });

  it("lets a visitor choose among several towns, with all that was typed shown as text", async () => {
    const towns = ["Kingston, Ontario, Canada", "Kingston, <i>, Jamaica"];
    const { status, html } = await aSite({ ok: false, reason: "which-town", towns }).send("/reminders", {
      email: '"><script>alert(1)</script>@example.com',
      town: "Kingston",
    });
    expect(status).toBe(200);
    expect(html).toContain('name="town" value="Kingston, Ontario, Canada"');
    expect(html).not.toContain("<script");
    expect(html).not.toContain("<i>");
  });

  it.each<[string, [string, string][]]>([
    ["nothing", []],
    ["no subject", [["email", "ann@example.com"]]],
    [
      "two shows",
      [
        ["email", "ann@example.com"],
        ["show", "a"],
        ["show", "b"],
      ],
    ],
    [
      "a show and a town",
      [
        ["email", "ann@example.com"],
        ["show", "a"],
        ["town", "b"],
      ],
    ],
    [
      "a town of 5,000 characters",
      [
        ["email", "ann@example.com"],
        ["town", "x".repeat(5_000)],
      ],
    ],
  ])("refuses %s", async (_, fields) => {
    const { asked, send } = aSite();
    expect((await send("/reminders", fields)).status).toBe(400);
    expect(asked).toEqual([]);
  });

  it("refuses other bodies, long ones, and the forms of other sites", async () => {
    const { asked, ask, send } = aSite();
    const json = { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } };
    expect((await ask("/reminders", json)).status).toBe(415);
    expect((await send("/reminders", { town: "x".repeat(20_000) })).status).toBe(413);
    const fields = { email: "ann@example.com", show: "a" };
    expect((await send("/reminders", fields, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    expect((await ask("/reminders")).status).toBe(405);
    expect(asked).toEqual([]);
  });

  it("limits requests for one mailbox, and says when to come back", async () => {
    const { asked, send } = aSite();
    const responses = [];
    for (let i = 0; i < 6; i += 1)
      responses.push(await send("/reminders", { email: `ann+${i}@example.com`, show: "a" }));
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 429]);
    expect(Number(responses.at(-1)?.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(asked).toHaveLength(5);
  });

  it("says so if nothing can be stored", async () => {
    const site = aSite();
    site.disk.error = new Error("full");
    const response = await site.send("/reminders", { email: "ann@example.com", show: "a" });
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "30"]);
  });
});

describe("a link in an email about shows", () => {
  it.each([
    ["confirm", "confirmed", "Yes, tell me"],
    ["stop", "stopped", "Stop these emails"],
  ])("to %s shows a form, so that programs that check links change nothing", async (path, done, verb) => {
    const site = aSite();
    const page = await site.ask(`/reminders/${path}?t=${KEY}`);
    expect(page.status).toBe(200);
    expectPlainPage(page);
    expect(page.html).toContain(verb);
    expect(page.html).not.toContain("<b>");
    expect(site.done).toEqual([]);
    const response = await site.send(`/reminders/${path}`, { t: KEY });
    expect([response.status, response.headers.get("Location")]).toEqual([303, `/reminders/${done}`]);
    expect(site.done).toEqual([done]);
    expect((await site.ask(`/reminders/${done}`)).status).toBe(200);
  });

  it.each(["confirm", "stop"])("to %s does nothing if it is not ours", async (path) => {
    const site = aSite();
    for (const query of ["", "?t=", "?t=x", `?t=${KEY}&t=${KEY}`, `?t=${"x".repeat(4_000)}`]) {
      expect((await site.ask(`/reminders/${path}${query}`)).status, query).toBe(410);
    }
    expect((await site.send(`/reminders/${path}`, { t: "x" })).status).toBe(410);
    site.disk.error = new Error("full");
    expect((await site.send(`/reminders/${path}`, { t: KEY })).status).toBe(503);
    expect(site.done).toEqual([]);
  });

  it("stops by the button of a mail program, in one step", async () => {
    const site = aSite();
    expect((await site.send(`/reminders/stop?t=${KEY}`, { other: "x" })).status).toBe(410);
    const response = await site.send(`/reminders/stop?t=${KEY}`, { "List-Unsubscribe": "One-Click" });
    expect(response.status).toBe(200);
    expect(response.html).toContain("These emails have stopped");
    expect(site.done).toEqual(["stopped"]);
  });
});

test("a site without a mail server has none of these addresses", async () => {
  const gateway = aGateway();
  for (const path of ["/reminders/asked", "/reminders/confirm?t=x", "/reminders/stop?t=x"]) {
    expect((await gateway.fetch(new Request(`https://artist.example${path}`))).status, path).toBe(404);
  }
});
