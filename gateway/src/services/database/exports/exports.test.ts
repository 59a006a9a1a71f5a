import { describe, expect, it } from "vitest";
import { anAdmin } from "../../shared/admin.case.ts";
import { ASK_AGAIN_MS } from "./download.ts";
import { ExportsGateway, linkOf, subscribers } from "./exports.case.ts";

const MANY = 1_200;

describe("an export", () => {
  it("is the file of the specification, newest first, named with the date", async () => {
    const desk = await new ExportsGateway().open(
      subscribers(3, (i) => ({ first_name: i === 0 ? 'A "quoted" 🎸' : null })),
    );
    const ticket = await desk.ticket("json");
    expect(ticket).toMatchObject({ fileName: "subscribers-2026-03-01.json", total: 3 });
    const answer = await desk.download(ticket);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-disposition":
        "attachment; filename=\"subscribers-2026-03-01.json\"; filename*=UTF-8''subscribers-2026-03-01.json",
      "cache-control": "no-store",
    });
    const file = JSON.parse(await answer.text());
    expect(Object.keys(file)).toEqual(["subscribers", "exportedAt", "exportedBy", "totalSubscribers"]);
    expect(file).toMatchObject({
      exportedAt: "2026-03-01T23:59:00.000Z",
      exportedBy: "owner@artist.example",
      totalSubscribers: 3,
    });
    expect(file.subscribers[0]).toEqual({
      id: 3,
      email: "fan0@example.com",
      status: "active",
      source: "website-footer",
      subscribed_at: "2026-02-01T00:00:00+00:00",
      first_name: 'A "quoted" 🎸',
      last_name: null,
      unsubscribe_url: linkOf("fan0@example.com"),
    });
    expect(await desk.progress(ticket)).toEqual({ state: "finished", rows: 3, total: 3 });
  });

  it("of an empty list is a whole file too", async () => {
    const desk = await new ExportsGateway().open([]);
    const json = JSON.parse(await (await desk.download(await desk.ticket("json"))).text());
    expect(json).toMatchObject({ subscribers: [], totalSubscribers: 0 });
    const csv = await (await desk.download(await desk.ticket("csv"))).text();
    expect(csv.split("\r\n")).toHaveLength(2);
  });

  it("holds every row once over many pages, also when all joined at the same moment", async () => {
    const desk = await new ExportsGateway().open(subscribers(MANY, () => ({ subscribed_at: "2026-02-01T00:00:00Z" })));
    const file = JSON.parse(await (await desk.download(await desk.ticket("json"))).text());
    expect(file.totalSubscribers).toBe(MANY);
    expect(new Set(file.subscribers.map(({ id }: { id: number }) => id)).size).toBe(MANY);
  });

  it("leaves out of a CSV who left the list, unless they are asked for", async () => {
    const desk = await new ExportsGateway().open(
      subscribers(4, (i) => ({ status: i === 0 ? "unsubscribed" : "active" })),
    );
    const linesOf = async (ticket: Parameters<ExportsGateway["download"]>[0]) =>
      (await (await desk.download(ticket)).text()).trimEnd().split("\r\n").length - 1;
    const all = await desk.ticket("csv");
    expect([all.total, await linesOf(all)]).toEqual([3, 3]);
    expect(await linesOf(await desk.ticket("csv", { status: "unsubscribed" }))).toBe(1);
  });

  it("narrows as the dashboard's list does", async () => {
    const desk = await new ExportsGateway().open(
      subscribers(10, (i) => ({
        source: i < 5 ? "website-footer" : "website-dialog",
        status: i % 2 === 0 ? "active" : "unsubscribed",
        subscribed_at: `2026-02-0${1 + Math.floor(i / 2)}T23:59:59.999Z`,
      })),
    );
    const emails = async (filter: object) => {
      const ticket = await desk.ticket("json", filter);
      const { subscribers: rows } = JSON.parse(await (await desk.download(ticket)).text());
      expect(ticket.total).toBe(rows.length);
      return rows.map(({ email }: { email: string }) => Number(/\d/.exec(email)?.[0])).sort();
    };
    expect(await emails({ email: "FAN3@" })).toEqual([3]);
    // Short ones look at how an address begins.
    expect(await emails({ email: "n3" })).toEqual([]);
    expect(await emails({ email: "fa" })).toHaveLength(10);
    expect(await emails({ email: "%an" })).toEqual([]);
    expect(await emails({ source: "website-dialog", status: "unsubscribed" })).toEqual([5, 7, 9]);
    expect(await emails({ from: "2026-02-02", to: "2026-02-03" })).toEqual([2, 3, 4, 5]);
  });

  it("notes in the audit log what left the house, and no address", async () => {
    const desk = await new ExportsGateway().open(subscribers(2));
    await (await desk.download(await desk.ticket("csv"))).text();
    expect(desk.events).toEqual([
      {
        event: "list-exported",
        client: expect.objectContaining({ address: "192.0.2.1" }),
        details: { format: "csv", rows: 2, outcome: "finished" },
      },
    ]);
  });

  it("fails as a whole when the list cannot be read to its end", async () => {
    const desk = await new ExportsGateway().open(subscribers(MANY), (walks) => ({
      ...walks,
      async *walk(...asked) {
        for await (const page of walks.walk(...asked)) {
          yield page;
          throw new Error("the disk is gone");
        }
      },
    }));
    const ticket = await desk.ticket("json");
    const answer = await desk.download(ticket);
    await expect(answer.text()).rejects.toThrow("broken off");
    expect(await desk.progress(ticket)).toMatchObject({ state: "failed" });
    expect(desk.events).toMatchObject([{ details: { outcome: "failed" } }]);
  });
});

