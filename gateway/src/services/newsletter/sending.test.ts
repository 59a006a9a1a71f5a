import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { writeBackup } from "../../data/backup.ts";
import { restoreBackup } from "../../data/restore.ts";
import { aDataFile } from "../../testing/a-data-file.ts";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { createBatchMail } from "../mail/batch.ts";
import { CONNECTIONS } from "./builtin/sending.ts";
import type { NewsletterService } from "./contract.ts";
import { createNewsletterRoutes } from "./routes.ts";
import {
  type aClock,
  aLineTo,
  aMailServer,
  aNewsletter,
  openNewsletters,
  START,
  subscribe,
} from "./some-newsletters.case.ts";

const HOUR_MS = 60 * 60_000;
const FANS = Array.from({ length: 12 }, (_, at) => `fan${at}@${at % 3 === 0 ? "gmail.test" : "example.test"}`).sort();

const stateOf = (newsletters: NewsletterService, id: number) => newsletters.find(id)?.state;

/** Sends a newsletter to twelve fans through a mail server. */
async function aSentNewsletter(options: Parameters<typeof aMailServer>[0] = {}, settings = {}) {
  const server = await aMailServer(options);
  const site = await openNewsletters({ port: server.port });
  await site.newsletters.saveSettings({ ...site.newsletters.settings(), ...settings });
  await subscribe(site.data, FANS);
  const { id, revision } = await aNewsletter(site.newsletters);
  const sent = await site.newsletters.send(id, { revision }, "");
  expect(sent).toMatchObject({ ok: true, newsletter: { counts: { frozen: FANS.length } } });
  return { ...site, ...server, id, counts: () => site.newsletters.find(id)?.counts };
}

