import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { createHostedNewsletterList } from "../../composition/newsletter-lists.ts";
import { writeBackup } from "../../data/backup.ts";
import { openListSecret } from "../../data/list-secret.ts";
import { restoreBackup } from "../../data/restore.ts";
import { aDataFile } from "../../testing/a-data-file.ts";
import { aTestFolder } from "../../testing/gateway-process.ts";
import type { BatchMail } from "../shared/batch-email.ts";
import { createUnsubscribeLinks } from "../unsubscribe/links.ts";
import { createNewsletterRoutes } from "./routes.ts";
import {
  aMailServer,
  aNewsletter,
  aSentNewsletter,
  FANS,
  openNewsletters,
  passUntil,
  START,
  stateOf,
  subscribe,
} from "./some-newsletters.case.ts";
import { mailTo } from "./wire-newsletters.case.ts";

const HOUR_MS = 60 * 60_000;

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
    const { newsletters, id, counts, time } = await aSentNewsletter({
      onRcptTo({ address }, _, callback) {
        callback(address === FANS[4] ? Object.assign(new Error("5.1.1 no such user"), { responseCode: 550 }) : null);
      },
    });
    await passUntil(time, () => stateOf(newsletters, id) === "sent");
    expect(counts()).toMatchObject({ sent: 11, refused: 1 });
    expect(newsletters.recipients(id, "refused").recipients).toMatchObject([{ email: FANS[4], reason: "550" }]);
    // It is not one of the emails that were accepted and came back.
    expect(newsletters.find(id)?.figures).toMatchObject({ accepted: 11, bounced: 0 });
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

  it("waits for the owner if the site starts without its mail server", async () => {
    const { newsletters, data, id, receivers, port, time } = await aSentNewsletter({}, { perHour: 60 });
    await expect.poll(receivers).toHaveLength(1);
    await newsletters.stop();
    const without = await openNewsletters({ data, time });
    expect(without.newsletters.find(id)).toMatchObject({
      state: "paused",
      pausedBecause: "not-ready",
      missing: [{ code: "no-mail-server" }],
    });
    await data.write((writer) => writer.run("UPDATE newsletters SET state = 'sending' WHERE id = ?", id));
    await without.newsletters.check();
    expect(stateOf(without.newsletters, id)).toBe("paused");
    await without.newsletters.stop();
    const again = await openNewsletters({ data, port, time });
    expect(stateOf(again.newsletters, id)).toBe("paused");
    await again.newsletters.resume(id);
    await passUntil(time, () => stateOf(again.newsletters, id) === "sent");
    expect(receivers()).toEqual(FANS);
  });

  it("is sent one email after the other if the server has an hourly limit", async () => {
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

  it("is sent at once when the hourly limit is removed", async () => {
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

it("of a list at a provider, an email in doubt is not sent again to somebody who unsubscribed", async () => {
  const data = aDataFile();
  const links = createUnsubscribeLinks({ secret: await openListSecret(data), publicUrl: "https://artist.example" });
  const list = createHostedNewsletterList({
    data,
    clock: () => new Date(START),
    openLinks: async () => links,
    walks: {
      count: async () => 1,
      async *walk() {
        yield [aSubscriber({ email: "ann@example.test" })];
      },
    },
  });
  const mail: BatchMail = {
    ...mailTo(data, 1),
    connect: () => ({ send: async () => ({ state: "in-doubt" }), close: () => {} }),
  };
  const { newsletters } = await openNewsletters({ data, mail, list });
  const { id, revision } = await aNewsletter(newsletters);
  await newsletters.send(id, { revision }, "");
  await expect.poll(() => newsletters.find(id)?.counts).toMatchObject({ inDoubt: 1 });
  await newsletters.noteUnsubscribed(links.tokens()("ann@example.test"), id);
  expect(newsletters.find(id)?.counts).toMatchObject({ inDoubt: 0, left: 1 });
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

it("newsletters stand in the order in which they were sent, whichever was begun first", async () => {
  const server = await aMailServer();
  const { newsletters, data, time } = await openNewsletters({ port: server.port });
  await subscribe(data, FANS);
  const drafts = [await aNewsletter(newsletters), await aNewsletter(newsletters), await aNewsletter(newsletters)];
  const [first, second, third] = drafts.map(({ id }) => id);
  for (const { id, revision } of [drafts[1], drafts[2], drafts[0]].filter((draft) => draft !== undefined)) {
    time.pass(HOUR_MS);
    await newsletters.send(id, { revision }, "");
    await passUntil(time, () => stateOf(newsletters, id) === "sent");
  }
  const idsOf = (list: { id: number }[]) => list.map(({ id }) => id);
  expect(newsletters.published.ids()).toEqual([first, third, second]);
  expect(idsOf(newsletters.list().newsletters)).toEqual([first, third, second]);
  expect(idsOf(newsletters.published.list({ limit: 2 }))).toEqual([first, third]);
  expect(idsOf(newsletters.published.list({ limit: 2, before: third ?? 0 }))).toEqual([second]);
});

it("a newsletter that went out is changed no more, but can be taken out of the archive", async () => {
  const { newsletters, id } = await aSentNewsletter();
  await expect.poll(() => stateOf(newsletters, id)).toBe("sent");
  const revision = newsletters.find(id)?.revision ?? 0;
  expect(newsletters.published.ids()).toEqual([id]);
  const both = await newsletters.edit(id, { revision, isInArchive: false, subject: "Rain" });
  expect(both).toMatchObject({ ok: false, reason: "state" });
  expect(await newsletters.edit(id, { revision, isInArchive: false })).toMatchObject({ ok: true });
  expect(newsletters.published.ids()).toEqual([]);
  expect(await newsletters.edit(id, { revision, isInArchive: true })).toMatchObject({ ok: false, reason: "clash" });
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
    time.pass(3 * 60_000);
    await newsletters.check();
    expect(newsletters.find(id)).toMatchObject({ state: "paused", pausedBecause: "late" });
    expect(receivers()).toEqual([]);
    expect(await newsletters.unschedule(id)).toMatchObject({ ok: true, newsletter: { state: "draft" } });
  });

  it("does not count as late while the clock is ahead for a moment", async () => {
    const { newsletters, id, time } = await aScheduled();
    time.jump(48 * HOUR_MS);
    await newsletters.check();
    time.jump(-48 * HOUR_MS);
    await newsletters.check();
    expect(stateOf(newsletters, id)).toBe("scheduled");
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
