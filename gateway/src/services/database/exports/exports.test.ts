import { describe, expect, it } from "vitest";
import { anAdmin } from "../../shared/admin.case.ts";
import { CHECK_INTERVAL_MS } from "./download.ts";
import { ExportsGateway, linkOf, subscribers } from "./exports.case.ts";

const MANY = 1_200;

describe("an export", () => {
  it("has the format of the specification, the newest row first, and the date in its file name", async () => {
    const dashboard = await new ExportsGateway().open(
      subscribers(3, (i) => ({ first_name: i === 0 ? 'A "quoted" 🎸' : null })),
    );
    const ticket = await dashboard.ticket("json");
    expect(ticket).toMatchObject({ fileName: "subscribers-2026-03-01.json", total: 3 });
    const response = await dashboard.download(ticket);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-disposition":
        "attachment; filename=\"subscribers-2026-03-01.json\"; filename*=UTF-8''subscribers-2026-03-01.json",
      "cache-control": "no-store",
    });
    const file = JSON.parse(await response.text());
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
    expect(await dashboard.progress(ticket)).toEqual({ state: "finished", rows: 3, total: 3 });
  });

  it("is a complete file even if the list is empty", async () => {
    const dashboard = await new ExportsGateway().open([]);
    const json = JSON.parse(await (await dashboard.download(await dashboard.ticket("json"))).text());
    expect(json).toMatchObject({ subscribers: [], totalSubscribers: 0 });
    const csv = await (await dashboard.download(await dashboard.ticket("csv"))).text();
    expect(csv.split("\r\n")).toHaveLength(2);
  });

  it("holds every row once, over many pages and even if all rows have the same time", async () => {
    const dashboard = await new ExportsGateway().open(
      subscribers(MANY, () => ({ subscribed_at: "2026-02-01T00:00:00Z" })),
    );
    const file = JSON.parse(await (await dashboard.download(await dashboard.ticket("json"))).text());
    expect(file.totalSubscribers).toBe(MANY);
    expect(new Set(file.subscribers.map(({ id }: { id: number }) => id)).size).toBe(MANY);
  });

  it("leaves unsubscribed addresses out of a CSV, unless they are requested", async () => {
    const dashboard = await new ExportsGateway().open(
      subscribers(4, (i) => ({ status: i === 0 ? "unsubscribed" : "active" })),
    );
    const linesOf = async (ticket: Parameters<ExportsGateway["download"]>[0]) =>
      (await (await dashboard.download(ticket)).text()).trimEnd().split("\r\n").length - 1;
    const all = await dashboard.ticket("csv");
    expect([all.total, await linesOf(all)]).toEqual([3, 3]);
    expect(await linesOf(await dashboard.ticket("csv", { status: "unsubscribed" }))).toBe(1);
  });

  it("filters like the list of the dashboard", async () => {
    const dashboard = await new ExportsGateway().open(
      subscribers(10, (i) => ({
        source: i < 5 ? "website-footer" : "website-dialog",
        status: i % 2 === 0 ? "active" : "unsubscribed",
        subscribed_at: `2026-02-0${1 + Math.floor(i / 2)}T23:59:59.999Z`,
      })),
    );
    const emails = async (filter: object) => {
      const ticket = await dashboard.ticket("json", filter);
      const { subscribers: rows } = JSON.parse(await (await dashboard.download(ticket)).text());
      expect(ticket.total).toBe(rows.length);
      return rows.map(({ email }: { email: string }) => Number(/\d/.exec(email)?.[0])).sort();
    };
    expect(await emails({ email: "FAN3@" })).toEqual([3]);
    // A short search matches only the beginning of an address.
    expect(await emails({ email: "n3" })).toEqual([]);
    expect(await emails({ email: "fa" })).toHaveLength(10);
    expect(await emails({ email: "%an" })).toEqual([]);
    expect(await emails({ source: "website-dialog", status: "unsubscribed" })).toEqual([5, 7, 9]);
    expect(await emails({ from: "2026-02-02", to: "2026-02-03" })).toEqual([2, 3, 4, 5]);
  });

  it("is in the audit log with its number of rows, but without addresses", async () => {
    const dashboard = await new ExportsGateway().open(subscribers(2));
    await (await dashboard.download(await dashboard.ticket("csv"))).text();
    expect(dashboard.events).toEqual([
      {
        event: "list-exported",
        client: expect.objectContaining({ address: "192.0.2.1" }),
        details: { format: "csv", rows: 2, outcome: "finished" },
      },
    ]);
  });

  it("fails if the list cannot be read completely", async () => {
    const dashboard = await new ExportsGateway().open(subscribers(MANY), (walks) => ({
      ...walks,
      async *walk(...args) {
        for await (const page of walks.walk(...args)) {
          yield page;
          throw new Error("the disk is gone");
        }
      },
    }));
    const ticket = await dashboard.ticket("json");
    const response = await dashboard.download(ticket);
    await expect(response.text()).rejects.toThrow("broken off");
    expect(await dashboard.progress(ticket)).toMatchObject({ state: "failed" });
    expect(dashboard.events).toMatchObject([{ details: { outcome: "failed" } }]);
  });
});