describe("a newsletter", () => {
  it("reaches each recipient once, with its own unsubscribe link and the headers that mail providers ask for", async () => {
    const { newsletters, id, received, receivers, counts, links } = await aSentNewsletter();
    await expect.poll(() => stateOf(newsletters, id)).toBe("sent");
    expect(receivers()).toEqual(FANS);
    expect(counts()).toMatchObject({ frozen: 12, sent: 12, waiting: 0 });
    for (const { to, message } of received) {
      const email = await PostalMime.parse(message);
      const header = (name: string) => email.headers.find(({ key }) => key === name)?.value;
      const link = `${links.linker()(to)}&n=${id}`;
      expect(header("list-unsubscribe")).toBe(`<${link}>`);
      expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
      expect(header("list-id")).toBe("<newsletter.artist.example>");
      expect(email.html).toContain(`href="${link.replaceAll("&", "&amp;")}"`);
      expect(email.text).toContain(link);
      expect(email.subject).toBe("Snow");
    }
    expect(new Set(received.map(({ message }) => /^Message-ID: (.*)$/m.exec(message.toString())?.[1])).size).toBe(12);
  });

  it("does not go to people who unsubscribe before their turn, or to people who join meanwhile", async () => {
    const { newsletters, id, data, receivers, counts, time } = await aSentNewsletter({}, { perHour: 60 });
    await expect.poll(receivers).toHaveLength(1);
    const [first] = receivers();
    const others = FANS.filter((email) => email !== first);
    await data.write((writer) =>
      writer.run("UPDATE newsletter_subscribers SET status = 'unsubscribed' WHERE email = ?", others[3] ?? ""),
    );
    await subscribe(data, ["late@example.test"]);
    await passUntil(time, () => stateOf(newsletters, id) === "sent");
    expect(receivers()).toEqual(FANS.filter((email) => email !== others[3]));
    expect(counts()).toEqual({ frozen: 12, sent: 11, left: 1, refused: 0, inDoubt: 0, waiting: 0 });
  });

  it("names nobody who is removed while the mail server refuses the address", async () => {
    const { newsletters, id, data } = await aSentNewsletter({
      async onRcptTo({ address }, _, callback) {
        if (address !== FANS[4]) return callback();
        await data.write((writer) => writer.run("DELETE FROM newsletter_subscribers WHERE email = ?", address));
        callback(Object.assign(new Error("5.1.1 no such user"), { responseCode: 550 }));
      },
    });
    await expect.poll(() => stateOf(newsletters, id)).toBe("sent");
    expect(newsletters.bounces().bounces).toEqual([]);
  });

  it("is not sent twice to an unknown address, which gets no further newsletter", async () => {
    const { newsletters, id, counts } = await aSentNewsletter({
      onRcptTo({ address }, _, callback) {
        callback(address === FANS[4] ? Object.assign(new Error("5.1.1 no such user"), { responseCode: 550 }) : null);
      },
    });
    await expect.poll(() => stateOf(newsletters, id)).toBe("sent");
    expect(counts()).toMatchObject({ sent: 11, refused: 1 });
    expect(newsletters.recipients(id, "refused").recipients).toMatchObject([{ email: FANS[4], reason: "550" }]);
    expect(newsletters.bounces().bounces).toMatchObject([{ email: FANS[4], kind: "hard", isBlocked: true }]);
    const audience = await newsletters.audience({}, "");
    expect(audience).toEqual({ recipients: 11, leftOut: [{ reason: "bounced", count: 1 }] });
    const [bounce] = newsletters.bounces().bounces;
    expect(await newsletters.liftBounce(bounce?.id ?? 0)).toBe(true);
    expect(await newsletters.audience({}, "")).toEqual({ recipients: 12, leftOut: [] });
  });

  it("counts the people who unsubscribed by its links, once each, and the visits that its links brought", async () => {
    const { newsletters, id, links } = await aSentNewsletter();
    await expect.poll(() => stateOf(newsletters, id)).toBe("sent");
    const tokenOf = links.tokens();
    for (const email of [FANS[0], FANS[0], FANS[1]]) await newsletters.noteUnsubscribed(tokenOf(email ?? ""), id);
    await newsletters.noteUnsubscribed(tokenOf(FANS[2] ?? ""), undefined);
    for (const newsletter of [id, id, id + 1]) newsletters.countVisit(newsletter);
    await newsletters.check();
    newsletters.countVisit(id);
    await newsletters.stop();
    expect(newsletters.find(id)?.figures).toEqual({
      accepted: 12,
      bounced: 0,
      complained: 0,
      unsubscribed: 2,
      visits: 3,
    });
  });

  it("continues after a restart", async () => {
    const { newsletters, data, id, receivers, port, time } = await aSentNewsletter({}, { perHour: 60 });
    await expect.poll(receivers).toHaveLength(1);
    await newsletters.stop();
    const again = await openNewsletters({ data, port, time });
    await passUntil(time, () => stateOf(again.newsletters, id) === "sent");
    expect(receivers()).toEqual(FANS);
  });

  it("is sent one email after the other if the server limits emails in an hour", async () => {
    const { newsletters, id, receivers, time } = await aSentNewsletter({}, { perHour: 60 });
    for (let sent = 1; sent <= FANS.length; sent += 1) {
      await expect.poll(receivers).toHaveLength(sent);
      time.pass(59_000);
      await newsletters.check();
      expect(receivers()).toHaveLength(sent);
      time.pass(1_000);
    }
    await expect.poll(() => stateOf(newsletters, id)).toBe("sent");
  });

  it("is sent at once when the limit in an hour is removed", async () => {
    const { newsletters, id, receivers, time } = await aSentNewsletter({}, { perHour: 1 });
    await expect.poll(receivers).toHaveLength(1);
    const { perHour: _, ...settings } = newsletters.settings();
    await newsletters.saveSettings(settings);
    await newsletters.pause(id);
    await newsletters.resume(id);
    await passUntil(time, () => stateOf(newsletters, id) === "sent", 1_000);
    expect(receivers()).toEqual(FANS);
  });

  it("is spaced out for one receiving domain only", async () => {
    const { newsletters, id, receivers, time } = await aSentNewsletter({}, { perDomainAndHour: 60 });
    await expect.poll(receivers).toHaveLength(2);
    expect(new Set(receivers().map((email) => email.split("@")[1])).size).toBe(2);
    await passUntil(time, () => stateOf(newsletters, id) === "sent");
    expect(receivers()).toEqual(FANS);
  });
});