describe("a ticket", () => {
  it("gives the file once, whoever comes first", async () => {
    const desk = await new ExportsGateway().open(subscribers(2));
    const ticket = await desk.ticket("json");
    const answers = await Promise.all([desk.download(ticket), desk.download(ticket)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await desk.download(ticket)).status).toBe(404);
  });

  it("is not used up by one who only asks what there is", async () => {
    const desk = await new ExportsGateway().open(subscribers(1));
    const ticket = await desk.ticket("json");
    expect((await desk.download(ticket, { method: "HEAD" })).status).toBe(405);
    expect((await desk.download(ticket)).status).toBe(200);
  });

  it("is worth nothing with another secret, or none", async () => {
    const desk = await new ExportsGateway().open(subscribers(1));
    const ticket = await desk.ticket("json");
    const bare = ticket.url.split("?")[0] ?? "";
    for (const url of [bare, `${bare}?ticket=`, `${bare}?ticket=wrong`, "/admin/api/exports/none/file?ticket=x"]) {
      expect((await desk.download({ url })).status).toBe(404);
    }
    expect((await desk.download(ticket)).status).toBe(200);
  });

  it("runs out after a minute", async () => {
    const desk = await new ExportsGateway().open(subscribers(1));
    const ticket = await desk.ticket("json");
    desk.now += 59_999;
    const inTime = await desk.ticket("json");
    expect((await desk.progress(ticket)).state).toBe("waiting");
    desk.now += 1;
    expect((await desk.download(ticket)).status).toBe(404);
    expect(await desk.progress(ticket)).toEqual({ state: "expired", rows: 0, total: 1 });
    desk.now += 59_998;
    expect((await desk.download(inTime)).status).toBe(200);
  });

  it.each([
    ["has ended", { ok: false, reason: "ended-session" } as const],
    ["has run out", { ok: false, reason: "expired-token" } as const],
    ["lost its rights", { ok: true, caller: anAdmin({ admin: false }) } as const],
    ["needs a second step by now", { ok: true, caller: anAdmin({ admin: false, needsSecondStep: true }) } as const],
    ["is another one", { ok: true, caller: anAdmin({ sessionId: "another" }) } as const],
  ])("gives nothing when the session behind it %s", async (_what, identification) => {
    const desk = await new ExportsGateway().open(subscribers(1));
    const ticket = await desk.ticket("json");
    desk.tokens.set("session", identification);
    const answer = await desk.download(ticket);
    expect([answer.status, JSON.parse(await answer.text()).code]).toEqual([403, "session_ended"]);
    desk.tokens.set("session", { ok: true, caller: anAdmin() });
    expect((await desk.download(ticket)).status).toBe(404);
    expect(desk.events).toEqual([]);
  });

  it("breaks off when the session behind it is ended, and goes on when only its token runs out", async () => {
    const endings: unknown[] = [];
    for (const reason of ["expired-token", "ended-session"] as const) {
      const desk = await new ExportsGateway().open(subscribers(MANY));
      const ticket = await desk.ticket("json");
      const { body } = await desk.download(ticket);
      const reader = body?.getReader();
      await reader?.read();
      desk.tokens.set("session", { ok: false, reason });
      desk.now += ASK_AGAIN_MS;
      const drained = (async () => {
        while (!(await reader?.read())?.done);
      })();
      await drained.catch(() => {});
      desk.tokens.set("session", { ok: true, caller: anAdmin() });
      endings.push((await desk.progress(ticket)).state);
    }
    expect(endings).toEqual(["finished", "failed"]);
  });

  it("is one of eight, and makes room when it ends", async () => {
    const desk = await new ExportsGateway().open(subscribers(1));
    const tickets = await Promise.all(Array.from({ length: 8 }, () => desk.ticket("json")));
    const refused = await desk.ask({ format: "json" });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    const [first, second] = tickets;
    if (!first || !second) throw new Error("There are more than two");
    await desk.cancel(first);
    await (await desk.download(second)).text();
    await desk.ticket("json");
    await desk.ticket("csv");
    expect((await desk.ask({ format: "json" })).status).toBe(429);
    desk.now += 60_000;
    await desk.ticket("json");
  });

  it("gives its place away when nobody could say whether the sign-in behind it still holds", async () => {
    const desk = await new ExportsGateway().open(subscribers(1));
    const tickets = await Promise.all(Array.from({ length: 8 }, () => desk.ticket("json")));
    desk.trouble = new Error("the disk is gone");
    for (const ticket of tickets) await expect(desk.download(ticket)).rejects.toThrow("the disk is gone");
    desk.trouble = undefined;
    expect((await desk.ask({ format: "json" })).status).toBe(429);
    desk.now += 60_000;
    await desk.ticket("json");
  });

  it("belongs to the person who asked for it", async () => {
    const desk = await new ExportsGateway().open(subscribers(1));
    const ticket = await desk.ticket("json");
    desk.tokens.set("other", { ok: true, caller: anAdmin({ sessionId: "s2", userId: "somebody else" }) });
    expect((await desk.send(`/admin/api/exports/${ticket.id}`, {}, "other")).status).toBe(404);
    expect((await desk.send(`/admin/api/exports/${ticket.id}`, { method: "DELETE" }, "other")).status).toBe(404);
    expect((await desk.progress(ticket)).state).toBe("waiting");
  });
});