describe("a ticket", () => {
  it("gives the file only once, to the first request", async () => {
    const dashboard = await new ExportsGateway().open(subscribers(2));
    const ticket = await dashboard.ticket("json");
    const responses = await Promise.all([dashboard.download(ticket), dashboard.download(ticket)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await dashboard.download(ticket)).status).toBe(404);
  });

  it("is not used up by HEAD", async () => {
    const dashboard = await new ExportsGateway().open(subscribers(1));
    const ticket = await dashboard.ticket("json");
    expect((await dashboard.download(ticket, { method: "HEAD" })).status).toBe(405);
    expect((await dashboard.download(ticket)).status).toBe(200);
  });

  it("gives nothing if its secret is wrong or missing", async () => {
    const dashboard = await new ExportsGateway().open(subscribers(1));
    const ticket = await dashboard.ticket("json");
    const bare = ticket.url.split("?")[0] ?? "";
    for (const url of [bare, `${bare}?ticket=`, `${bare}?ticket=wrong`, "/admin/api/exports/none/file?ticket=x"]) {
      expect((await dashboard.download({ url })).status).toBe(404);
    }
    expect((await dashboard.download(ticket)).status).toBe(200);
  });

  it("expires after a minute", async () => {
    const dashboard = await new ExportsGateway().open(subscribers(1));
    const ticket = await dashboard.ticket("json");
    dashboard.now += 59_999;
    const inTime = await dashboard.ticket("json");
    expect((await dashboard.progress(ticket)).state).toBe("waiting");
    dashboard.now += 1;
    expect((await dashboard.download(ticket)).status).toBe(404);
    expect(await dashboard.progress(ticket)).toEqual({ state: "expired", rows: 0, total: 1 });
    dashboard.now += 59_998;
    expect((await dashboard.download(inTime)).status).toBe(200);
  });

  it.each([
    ["has ended", { ok: false, reason: "ended-session" } as const],
    ["has expired", { ok: false, reason: "expired-token" } as const],
    ["lost its rights", { ok: true, caller: anAdmin({ admin: false }) } as const],
    ["now needs a second step", { ok: true, caller: anAdmin({ admin: false, needsSecondStep: true }) } as const],
    ["is another one", { ok: true, caller: anAdmin({ sessionId: "another" }) } as const],
  ])("gives nothing if the session of its owner %s", async (_what, identification) => {
    const dashboard = await new ExportsGateway().open(subscribers(1));
    const ticket = await dashboard.ticket("json");
    dashboard.tokens.set("session", identification);
    const response = await dashboard.download(ticket);
    expect([response.status, JSON.parse(await response.text()).code]).toEqual([403, "session_ended"]);
    dashboard.tokens.set("session", { ok: true, caller: anAdmin() });
    expect((await dashboard.download(ticket)).status).toBe(404);
    expect(dashboard.events).toEqual([]);
  });

  it("lets a download finish if only the access token expires, but not if the session ends", async () => {
    const endings: unknown[] = [];
    for (const reason of ["expired-token", "ended-session"] as const) {
      const dashboard = await new ExportsGateway().open(subscribers(MANY));
      const ticket = await dashboard.ticket("json");
      const { body } = await dashboard.download(ticket);
      const reader = body?.getReader();
      await reader?.read();
      dashboard.tokens.set("session", { ok: false, reason });
      dashboard.now += CHECK_INTERVAL_MS;
      const drained = (async () => {
        while (!(await reader?.read())?.done);
      })();
      await drained.catch(() => {});
      dashboard.tokens.set("session", { ok: true, caller: anAdmin() });
      endings.push((await dashboard.progress(ticket)).state);
    }
    expect(endings).toEqual(["finished", "failed"]);
  });

  it("counts towards a limit of eight, and makes room when it ends", async () => {
    const dashboard = await new ExportsGateway().open(subscribers(1));
    const tickets = await Promise.all(Array.from({ length: 8 }, () => dashboard.ticket("json")));
    const rejected = await dashboard.requestExport({ format: "json" });
    expect([rejected.status, rejected.headers.get("retry-after")]).toEqual([429, "60"]);
    const [first, second] = tickets;
    if (!first || !second) throw new Error("There are no tickets");
    await dashboard.cancel(first);
    await (await dashboard.download(second)).text();
    await dashboard.ticket("json");
    await dashboard.ticket("csv");
    expect((await dashboard.requestExport({ format: "json" })).status).toBe(429);
    dashboard.now += 60_000;
    await dashboard.ticket("json");
  });

  it("makes room if its owner's sign-in cannot be checked", async () => {
    const dashboard = await new ExportsGateway().open(subscribers(1));
    const tickets = await Promise.all(Array.from({ length: 8 }, () => dashboard.ticket("json")));
    dashboard.error = new Error("the disk is gone");
    for (const ticket of tickets) await expect(dashboard.download(ticket)).rejects.toThrow("the disk is gone");
    dashboard.error = undefined;
    expect((await dashboard.requestExport({ format: "json" })).status).toBe(429);
    dashboard.now += 60_000;
    await dashboard.ticket("json");
  });

  it("belongs to the person who requested it", async () => {
    const dashboard = await new ExportsGateway().open(subscribers(1));
    const ticket = await dashboard.ticket("json");
    dashboard.tokens.set("other", { ok: true, caller: anAdmin({ sessionId: "s2", userId: "somebody else" }) });
    expect((await dashboard.send(`/admin/api/exports/${ticket.id}`, {}, "other")).status).toBe(404);
    expect((await dashboard.send(`/admin/api/exports/${ticket.id}`, { method: "DELETE" }, "other")).status).toBe(404);
    expect((await dashboard.progress(ticket)).state).toBe("waiting");
  });
});