describe("a mail server that defers emails", () => {
  it("gets emails for its domain more slowly, and each of them once", async () => {
    let left = 3;
    const { newsletters, id, receivers, counts, time } = await aSentNewsletter({
      onRcptTo({ address }, _, callback) {
        const isDeferred = address.endsWith("@gmail.test") && left-- > 0;
        callback(isDeferred ? Object.assign(new Error("4.7.1 greylisted"), { responseCode: 451 }) : null);
      },
    });
    await expect.poll(receivers).toEqual(FANS.filter((email) => email.endsWith("@example.test")));
    expect(counts()).toMatchObject({ waiting: 4, refused: 0 });
    await passUntil(time, () => stateOf(newsletters, id) === "sent");
    expect(receivers()).toEqual(FANS);
  });

  it("is tried for two days", async () => {
    const { newsletters, id, receivers, counts, time } = await aSentNewsletter({
      onRcptTo({ address }, _, callback) {
        callback(address === FANS[0] ? Object.assign(new Error("4.2.2 full"), { responseCode: 452 }) : null);
      },
    });
    await expect.poll(receivers).toHaveLength(11);
    time.pass(47 * HOUR_MS);
    await newsletters.check();
    expect(stateOf(newsletters, id)).toBe("sending");
    await passUntil(time, () => stateOf(newsletters, id) === "sent", 10 * 60_000);
    expect(counts()).toMatchObject({ sent: 11, refused: 1 });
    expect(newsletters.bounces().bounces).toEqual([]);
  });

  it("is tried for two days if it refuses a recipient, and then the address has bounced, but is not blocked", async () => {
    const { newsletters, id, receivers, counts, time } = await aSentNewsletter({
      onRcptTo({ address }, _, callback) {
        callback(address === FANS[0] ? Object.assign(new Error("not to them"), { responseCode: 550 }) : null);
      },
    });
    await expect.poll(receivers).toHaveLength(11);
    time.pass(47 * HOUR_MS);
    await newsletters.check();
    expect(stateOf(newsletters, id)).toBe("sending");
    await passUntil(time, () => stateOf(newsletters, id) === "sent", 10 * 60_000);
    expect(counts()).toMatchObject({ sent: 11, refused: 1 });
    expect(newsletters.bounces().bounces).toMatchObject([{ email: FANS[0], kind: "soft", isBlocked: false }]);
  });

  it("loses nobody if it accepts an email now and then, as at a limit in an hour", async () => {
    let attempts = 0;
    const { newsletters, id, receivers, time } = await aSentNewsletter({
      onRcptTo(_, _session, callback) {
        attempts += 1;
        const isOver = attempts % 6 !== 0;
        callback(isOver ? Object.assign(new Error("exceeded the max emails per hour"), { responseCode: 550 }) : null);
      },
    });
    await passUntil(time, () => stateOf(newsletters, id) === "sent", 10 * 60_000);
    expect(receivers()).toEqual(FANS);
    expect(newsletters.bounces().bounces).toEqual([]);
  });
});