describe("a download", () => {
  it("that is cancelled breaks off, and is no whole file", async () => {
    const desk = await new ExportsGateway().open(subscribers(MANY));
    const ticket = await desk.ticket("json");
    const reader = (await desk.download(ticket)).body?.getReader();
    await reader?.read();
    await reader?.read();
    expect((await desk.progress(ticket)).state).toBe("running");
    expect((await desk.cancel(ticket)).status).toBe(204);
    await expect(reader?.read()).rejects.toThrow("broken off");
    const progress = await desk.progress(ticket);
    expect(progress.state).toBe("cancelled");
    expect(progress.rows).toBeLessThan(MANY);
  });

  it("whose client goes away ends the walk through the list", async () => {
    const ended: boolean[] = [];
    const desk = await new ExportsGateway().open(subscribers(MANY), (walks) => ({
      ...walks,
      async *walk(...asked) {
        try {
          yield* walks.walk(...asked);
        } finally {
          ended.push(true);
        }
      },
    }));
    const ticket = await desk.ticket("csv");
    const reader = (await desk.download(ticket)).body?.getReader();
    await reader?.read();
    await reader?.read();
    await reader?.cancel();
    expect((await desk.progress(ticket)).state).toBe("cancelled");
    expect(ended).toEqual([true]);
    // The heading and the first page have left the house, and the audit log says so.
    expect(desk.events).toMatchObject([{ details: { outcome: "cancelled", rows: 100 } }]);
  });

  it("is made no faster than its client takes it, and gives its place away when nothing is taken", async () => {
    let pages = 0;
    const desk = await new ExportsGateway().open(subscribers(MANY), (walks) => ({
      ...walks,
      async *walk(...asked) {
        for await (const page of walks.walk(...asked)) {
          pages += 1;
          yield page;
        }
      },
    }));
    const ticket = await desk.ticket("json");
    const reader = (await desk.download(ticket)).body?.getReader();
    await reader?.read();
    expect(pages).toBe(1);
    desk.now += 119_999;
    expect((await desk.progress(ticket)).state).toBe("running");
    desk.now += 1;
    expect((await desk.progress(ticket)).state).toBe("failed");
    await expect(reader?.read()).rejects.toThrow("broken off");
  });

  it.each([
    ["ahead", 60 * 60_000],
    ["back", -24 * 60 * 60_000],
  ])("is neither ended nor kept by a clock that was set %s, and neither is its ticket", async (_, offMs) => {
    const desk = await new ExportsGateway().open(subscribers(MANY));
    const [running, waiting] = [await desk.ticket("json"), await desk.ticket("csv")];
    const file = await desk.download(running);
    desk.clockOffMs = offMs;
    expect((await desk.progress(running)).state).toBe("running");
    expect((await desk.download(waiting)).status).toBe(200);
    expect(JSON.parse(await file.text()).totalSubscribers).toBe(MANY);
  });

  it("runs beside another, each its own file", async () => {
    const desk = await new ExportsGateway().open(subscribers(MANY));
    const tickets = [await desk.ticket("json"), await desk.ticket("csv")] as const;
    const [json, csv] = await Promise.all(tickets.map(async (ticket) => (await desk.download(ticket)).text()));
    expect(JSON.parse(json ?? "").totalSubscribers).toBe(MANY);
    expect(csv?.split("\r\n")).toHaveLength(MANY + 2);
  });

  it("that was cancelled before it began gives nothing", async () => {
    const desk = await new ExportsGateway().open(subscribers(1));
    const ticket = await desk.ticket("json");
    await desk.cancel(ticket);
    expect((await desk.download(ticket)).status).toBe(404);
    expect((await desk.progress(ticket)).state).toBe("cancelled");
  });
});