describe("a download", () => {
  it("is aborted if it is cancelled, and leaves an incomplete file", async () => {
    const dashboard = await new ExportsGateway().open(subscribers(MANY));
    const ticket = await dashboard.ticket("json");
    const reader = (await dashboard.download(ticket)).body?.getReader();
    await reader?.read();
    await reader?.read();
    expect((await dashboard.progress(ticket)).state).toBe("running");
    expect((await dashboard.cancel(ticket)).status).toBe(204);
    await expect(reader?.read()).rejects.toThrow("broken off");
    const progress = await dashboard.progress(ticket);
    expect(progress.state).toBe("cancelled");
    expect(progress.rows).toBeLessThan(MANY);
  });

  it("ends the reading of the list if its client disconnects", async () => {
    const ended: boolean[] = [];
    const dashboard = await new ExportsGateway().open(subscribers(MANY), (walks) => ({
      ...walks,
      async *walk(...args) {
        try {
          yield* walks.walk(...args);
        } finally {
          ended.push(true);
        }
      },
    }));
    const ticket = await dashboard.ticket("csv");
    const reader = (await dashboard.download(ticket)).body?.getReader();
    await reader?.read();
    await reader?.read();
    await reader?.cancel();
    expect((await dashboard.progress(ticket)).state).toBe("cancelled");
    expect(ended).toEqual([true]);
    // The client has the heading and the first page, so the audit log counts them.
    expect(dashboard.events).toMatchObject([{ details: { outcome: "cancelled", rows: 100 } }]);
  });

  it("is made no faster than its client reads it, and ends when the client stops reading", async () => {
    let pages = 0;
    const dashboard = await new ExportsGateway().open(subscribers(MANY), (walks) => ({
      ...walks,
      async *walk(...args) {
        for await (const page of walks.walk(...args)) {
          pages += 1;
          yield page;
        }
      },
    }));
    const ticket = await dashboard.ticket("json");
    const reader = (await dashboard.download(ticket)).body?.getReader();
    await reader?.read();
    expect(pages).toBe(1);
    dashboard.now += 119_999;
    expect((await dashboard.progress(ticket)).state).toBe("running");
    dashboard.now += 1;
    expect((await dashboard.progress(ticket)).state).toBe("failed");
    await expect(reader?.read()).rejects.toThrow("broken off");
  });

  it.each([
    ["ahead", 60 * 60_000],
    ["back", -24 * 60 * 60_000],
  ])("lasts as long as before if the clock is set %s, and so does its ticket", async (_, offMs) => {
    const dashboard = await new ExportsGateway().open(subscribers(MANY));
    const [running, waiting] = [await dashboard.ticket("json"), await dashboard.ticket("csv")];
    const file = await dashboard.download(running);
    dashboard.clockOffMs = offMs;
    expect((await dashboard.progress(running)).state).toBe("running");
    expect((await dashboard.download(waiting)).status).toBe(200);
    expect(JSON.parse(await file.text()).totalSubscribers).toBe(MANY);
  });

  it("runs at the same time as another one, each with its own file", async () => {
    const dashboard = await new ExportsGateway().open(subscribers(MANY));
    const tickets = [await dashboard.ticket("json"), await dashboard.ticket("csv")] as const;
    const [json, csv] = await Promise.all(tickets.map(async (ticket) => (await dashboard.download(ticket)).text()));
    expect(JSON.parse(json ?? "").totalSubscribers).toBe(MANY);
    expect(csv?.split("\r\n")).toHaveLength(MANY + 2);
  });

  it("gives nothing if it was cancelled before it began", async () => {
    const dashboard = await new ExportsGateway().open(subscribers(1));
    const ticket = await dashboard.ticket("json");
    await dashboard.cancel(ticket);
    expect((await dashboard.download(ticket)).status).toBe(404);
    expect((await dashboard.progress(ticket)).state).toBe("cancelled");
  });
});