describe("a mail server that fails", () => {
  it("pauses everything after three refused sign-ins", async () => {
    let attempts = 0;
    const server = await aMailServer({
      authOptional: false,
      onAuth(_, _session, callback) {
        attempts += 1;
        callback(Object.assign(new Error("bad password"), { responseCode: 535 }));
      },
    });
    const url = `smtp://owner:wrong@127.0.0.1:${server.port}`;
    const mail = createBatchMail({ url, from: "hello@artist.example", dkim: () => undefined });
    const { newsletters, data, time } = await openNewsletters({ mail });
    await subscribe(data, FANS);
    const { id, revision } = await aNewsletter(newsletters);
    await newsletters.send(id, { revision }, "");
    await passUntil(time, () => stateOf(newsletters, id) === "paused", 30_000);
    expect(newsletters.find(id)).toMatchObject({ pausedBecause: "sign-in", counts: { waiting: 12, inDoubt: 0 } });
    expect(attempts).toBeLessThanOrEqual(3 * CONNECTIONS);
  });

  it.each([
    ["each email for what it is", "5.7.1 spam", "data"],
    ["each recipient, because nothing more may be sent", "Domain has exceeded the max emails per hour", "recipient"],
  ])("pauses everything when it refuses %s, and sends it once it is accepted", async (_, words, refuses) => {
    const fans = Array.from({ length: 60 }, (_fan, at) => `fan${at}@example.test`).sort();
    let isRefusing = false;
    const refusal = () => (isRefusing ? Object.assign(new Error(words), { responseCode: 550 }) : null);
    const { received, receivers, port } = await aMailServer({
      onRcptTo: (_address, _session, callback) => callback(refuses === "recipient" ? refusal() : null),
      onData(stream, session, callback) {
        stream.resume().on("end", () => {
          const error = refuses === "data" ? refusal() : null;
          const to = session.envelope.rcptTo[0]?.address ?? "";
          if (!error) received.push({ to, message: Buffer.of() });
          isRefusing ||= received.length === 10;
          callback(error);
        });
      },
    });
    const { newsletters, data, time } = await openNewsletters({ port });
    await subscribe(data, fans);
    const { id, revision } = await aNewsletter(newsletters);
    await newsletters.send(id, { revision }, "");
    await expect.poll(() => stateOf(newsletters, id)).toBe("paused");
    await expect.poll(() => newsletters.find(id)?.counts?.refused).toBe(0);
    expect(newsletters.find(id)?.pausedBecause).toBe("refused");
    isRefusing = false;
    await newsletters.resume(id);
    await passUntil(time, () => stateOf(newsletters, id) === "sent");
    expect(receivers()).toEqual(fans);
    expect(newsletters.bounces().bounces).toEqual([]);
  });

  it("reaches those who are on the list for long, though strangers have added addresses that it does not take", async () => {
    const strangers = Array.from({ length: 100 }, (_, at) => `x@a${at}.test`);
    const { receivers, port } = await aMailServer({
      onRcptTo({ address }, _, callback) {
        const isRefused = strangers.includes(address);
        callback(isRefused ? Object.assign(new Error("5.7.1 not to them"), { responseCode: 550 }) : null);
      },
    });
    const { newsletters, data } = await openNewsletters({ port });
    const late = ["late@own.test"];
    await subscribe(data, [...FANS, ...strangers, ...late]);
    const { id, revision } = await aNewsletter(newsletters);
    await newsletters.send(id, { revision }, "");
    await expect.poll(receivers).toEqual([...FANS, ...late]);
  });

  it("pauses also when one of those that it refused is removed from the list meanwhile", async () => {
    let refused = 0;
    const { newsletters, data, id, counts } = await aSentNewsletter({
      async onData(stream, _, callback) {
        for await (const _piece of stream);
        refused += 1;
        if (refused === 8) {
          const one = "SELECT email FROM newsletter_recipients WHERE state = 'refused' LIMIT 1";
          await data.write((writer) => writer.run(`DELETE FROM newsletter_subscribers WHERE email IN (${one})`));
        }
        callback(Object.assign(new Error("5.7.1 spam"), { responseCode: 554 }));
      },
    });
    await expect.poll(() => stateOf(newsletters, id)).toBe("paused");
    await expect.poll(counts).toMatchObject({ waiting: 11, refused: 1 });
  });

  it("pauses even a small newsletter that it refuses to everybody, but ends at the third time", async () => {
    const { newsletters, id, counts } = await aSentNewsletter({
      onData(stream, _, callback) {
        stream.resume().on("end", () => callback(Object.assign(new Error("5.7.1 spam"), { responseCode: 554 })));
      },
    });
    for (const _ of ["first time", "second time"]) {
      await expect.poll(() => stateOf(newsletters, id)).toBe("paused");
      await expect.poll(counts).toMatchObject({ waiting: 12, refused: 0 });
      await newsletters.resume(id);
    }
    await expect.poll(() => stateOf(newsletters, id)).toBe("sent");
    expect(counts()).toMatchObject({ refused: 12 });
    expect(newsletters.bounces().bounces).toEqual([]);
  });

  it("pauses a small newsletter too if it relays nothing, and nobody is lost", async () => {
    let isRelaying = false;
    const { newsletters, id, counts, receivers, time } = await aSentNewsletter({
      onRcptTo: (_, _session, callback) =>
        callback(isRelaying ? null : Object.assign(new Error("no relaying"), { responseCode: 550 })),
    });
    await passUntil(time, () => stateOf(newsletters, id) === "paused");
    await expect.poll(counts).toMatchObject({ waiting: 12, refused: 0 });
    isRelaying = true;
    await newsletters.resume(id);
    await passUntil(time, () => stateOf(newsletters, id) === "sent");
    expect(receivers()).toEqual(FANS);
  });

  it("pauses everything when it confirms no email any more", async () => {
    const server = await aMailServer({
      onData: (stream) => void stream.resume().on("end", () => line.breakOff()),
    });
    const line = await aLineTo(server.port);
    const { newsletters, data, time } = await openNewsletters({ port: line.port });
    await subscribe(
      data,
      Array.from({ length: 60 }, (_, at) => `fan${at}@example.test`),
    );
    const { id, revision } = await aNewsletter(newsletters);
    await newsletters.send(id, { revision }, "");
    await passUntil(time, () => stateOf(newsletters, id) === "paused", 30_000);
    expect(newsletters.find(id)?.pausedBecause).toBe("in-doubt");
    expect(newsletters.find(id)?.counts?.inDoubt).toBeLessThan(20);
  });

  it("leaves an email in doubt that it may have accepted, and repeats it only if the owner says so", async () => {
    let isBroken = true;
    const ids: string[] = [];
    const server = await aMailServer({
      onData(stream, session, callback) {
        const pieces: Buffer[] = [];
        stream.on("data", (piece: Buffer) => pieces.push(piece));
        stream.on("end", () => {
          const to = session.envelope.rcptTo[0]?.address;
          if (to === FANS[0]) ids.push(/^Message-ID: (.*)$/m.exec(Buffer.concat(pieces).toString())?.[1] ?? "");
          if (to !== FANS[0] || !isBroken) return callback();
          isBroken = false;
          // The connection breaks before the response.
          line.breakOff();
        });
      },
    });
    const line = await aLineTo(server.port);
    const { newsletters, data, time } = await openNewsletters({ port: line.port });
    await subscribe(data, FANS);
    const { id, revision } = await aNewsletter(newsletters);
    await newsletters.send(id, { revision }, "");
    await passUntil(time, () => stateOf(newsletters, id) === "sent");
    const doubts = newsletters.recipients(id, "in-doubt").recipients.map(({ email }) => email);
    expect(doubts).toContain(FANS[0]);
    await newsletters.decideDoubts(id, { decision: "send-again" });
    await passUntil(time, () => stateOf(newsletters, id) === "sent");
    expect(newsletters.find(id)?.counts).toMatchObject({ sent: 12, inDoubt: 0 });
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  });
});

