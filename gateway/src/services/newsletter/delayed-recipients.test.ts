import type { NewsletterSettings } from "@porchlight/protocol/newsletters.ts";
import { expect, it } from "vitest";
import { aMailServer, aNewsletter, FANS, openNewsletters, stateOf, subscribe } from "./some-newsletters.case.ts";

const HOUR_MS = 60 * 60_000;

/** A site whose mail server answers some recipients with an error, and the newsletter that it sends to all. */
async function aNewsletterTo(
  emails: readonly string[],
  errorFor: (email: string) => [code: number, text: string] | false,
  settings: Partial<NewsletterSettings> = {},
) {
  const server = await aMailServer({
    onRcptTo({ address }, _, callback) {
      const [responseCode, text] = errorFor(address) || [];
      callback(responseCode === undefined ? null : Object.assign(new Error(text), { responseCode }));
    },
  });
  const site = await openNewsletters({ port: server.port });
  await site.newsletters.saveSettings({ ...site.newsletters.settings(), ...settings });
  await subscribe(site.data, emails);
  const send = async () => {
    const { id, revision } = await aNewsletter(site.newsletters);
    await site.newsletters.send(id, { revision }, "");
    return id;
  };
  const start = site.time.now();
  /** Moves the clocks until something is true, but not while an email is on its way. */
  const passUntil = (isTrue: () => boolean, step = 60_000) =>
    expect
      .poll(
        () => {
          if (isTrue()) return true;
          if (!site.data.read.get("SELECT 1 FROM newsletters WHERE sending > 0")) site.time.pass(step);
          return false;
        },
        { timeout: 20_000, interval: 5 },
      )
      .toBe(true);
  return { ...site, ...server, send, id: await send(), passed: () => site.time.now() - start, passUntil };
}

const some = (number: number, email: (at: number) => string) => Array.from({ length: number }, (_, at) => email(at));

it.each([
  ["deferred", 450, "4.1.2 Recipient address rejected: Domain not found"],
  ["refused without a reason", 550, "not to them"],
  ["answered with the end of the connection", 421, "4.7.0 closing"],
])("one recipient who is %s delays neither the others nor the next newsletter", async (_, code, text) => {
  const site = await aNewsletterTo(
    ["typo@gmial.test", ...FANS],
    (email) => email === "typo@gmial.test" && [code, text],
  );
  const sentOf = (id: number) => site.newsletters.find(id)?.counts?.sent;
  await site.passUntil(() => sentOf(site.id) === 12, 10_000);
  const next = await site.send();
  await site.passUntil(() => sentOf(next) === 12, 10_000);
  expect(site.passed()).toBeLessThan(5 * HOUR_MS);
  await site.passUntil(() => [site.id, next].every((id) => stateOf(site.newsletters, id) === "sent"), HOUR_MS);
  expect(site.passed()).toBeGreaterThan(47 * HOUR_MS);
  expect(site.newsletters.find(site.id)?.counts).toMatchObject({ sent: 12, refused: 1 });
  expect(site.receivers()).toEqual([...FANS, ...FANS].sort());
});

it("no fan is given up because of a daily quota of the mail server, which defers all others", async () => {
  let day = -1;
  let left = 0;
  const site = await aNewsletterTo(FANS, () => {
    const today = Math.floor(site.passed() / (24 * HOUR_MS));
    if (today !== day) [day, left] = [today, 3];
    left -= 1;
    return left < 0 && [451, "4.7.0 Daily message quota exceeded"];
  });
  await site.passUntil(() => site.newsletters.find(site.id)?.waitsFor === "retries");
  await site.passUntil(() => stateOf(site.newsletters, site.id) === "sent", HOUR_MS);
  expect(site.newsletters.find(site.id)?.counts).toMatchObject({ sent: 12, refused: 0 });
  expect(site.passed()).toBeGreaterThan(60 * HOUR_MS);
});

it("a list that needs more than fourteen daily quotas goes on until everybody has it", async () => {
  let day = -1;
  const site = await aNewsletterTo(
    some(17, (at) => `fan${at}@d${at % 4}.test`),
    () => {
      const today = Math.floor(site.passed() / (24 * HOUR_MS));
      const isFirst = today !== day;
      day = today;
      return !isFirst && [451, "4.7.0 Daily message quota exceeded"];
    },
  );
  await site.passUntil(() => stateOf(site.newsletters, site.id) === "sent", 2 * HOUR_MS);
  expect(site.newsletters.find(site.id)?.counts).toMatchObject({ sent: 17, refused: 0 });
});

it.each([
  ["the last fans", 10],
  ["all of a few fans", 0],
])("%s are not given up because the mail server defers everybody for almost four days", async (_, before) => {
  let accepted = 0;
  const site = await aNewsletterTo(FANS.slice(0, before + 2), () => {
    accepted += 1;
    return accepted > before && site.passed() < 90 * HOUR_MS && [451, "4.3.1 Mail system full"];
  });
  await site.passUntil(() => stateOf(site.newsletters, site.id) === "sent", HOUR_MS / 2);
  expect(site.newsletters.find(site.id)?.counts).toMatchObject({ sent: before + 2, refused: 0 });
});