describe("what may be asked for", () => {
  it.each([
    ["", "no body"],
    ["{", "broken JSON"],
    ["[]", "a list"],
    ['{"format":"xml"}', "another format"],
    ['{"format":"csv","filter":{"from":"2026-02-30"}}', "a day that no calendar has"],
    ['{"format":"csv","filter":{"from":"yesterday"}}', "a day in words"],
    ['{"format":"csv","filter":{"to":"9999-12-31"}}', "the last of all days"],
    ['{"format":"csv","filter":{"status":"gone"}}', "another status"],
    ['{"format":"csv","filter":{"email":""}}', "an empty search"],
    ['{"format":"csv","filter":{"email":"a\\u0000"}}', "a NUL"],
    ['{"format":"csv","filter":{"email":"\\ud800"}}', "half a character"],
    ['{"format":"csv","filter":{"mail":"a"}}', "a filter that there is not"],
    ['{"format":"csv","limit":1}', "a word that there is not"],
  ])("refuses %s: %s", async (body) => {
    const desk = await new ExportsGateway().open([]);
    const answer = await desk.send("/admin/api/exports", { method: "POST", body });
    expect(answer.status).toBe(400);
    expect(JSON.parse(await answer.text())).toEqual({ code: "bad_request", message: expect.any(String) });
  });

  const routes: [method: string, path: string][] = [
    ["GET", "/admin/api/growth"],
    ["GET", "/admin/api/sources"],
    ["POST", "/admin/api/exports"],
    ["GET", "/admin/api/exports/1"],
    ["DELETE", "/admin/api/exports/1"],
  ];
  it.each(routes)("%s %s tells nothing to anybody but the owner", async (method, path) => {
    const desk = await new ExportsGateway().open(subscribers(1));
    desk.tokens
      .set("anonymous", { ok: true, caller: { role: "anonymous" } })
      .set("person", { ok: true, caller: anAdmin({ admin: false }) })
      .set("aal1", { ok: true, caller: anAdmin({ admin: false, needsSecondStep: true }) })
      .set("expired", { ok: false, reason: "expired-token" })
      .set("ended", { ok: false, reason: "ended-session" });
    const answers = await Promise.all(
      ["", "forged", "anonymous", "expired", "ended", "person", "aal1"].map(async (token) => {
        const answer = await desk.send(path, { method, ...(method === "POST" && { body: '{"format":"csv"}' }) }, token);
        return `${answer.status} ${JSON.parse(await answer.text()).code}`;
      }),
    );
    expect(answers).toEqual([
      "401 not_signed_in",
      "401 not_signed_in",
      "401 not_signed_in",
      "401 token_expired",
      "401 not_signed_in",
      "403 not_admin",
      "403 insufficient_aal",
    ]);
  });
});