describe("the owner", () => {
  it("pauses, resumes and cancels at once", async () => {
    const { newsletters, id, receivers, time } = await aSentNewsletter({}, { perHour: 60 });
    await expect.poll(receivers).toHaveLength(1);
    expect(await newsletters.pause(id)).toMatchObject({ ok: true, newsletter: { pausedBecause: "owner" } });
    time.pass(10 * 60_000);
    await newsletters.check();
    expect(receivers()).toHaveLength(1);
    expect(await newsletters.resume(id)).toMatchObject({ ok: true, newsletter: { state: "sending" } });
    await expect.poll(receivers).toHaveLength(2);
    expect(await newsletters.cancel(id)).toMatchObject({ ok: true, newsletter: { state: "cancelled" } });
    time.pass(10 * 60_000);
    await newsletters.check();
    expect(receivers()).toHaveLength(2);
    expect(newsletters.find(id)?.counts).toMatchObject({ sent: 2, waiting: 10 });
    expect(await newsletters.resume(id)).toEqual({ ok: false, reason: "state" });
  });

  it("reads what is missing before a newsletter can be sent", async () => {
    const { newsletters, data } = await openNewsletters();
    const { id, revision } = await aNewsletter(newsletters);
    const codesOf = async () => {
      const result = await newsletters.send(id, { revision: newsletters.find(id)?.revision ?? revision }, "");
      return result.ok || result.reason !== "not-ready" ? result : result.missing.map(({ code }) => code);
    };
    await newsletters.saveSettings({ ...newsletters.settings(), postalAddress: " " });
    await newsletters.edit(id, { revision, subject: " ", body: "[[nothing]]" });
    expect(await codesOf()).toEqual(["no-mail-server", "no-postal-address", "no-subject", "bad-block"]);
    expect(data.read.get("SELECT 1 FROM newsletter_recipients")).toBeUndefined();
  });

  it("is not sent while its links would lead to an address of the own network", async () => {
    const { port, receivers } = await aMailServer();
    const { newsletters, data } = await openNewsletters({ port, isUnreachable: true });
    await subscribe(data, FANS);
    const { id, revision } = await aNewsletter(newsletters);
    expect(await newsletters.send(id, { revision }, "")).toMatchObject({
      ok: false,
      missing: [{ code: "no-public-address", message: expect.stringContaining("sets PUBLIC_URL") }],
    });
    expect(receivers()).toEqual([]);
  });

  it("sends no test email to an address that no email reaches, and says what to set", async () => {
    const { port, receivers } = await aMailServer();
    const { newsletters } = await openNewsletters({ port, ownerEmail: "owner@localhost" });
    const { id } = await aNewsletter(newsletters);
    expect(await newsletters.test(id, "")).toEqual({
      ok: false,
      reason: "no-owner-address",
      message: expect.stringMatching(/owner@localhost.*ADMIN_EMAIL/),
    });
    expect(receivers()).toEqual([]);
  });

  it("cannot get a test email without a mail server, and reads what to do", async () => {
    const { newsletters } = await openNewsletters();
    const { id } = await aNewsletter(newsletters);
    const mailKey = { read: () => ({}), make: async () => ({}) };
    const routes = createNewsletterRoutes({ newsletters, mailKey, audit: undefined, clock: () => new Date() });
    const response = await routes.request(`/newsletters/${id}/test`, { method: "POST" });
    expect([response.status, await response.json()]).toEqual([
      409,
      { code: "not_sent", message: expect.stringContaining("no mail server is set up") },
    ]);
  });

  it("cannot send a newsletter without recipients, or one that somebody has changed meanwhile", async () => {
    const { port } = await aMailServer();
    const { newsletters, data } = await openNewsletters({ port });
    const { id, revision } = await aNewsletter(newsletters);
    expect(await newsletters.send(id, { revision }, "")).toMatchObject({
      ok: false,
      missing: [{ code: "no-recipients" }],
    });
    expect(newsletters.find(id)).toMatchObject({ state: "draft", revision });
    await subscribe(data, FANS);
    await newsletters.edit(id, { revision, subject: "Rain" });
    expect(await newsletters.send(id, { revision }, "")).toMatchObject({ ok: false, reason: "clash" });
    expect(await newsletters.edit(id, { revision, subject: "Hail" })).toMatchObject({
      ok: false,
      reason: "clash",
      now: { subject: "Rain" },
    });
  });
});