it("a newsletter ends after two weeks although the mail server defers everybody", async () => {
  const site = await aNewsletterTo(FANS.slice(0, 5), () => [451, "4.7.0 try later"]);
  await site.passUntil(() => stateOf(site.newsletters, site.id) === "sent", 8 * HOUR_MS);
  expect(site.newsletters.find(site.id)?.counts).toMatchObject({ sent: 0, refused: 5 });
  expect(site.passed()).toBeGreaterThan(14 * 24 * HOUR_MS);
});

it("no fan is given up while the mail server ends every connection, however long", async () => {
  let isClosing = true;
  const site = await aNewsletterTo(FANS, () => isClosing && [421, "4.7.0 closing"]);
  await site.passUntil(() => site.passed() > 100 * HOUR_MS, HOUR_MS);
  expect(site.newsletters.find(site.id)).toMatchObject({ state: "sending", counts: { waiting: 12, refused: 0 } });
  await expect.poll(() => site.newsletters.find(site.id)?.waitsFor).toBe("server");
  isClosing = false;
  await site.passUntil(() => stateOf(site.newsletters, site.id) === "sent");
  expect(site.receivers()).toEqual(FANS);
});

it("a newsletter ends although the mail server ends the connection at its last recipient", async () => {
  const all = some(5, (at) => `fan${at}@a.test`);
  const last = "typo@a.test";
  const site = await aNewsletterTo([...all, last], (email) => email === last && [421, "4.7.0 closing"], {
    perHour: 10,
  });
  await site.passUntil(() => stateOf(site.newsletters, site.id) === "sent", HOUR_MS);
  expect(site.newsletters.find(site.id)?.counts).toMatchObject({ sent: 5, refused: 1 });
});

it("two newsletters take turns at an hourly limit, even if one has many deferred recipients", async () => {
  const dead = some(40, (at) => `x@dead${at}.test`);
  const site = await aNewsletterTo([...FANS, ...dead], (email) => dead.includes(email) && [450, "4.1.2 not found"]);
  await site.newsletters.saveSettings({ ...site.newsletters.settings(), perHour: 60 });
  const next = await site.send();
  await site.passUntil(() => site.newsletters.find(next)?.counts?.sent === 12, 20_000);
  expect(site.passed()).toBeLessThan(10 * HOUR_MS);
  expect(site.newsletters.find(site.id)?.counts?.sent).toBe(12);
});

it.each([10, 12, 13, 14, 30])("at %i emails an hour, two newsletters are sent in turn", async (perHour) => {
  const fans = some(40, (at) => `fan${at}@d${at % 7}.test`);
  const site = await aNewsletterTo(fans, () => false, { perHour });
  const next = await site.send();
  const sentOf = () => [site.id, next].map((id) => site.newsletters.find(id)?.counts?.sent ?? 0);
  await site.passUntil(() => sentOf().reduce((sum, sent) => sum + sent) === 20, 10_000);
  expect(Math.max(...sentOf())).toBeLessThanOrEqual(12);
});

it("strangers with many domains delay the fans to twice the time at most", async () => {
  const fans = some(40, (at) => `fan${at}@d${at % 4}.test`);
  const strangers = some(200, (at) => `x@stranger${at}.test`);
  const site = await aNewsletterTo([...fans, ...strangers], () => false, { perHour: 60 });
  const reached = () => site.receivers().filter((email) => email.startsWith("fan")).length;
  await site.passUntil(() => reached() === fans.length, 20_000);
  expect(site.passed()).toBeLessThan(1.5 * HOUR_MS);
});

it("addresses at which the server ends the connection do not come before everybody else", async () => {
  const bad = some(60, (at) => `x@bad${at}.test`);
  const fans = some(40, (at) => `fan${at}@d${at % 4}.test`);
  const site = await aNewsletterTo([...fans, ...bad], (email) => bad.includes(email) && [421, "4.7.0 closing"]);
  await site.passUntil(() => site.newsletters.find(site.id)?.counts?.sent === 40, 10_000);
  expect(site.passed()).toBeLessThan(2 * HOUR_MS);
});

it.each([
  ["a code that names the address", "4.1.1 unverified address", 2],
  ["no code, which slows their domain down", "unverified address", 12],
])("dead addresses at a large provider, deferred with %s, delay nobody for days", async (_, text, hours) => {
  const dead = some(30, (at) => `nobody${at}@gmail.test`);
  const late = some(20, (at) => `late${at}@gmail.test`);
  const site = await aNewsletterTo([...FANS, ...dead, ...late], (email) => dead.includes(email) && [450, text]);
  await site.passUntil(() => site.newsletters.find(site.id)?.counts?.sent === 32);
  expect(site.passed()).toBeLessThan(hours * HOUR_MS);
});

it("fans between many addresses that no server takes are reached after a few resumes", async () => {
  const bad = some(400, (at) => `x@bad${at}.test`);
  const between = some(10, (at) => `late@own${at}.test`);
  const all = [...FANS, ...bad.slice(0, 200), ...between, ...bad.slice(200)];
  const site = await aNewsletterTo(all, (email) => bad.includes(email) && [550, "Unrouteable address"]);
  let resumes = 0;
  await site.passUntil(() => {
    if (stateOf(site.newsletters, site.id) === "paused") {
      resumes += 1;
      void site.newsletters.resume(site.id);
    }
    return site.newsletters.find(site.id)?.counts?.sent === 22;
  }, 60_000);
  expect(resumes).toBeLessThan(10);
});