describe("requests for exports", () => {
  it.each([
    ["", "no body"],
    ["{", "broken JSON"],
    ["[]", "a list"],
    ['{"format":"xml"}', "an unknown format"],
    ['{"format":"csv","filter":{"from":"2026-02-30"}}', "a day that does not exist"],
    ['{"format":"csv","filter":{"from":"yesterday"}}', "a day in words"],
    ['{"format":"csv","filter":{"to":"9999-12-31"}}', "the last possible day"],
    ['{"format":"csv","filter":{"status":"gone"}}', "an unknown status"],
    ['{"format":"csv","filter":{"email":""}}', "an empty search"],
    ['{"format":"csv","filter":{"email":"a\\u0000"}}', "a NUL"],
    ['{"format":"csv","filter":{"email":"\\ud800"}}', "half a character"],
    ['{"format":"csv","filter":{"mail":"a"}}', "an unknown filter"],
    ['{"format":"csv","limit":1}', "an unknown field"],
  ])("are rejected with the body %s: %s", async (body) => {
    const dashboard = await new ExportsGateway().open([]);
    const response = await dashboard.send("/admin/api/exports", { method: "POST", body });
    expect(response.status).toBe(400);
    expect(JSON.parse(await response.text())).toEqual({ code: "bad_request", message: expect.any(String) });
  });

  const routes: [method: string, path: string][] = [
    ["GET", "/admin/api/growth"],
    ["GET", "/admin/api/sources"],
    ["POST", "/admin/api/exports"],
    ["GET", "/admin/api/exports/1"],
    ["DELETE", "/admin/api/exports/1"],
  ];
  it.each(routes)("%s %s is only for the owner", async (method, path) => {
    const dashboard = await new ExportsGateway().open(subscribers(1));
    dashboard.tokens
      .set("anonymous", { ok: true, caller: { role: "anonymous" } })
      .set("person", { ok: true, caller: anAdmin({ admin: false }) })
      .set("aal1", { ok: true, caller: anAdmin({ admin: false, needsSecondStep: true }) })
      .set("expired", { ok: false, reason: "expired-token" })
      .set("ended", { ok: false, reason: "ended-session" });
    const responses = await Promise.all(
      ["", "forged", "anonymous", "expired", "ended", "person", "aal1"].map(async (token) => {
        const response = await dashboard.send(
          path,
          { method, ...(method === "POST" && { body: '{"format":"csv"}' }) },
          token,
        );
        return `${response.status} ${JSON.parse(await response.text()).code}`;
      }),
    );
    expect(responses).toEqual([
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