describe("a scheduled newsletter", () => {
  const tomorrow = new Date(START + 24 * HOUR_MS).toISOString();

  async function aScheduled() {
    const server = await aMailServer();
    const site = await openNewsletters({ port: server.port });
    await subscribe(site.data, FANS);
    const { id, revision } = await aNewsletter(site.newsletters);
    expect(await site.newsletters.send(id, { revision, at: tomorrow }, "")).toMatchObject({
      ok: true,
      newsletter: { state: "scheduled", startAt: tomorrow },
    });
    return { ...site, ...server, id };
  }

  it("starts at its time, for everybody who is on the list then", async () => {
    const { newsletters, data, id, time, receivers } = await aScheduled();
    await subscribe(data, ["new@example.test"]);
    time.pass(24 * HOUR_MS - 1_000);
    await newsletters.check();
    expect(stateOf(newsletters, id)).toBe("scheduled");
    time.pass(1_000);
    await newsletters.check();
    await expect.poll(() => stateOf(newsletters, id)).toBe("sent");
    expect(receivers()).toContain("new@example.test");
  });

  it("waits for the owner if it would start more than an hour late, or if the clock jumps", async () => {
    const { newsletters, id, time, receivers } = await aScheduled();
    time.jump(26 * HOUR_MS);
    await newsletters.check();
    expect(newsletters.find(id)).toMatchObject({ state: "paused", pausedBecause: "late" });
    expect(receivers()).toEqual([]);
    expect(await newsletters.unschedule(id)).toMatchObject({ ok: true, newsletter: { state: "draft" } });
  });

  it("does not start early while the clock is ahead for a moment", async () => {
    const { newsletters, data, id, time, receivers } = await aScheduled();
    time.jump(24 * HOUR_MS + 60_000);
    await newsletters.check();
    time.pass(60_000);
    await newsletters.check();
    expect(stateOf(newsletters, id)).toBe("scheduled");
    time.jump(-24 * HOUR_MS);
    time.pass(10 * 60_000);
    await newsletters.check();
    expect(stateOf(newsletters, id)).toBe("scheduled");
    // Nor does it after a start with a clock that is ahead.
    await newsletters.stop();
    time.jump(24 * HOUR_MS);
    const again = await openNewsletters({ data, time });
    expect(stateOf(again.newsletters, id)).toBe("scheduled");
    expect(receivers()).toEqual([]);
  });

  it("waits for the owner if something is missing at its time", async () => {
    const { newsletters, id, time } = await aScheduled();
    await newsletters.saveSettings({ ...newsletters.settings(), postalAddress: "" });
    time.pass(24 * HOUR_MS);
    await newsletters.check();
    expect(newsletters.find(id)).toMatchObject({ state: "paused", pausedBecause: "not-ready" });
  });
});

