import { describe, expect, it } from "vitest";
import { createBatchMail } from "../mail/batch.ts";
import { CONNECTIONS } from "./builtin/sending.ts";
import {
  aLineTo,
  aMailServer,
  aNewsletter,
  aSentNewsletter,
  FANS,
  openNewsletters,
  passUntil,
  stateOf,
  subscribe,
} from "./some-newsletters.case.ts";

const HOUR_MS = 60 * 60_000;

describe("a mail server that defers emails", () => {
  it("gets emails for its domain more slowly, and each of them once", async () => {
    let left = 4;
    const { newsletters, id, receivers, counts, time } = await aSentNewsletter({
      onRcptTo({ address }, _, callback) {
        const isDeferred = address.endsWith("@gmail.test") && left-- > 0;
        callback(isDeferred ? Object.assign(new Error("4.7.1 greylisted"), { responseCode: 451 }) : null);
      },
    });
    await expect.poll(receivers).toEqual(FANS.filter((email) => email.endsWith("@example.test")));
    await expect.poll(counts).toMatchObject({ sent: 8, waiting: 4, refused: 0 });
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
    await passUntil(time, () => stateOf(newsletters, id) === "sent", HOUR_MS / 2);
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
    await passUntil(time, () => stateOf(newsletters, id) === "sent", HOUR_MS / 2);
    expect(counts()).toMatchObject({ sent: 11, refused: 1 });
    expect(newsletters.bounces().bounces).toMatchObject([{ email: FANS[0], kind: "soft", isBlocked: false }]);
  });

  it("loses nobody if it accepts an email now and then, as at an hourly limit", async () => {
    let attempts = 0;
    const { newsletters, id, receivers, time } = await aSentNewsletter({
      onRcptTo(_, _session, callback) {
        attempts += 1;
        const isOver = attempts % 6 !== 0;
        callback(isOver ? Object.assign(new Error("exceeded the max emails per hour"), { responseCode: 550 }) : null);
      },
    });
    await passUntil(time, () => stateOf(newsletters, id) === "sent", HOUR_MS / 2);
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

  it("reaches long-time subscribers, although strangers have added addresses that it does not accept", async () => {
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

  it("pauses also when one of those that it refused is removed from the list meanwhile, who is then named nowhere", async () => {
    let isRefusing = true;
    let refused = 0;
    const { newsletters, data, id, counts, time } = await aSentNewsletter({
      async onData(stream, _, callback) {
        for await (const _piece of stream);
        refused += 1;
        if (refused === 8) {
          const one = "SELECT email FROM newsletter_recipients WHERE next_at IS NOT NULL LIMIT 1";
          await data.write((writer) => writer.run(`DELETE FROM newsletter_subscribers WHERE email IN (${one})`));
        }
        callback(isRefusing ? Object.assign(new Error("5.7.1 spam"), { responseCode: 554 }) : null);
      },
    });
    await expect.poll(() => stateOf(newsletters, id)).toBe("paused");
    isRefusing = false;
    await newsletters.resume(id);
    await passUntil(time, () => stateOf(newsletters, id) === "sent");
    expect(counts()).toMatchObject({ sent: 11, left: 1 });
    const unnamed = data.read.all("SELECT domain FROM newsletter_recipients WHERE email = ''");
    expect(unnamed).toEqual([{ domain: "" }]);
  });

  it("pauses even a small newsletter that it refuses to everybody; once resumed, it is tried for two days and ends", async () => {
    const { newsletters, id, counts, time } = await aSentNewsletter({
      onData(stream, _, callback) {
        stream.resume().on("end", () => callback(Object.assign(new Error("5.7.1 spam"), { responseCode: 554 })));
      },
    });
    await expect.poll(() => stateOf(newsletters, id)).toBe("paused");
    expect(counts()).toMatchObject({ waiting: 12, refused: 0 });
    await newsletters.resume(id);
    await passUntil(time, () => stateOf(newsletters, id) === "sent", HOUR_MS / 2);
    expect(counts()).toMatchObject({ refused: 12 });
    expect(newsletters.bounces().bounces).toEqual([]);
  });

  it("pauses everything when it accepts no email from this sender", async () => {
    const { newsletters, id, counts, time } = await aSentNewsletter({
      onMailFrom: (_, _session, callback) =>
        callback(Object.assign(new Error("5.7.1 sender not verified"), { responseCode: 550 })),
    });
    await passUntil(time, () => stateOf(newsletters, id) === "paused", 30_000);
    expect(newsletters.find(id)?.pausedBecause).toBe("refused");
    expect(counts()).toMatchObject({ waiting: 12 });
  });

  it("pauses when it accepts one email of twenty, as at its limit, and nobody is lost", async () => {
    let attempts = 0;
    const { port } = await aMailServer({
      onData(stream, _, callback) {
        attempts += 1;
        const isTaken = attempts <= 20 || attempts % 20 === 0;
        const refusal = Object.assign(new Error("5.2.0 SubmissionQuotaExceededException"), { responseCode: 554 });
        stream.resume().on("end", () => callback(isTaken ? null : refusal));
      },
    });
    const { newsletters, data } = await openNewsletters({ port });
    await subscribe(
      data,
      Array.from({ length: 400 }, (_, at) => `fan${at}@d${at % 8}.test`),
    );
    const { id, revision } = await aNewsletter(newsletters);
    await newsletters.send(id, { revision }, "");
    await expect.poll(() => stateOf(newsletters, id), { timeout: 20_000 }).toBe("paused");
    expect(newsletters.find(id)?.counts?.refused).toBe(0);
    expect(attempts).toBeLessThan(300);
  });

  it("blocks hardly anybody if it says of each address that it is unknown, as a broken one does, at first or later", async () => {
    const fans = Array.from({ length: 100 }, (_, at) => `fan${at}@d${at % 50}.test`).sort();
    for (const taken of [0, 40]) {
      let left = taken;
      let isBroken = true;
      const { port, receivers } = await aMailServer({
        onRcptTo: (_, _session, callback) =>
          callback(
            isBroken && left-- <= 0 ? Object.assign(new Error("5.1.1 no such user"), { responseCode: 550 }) : null,
          ),
      });
      const { newsletters, data, time } = await openNewsletters({ port });
      await subscribe(data, fans);
      const { id, revision } = await aNewsletter(newsletters);
      await newsletters.send(id, { revision }, "");
      await expect.poll(() => stateOf(newsletters, id)).toBe("paused");
      // The owner is impatient, and it is tried for some hours more.
      await newsletters.resume(id);
      const resumedAt = time.now();
      await passUntil(time, () => time.now() - resumedAt > 10 * HOUR_MS, HOUR_MS / 2);
      const blocked = newsletters.bounces().bounces.map(({ email }) => email);
      expect(blocked.length).toBeLessThanOrEqual(taken === 0 ? 0 : 5);
      isBroken = false;
      await passUntil(time, () => stateOf(newsletters, id) === "sent");
      expect(receivers()).toEqual(fans.filter((fan) => !blocked.includes(fan)));
    }
  });

  it.each([1, 2])(
    "blocks at most a few of a provider in an outage that refuses each email, or every second one: %i",
    async (every) => {
      let attempts = 0;
      const { port } = await aMailServer({
        onRcptTo({ address }, _, callback) {
          const isUnknown = address.endsWith("@gmail.test") && attempts++ % every === 0;
          callback(isUnknown ? Object.assign(new Error("5.1.1 does not exist"), { responseCode: 550 }) : null);
        },
      });
      const { newsletters, data, time } = await openNewsletters({ port });
      const fans = Array.from({ length: 120 }, (_, at) => `fan${at}@${at % 4 === 0 ? "gmail.test" : `own${at}.test`}`);
      await subscribe(data, fans);
      const { id, revision } = await aNewsletter(newsletters);
      await newsletters.send(id, { revision }, "");
      await expect.poll(() => newsletters.find(id)?.counts?.sent).toBeGreaterThanOrEqual(90);
      const sentAt = time.now();
      await passUntil(time, () => time.now() - sentAt > 3 * HOUR_MS, HOUR_MS / 2);
      expect(newsletters.bounces().bounces.length).toBeLessThanOrEqual(6);
    },
  );

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

  it("pauses also while two newsletters take turns, if it takes a minute for each email and then breaks off", async () => {
    const server = await aMailServer({
      onData: (stream) =>
        void stream.resume().on("end", () => {
          time.pass(20_000);
          line.breakOff();
        }),
    });
    const line = await aLineTo(server.port);
    const { newsletters, data, time } = await openNewsletters({ port: line.port });
    const fans = Array.from({ length: 60 }, (_, at) => `fan${at}@example.test`);
    await subscribe(data, fans);
    const ids: number[] = [];
    for (const _ of ["one", "another"]) {
      const { id, revision } = await aNewsletter(newsletters);
      ids.push(id);
      await newsletters.send(id, { revision }, "");
    }
    await passUntil(time, () => ids.every((id) => stateOf(newsletters, id) === "paused"), 30_000);
    const doubts = ids.map((id) => newsletters.find(id)?.counts?.inDoubt ?? 0);
    expect(doubts.reduce((sum, one) => sum + one)).toBeLessThan(40);
  });

  it("pauses the newsletter at which it breaks off, though it takes another one in turn", async () => {
    const ids: number[] = [];
    const server = await aMailServer({
      onData(stream, _, callback) {
        const pieces: Buffer[] = [];
        stream.on("data", (piece: Buffer) => pieces.push(piece));
        stream.on("end", () => {
          const isFirst = Buffer.concat(pieces).includes(`&n=${ids[0]}>`);
          time.pass(isFirst ? 20_000 : 2_000);
          if (isFirst) line.breakOff();
          else callback();
        });
      },
    });
    const line = await aLineTo(server.port);
    const { newsletters, data, time } = await openNewsletters({ port: line.port });
    await subscribe(
      data,
      Array.from({ length: 100 }, (_, at) => `fan${at}@example.test`),
    );
    for (const _ of ["one", "another"]) {
      const { id, revision } = await aNewsletter(newsletters);
      ids.push(id);
      await newsletters.send(id, { revision }, "");
    }
    const [first = 0, second = 0] = ids;
    await passUntil(
      time,
      () => stateOf(newsletters, first) === "paused" && stateOf(newsletters, second) === "sent",
      5_000,
    );
    expect(newsletters.find(first)).toMatchObject({ pausedBecause: "in-doubt" });
    expect(newsletters.find(first)?.counts?.inDoubt).toBeLessThan(30);
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