describe("a restored backup", () => {
  it("sends nothing unasked, and nothing twice", async () => {
    const server = await aMailServer();
    const dir = aTestFolder();
    const site = await openNewsletters({ data: aDataFile({ dir }), port: server.port });
    await subscribe(site.data, FANS);
    const { id, revision } = await aNewsletter(site.newsletters);
    await site.newsletters.saveSettings({ ...site.newsletters.settings(), perHour: 60 });
    await site.newsletters.send(id, { revision }, "");
    await expect.poll(server.receivers).toHaveLength(1);
    const { path } = writeBackup({ path: site.data.path, dir, kind: "manual", now: site.time.clock() });
    site.time.pass(60_000);
    await expect.poll(server.receivers).toHaveLength(2);
    await restoreBackup({ dir, file: path, now: site.time.clock() });
    site.time.pass(60_000);
    await site.newsletters.check();
    expect(site.newsletters.find(id)).toMatchObject({ state: "paused", pausedBecause: "restored" });
    expect(server.receivers()).toHaveLength(2);
    await site.newsletters.resume(id);
    await passUntil(site.time, () => stateOf(site.newsletters, id) === "sent");
    expect(server.receivers()).toEqual(FANS);
  });
});

/** Moves the clocks until something is true. */
async function passUntil(time: ReturnType<typeof aClock>, isTrue: () => boolean, step = 60_000): Promise<void> {
  await expect
    .poll(
      () => {
        time.pass(step);
        return isTrue();
      },
      { timeout: 20_000, interval: 5 },
    )
    .toBe(true);
}
