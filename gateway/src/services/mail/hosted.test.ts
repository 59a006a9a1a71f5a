import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import type { SMTPServerOptions } from "smtp-server";
import { describe, expect, it } from "vitest";
import { anEmail, describeMailService, read } from "./contract.case.ts";
import { DEFERRED_PAUSE_MS, EMAIL_RETRY_MS, SERVER_RETRY_MS, TRIED_FOR_MS } from "./hosted.ts";
import { aMailServer, anOutbox, refusing, START, sendingTo, subjectsOf } from "./hosted-mail.case.ts";
import { TRIED_LATE_MS } from "./late-emails.ts";
import { aMailServerAtAPort } from "./mail-server.case.ts";

const HOUR_MS = 60 * 60 * 1000;

/** A server that defers every email to a domain. @param tried receives the address of each email */
const deferring = (domain: string, tried: string[] = []): SMTPServerOptions => ({
  onRcptTo({ address }, _, callback) {
    tried.push(address);
    const isDeferred = address.endsWith(`@${domain}`);
    callback(isDeferred ? Object.assign(new Error("no such name yet"), { responseCode: 451 }) : null);
  },
});

describe("emails through a mail server", () => {
  describeMailService(async () => {
    const { mail, received, sent } = await aMailServer();
    return {
      mail,
      async received() {
        await sent();
        return received;
      },
    };
  });

  it("go to their one receiver", async () => {
    const { mail, receivers, sent } = await aMailServer();
    await mail.sendEmail(anEmail());
    await sent();
    expect(receivers).toEqual([["owner@harbourline.example"]]);
  });

  it("are sent in order over one connection, even if there are very many", async () => {
    const { mail, received, connections, sent } = await aMailServer();
    const subjects = Array.from({ length: 120 }, (_, n) => `${n}`);
    for (const subject of subjects) await mail.sendEmail(anEmail({ subject }));
    await sent();
    expect(await subjectsOf(received)).toEqual(subjects);
    // A connection is closed after a hundred emails.
    expect(connections.length).toBeLessThanOrEqual(3);
  });

  it("are sent with the decoded name and password from the server's address", async () => {
    const known: string[] = [];
    const { mail, received, sent } = await aMailServer({
      options: {
        onAuth({ username, password }, _, callback) {
          known.push(`${username} ${password}`);
          callback(null, { user: username });
        },
      },
      url: (port) => `smtp://me%40example.com:p%3Aw%2F%25@127.0.0.1:${port}`,
    });
    await mail.sendEmail(anEmail());
    await sent();
    expect(known).toEqual(["me@example.com p:w/%"]);
    expect(received).toHaveLength(1);
  });

  // 0.0.0.0 reaches this machine, but is not a loopback address.
  it("never go to another machine in the clear", async () => {
    const { mail, received, lines, waiting } = await aMailServer({ url: (port) => `smtp://me:secret@0.0.0.0:${port}` });
    await mail.sendEmail(anEmail());
    await expect.poll(() => lines).toEqual([expect.stringContaining("the mail server fails")]);
    expect(received).toEqual([]);
    expect(waiting()).toHaveLength(1);
  });

  it("never go to another machine if its certificate is untrusted", async () => {
    const { mail, received, lines, waiting } = await aMailServer({
      options: { disabledCommands: [] },
      url: (port) => `smtp://0.0.0.0:${port}`,
    });
    await mail.sendEmail(anEmail());
    await expect.poll(() => lines).toEqual([expect.stringContaining("the mail server fails")]);
    expect(received).toEqual([]);
    expect(waiting()).toHaveLength(1);
  });

  it("wait where only the site's user can read them", async () => {
    const { mail, outbox, waiting } = sendingTo(`smtp://127.0.0.1:${await freePort()}`);
    await mail.sendEmail(anEmail());
    expect(waiting()).toHaveLength(1);
    const modeOf = (...path: string[]) => statSync(join(outbox, ...path)).mode & 0o777;
    expect([modeOf(), modeOf("waiting"), modeOf("waiting", waiting()[0] ?? "")]).toEqual([0o700, 0o700, 0o600]);
  });

  it("that the server rejects for their address are given up, stored as messages, and logged with fields", async () => {
    const { mail, outbox, lines, pauses, givenUp, sent } = await aMailServer({ options: refusing(550) });
    await mail.sendEmail(anEmail({ about: { order: 1001, about: "placed" } }));
    await sent();
    await expect
      .poll(() => lines)
      .toEqual([
        '{"order":1001,"about":"placed","reason":"550","code":"EENVELOPE","responseCode":550} ' +
          "an email could not be delivered and was given up",
      ]);
    expect(pauses).toEqual([]);
    expect(givenUp()).toEqual([expect.stringMatching(/^2026-03-01T12-00-00\.000Z-0001-[\da-f]{8}\.550\.eml$/)]);
    const message = readFileSync(join(outbox, "given-up", givenUp()[0] ?? ""));
    expect(await read(message)).toMatchObject({
      subject: "A new password",
      to: [{ address: "owner@harbourline.example" }],
    });
  });

  it("that a server cannot accept yet are retried, each time after a longer pause", async () => {
    const { mail, received, pauses, lines, pass, sent } = await aMailServer({ options: refusing(451, 3) });
    await mail.sendEmail(anEmail());
    for (const n of [0, 1, 2]) await pass(n);
    await sent();
    const { min } = EMAIL_RETRY_MS;
    expect(pauses.map(({ ms }) => ms)).toEqual([min, min, 2 * min]);
    expect(received).toHaveLength(1);
    expect(lines).toEqual([expect.stringContaining("deferred an email")]);
  });

  it("do not wait behind a deferred email", async () => {
    const { mail, received, sent, pass } = await aMailServer({ options: refusing(451, 1) });
    await mail.sendEmail(anEmail({ subject: "first" }));
    await mail.sendEmail(anEmail({ subject: "second" }));
    await expect.poll(() => received.length).toBe(1);
    await pass(0);
    await sent();
    expect(await subjectsOf(received)).toEqual(["second", "first"]);
  });

  it("are paused for a while after several in a row were deferred", async () => {
    const { mail, pauses, pass, waiting } = await aMailServer({ options: refusing(450) });
    const deferred = () => waiting().filter((name) => name.includes(".after-")).length;
    for (let n = 0; n < 20; n += 1) await mail.sendEmail(anEmail());
    await expect.poll(() => pauses.at(-1)?.ms).toBe(DEFERRED_PAUSE_MS.new);
    expect(deferred()).toBeLessThanOrEqual(5);
    for (const n of [0, 1, 2, 3]) await pass(n);
    await expect.poll(() => pauses.length).toBe(5);
    expect(deferred()).toBe(20);
    expect(pauses.at(-1)?.ms).toBe(DEFERRED_PAUSE_MS.deferred - DEFERRED_PAUSE_MS.new);
  });

  it("wait at most a minute behind 200 deferred emails that a stranger caused", async () => {
    const tried: string[] = [];
    const { mail, receivers, pauses, pass } = await aMailServer({ options: deferring("deferred.example", tried) });
    for (let n = 0; n < 200; n += 1) await mail.sendEmail(anEmail({ to: `stranger${n}@deferred.example` }));
    await mail.sendEmail(anEmail({ to: "ann@example.com" }));
    for (let n = 0; receivers.length === 0; n += 1) {
      await pass(n);
      await expect.poll(() => receivers.length + pauses.length).toBeGreaterThan(n + 1);
    }
    expect(pauses.slice(0, 40).reduce((sum, { ms }) => sum + ms, 0)).toBeLessThan(60_000);
    await expect.poll(() => pauses.length).toBe(41);

    // All 200 are due again, but a new email is sent first.
    const before = tried.length;
    await mail.sendEmail(anEmail({ to: "bob@example.com" }));
    await expect.poll(() => tried[before]).toBe("bob@example.com");
    await expect.poll(() => receivers.length).toBe(2);
    await pass(41, EMAIL_RETRY_MS.max);
    // Five of the 200 are tried at a time, and a new email waits a second.
    await expect.poll(() => tried.length).toBe(before + 6);
    await mail.sendEmail(anEmail({ to: "carol@example.com" }));
    await pass(42);
    await expect.poll(() => tried.slice(before + 6)).toEqual(["carol@example.com"]);
  });

  it("wait seconds behind emails at whose recipient the server ends the connection", async () => {
    const closing: SMTPServerOptions = {
      onRcptTo({ address }, _, callback) {
        const isClosing = address.endsWith("@bad.example");
        callback(isClosing ? Object.assign(new Error("4.7.0 closing"), { responseCode: 421 }) : null);
      },
    };
    const { mail, receivers, pauses, pass } = await aMailServer({ options: closing });
    for (let n = 0; n < 20; n += 1) await mail.sendEmail(anEmail({ to: `stranger${n}@bad.example` }));
    await mail.sendEmail(anEmail({ to: "ann@example.com" }));
    for (let n = 0; receivers.length === 0; n += 1) {
      await pass(n);
      await expect.poll(() => receivers.length + pauses.length).toBeGreaterThan(n + 1);
    }
    expect(pauses.slice(0, 20).reduce((sum, { ms }) => sum + ms, 0)).toBeLessThan(60_000);

    // Nor does an email wait for hours that was deferred once.
    for (const { ms } of pauses.slice(20)) expect(ms).toBeLessThanOrEqual(DEFERRED_PAUSE_MS.deferred);
  });

  it("are accepted however many are deferred, and the oldest deferred ones are given up", async () => {
    const { mail, receivers, waiting, givenUp } = await aMailServer({
      options: deferring("deferred.example"),
      most: 3,
    });
    const deferred = () => waiting().filter((name) => name.includes(".after-")).length;
    for (const n of [1, 2, 3]) {
      await mail.sendEmail(anEmail({ to: `stranger${n}@deferred.example` }));
      await expect.poll(deferred).toBe(n);
    }
    await mail.sendEmail(anEmail({ to: "ann@example.com" }));
    await expect.poll(() => receivers).toEqual([["ann@example.com"]]);
    await mail.sendEmail(anEmail({ to: "stranger4@deferred.example" }));
    await expect.poll(() => givenUp().length).toBe(1);
    expect(givenUp()[0]).toMatch(/-0001-/);
    await expect.poll(deferred).toBe(3);
  });

  it.each([
    ["an account's limit of emails", refusing(550, 1, "5.4.5 Daily user sending limit exceeded")],
    [
      "a rejected sender",
      {
        onMailFrom: (() => {
          let left = 1;
          return (_: unknown, __: unknown, callback: (error?: Error | null) => void) =>
            callback(left-- > 0 ? Object.assign(new Error("not yours"), { responseCode: 553 }) : null);
        })(),
      } satisfies SMTPServerOptions,
    ],
  ])("are sent later after %s", async (_, options) => {
    const { mail, received, givenUp, pass, sent, pauses } = await aMailServer({ options });
    await mail.sendEmail(anEmail());
    await pass(0);
    await sent();
    expect(pauses[0]?.ms).toBe(SERVER_RETRY_MS[0]);
    expect(received).toHaveLength(1);
    expect(givenUp()).toEqual([]);
  });

  it("are tried for hours if the server refuses a recipient without a reason, which may be an hourly limit", async () => {
    const limit = refusing(550, 3, "Domain has exceeded the max emails per hour");
    const { mail, received, givenUp, pass, sent } = await aMailServer({ options: limit });
    await mail.sendEmail(anEmail());
    for (const n of [0, 1, 2]) await pass(n);
    await sent();
    expect(received).toHaveLength(1);
    expect(givenUp()).toEqual([]);

    const unknown = await aMailServer({ options: refusing(550, Number.POSITIVE_INFINITY, "no such user") });
    await unknown.mail.sendEmail(anEmail());
    for (let n = 0; n < 15; n += 1) await unknown.pass(n);
    expect(unknown.givenUp()).toEqual([]);
    await unknown.pass(15);
    await expect.poll(unknown.givenUp).toHaveLength(1);
    expect(unknown.pauses.reduce((sum, { ms }) => sum + ms, 0)).toBeGreaterThan(4 * 60 * 60_000);
  });

  it("do not wait behind an email to which the server never finishes its response; that email is sent later", async () => {
    const tooLong = new AbortController();
    const deadlines = [tooLong.signal];
    let answers = 0;
    const { mail, received, lines, pass, sent } = await aMailServer({
      options: {
        onMailFrom(_, __, callback) {
          answers += 1;
          if (answers > 1) callback();
        },
      },
      deadline: () => deadlines.pop() ?? new AbortController().signal,
    });
    await mail.sendEmail(anEmail());
    await expect.poll(() => answers).toBe(1);
    tooLong.abort();
    for (const n of [0, 1]) await pass(n);
    await sent();
    expect(received).toHaveLength(1);
    expect(lines.join()).toContain("ETIMEDOUT");
  });

  it("are not lost while the server is down, which the log reports once and without addresses", async () => {
    const port = await freePort();
    const { mail, lines, pauses, pass, sent } = sendingTo(`smtp://127.0.0.1:${port}`);
    await Promise.all(Array.from({ length: 110 }, (_, n) => mail.sendEmail(anEmail({ subject: `${n}` }))));
    for (const n of [0, 1, 2]) await pass(n);
    await expect.poll(() => pauses.map(({ ms }) => ms)).toEqual(SERVER_RETRY_MS.slice(0, 4));
    const received: Buffer[] = [];
    await aMailServerAtAPort(
      {
        async onData(stream, _, callback) {
          received.push(await buffer(stream));
          callback();
        },
      },
      port,
    );
    await pass(3);
    await sent();
    expect(new Set(await subjectsOf(received)).size).toBe(110);
    expect(received).toHaveLength(110);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("ESOCKET");
    expect(lines.join()).not.toMatch(/secret|owner|harbourline|127\.0/);
  });

  it("are not lost if the password is rejected, and are sent after a start with the right one", async () => {
    const options: SMTPServerOptions = {
      onAuth: ({ password }, _, callback) =>
        password === "right" ? callback(null, { user: "me" }) : callback(new Error("wrong password")),
    };
    const first = await aMailServer({ options, url: (port) => `smtp://me:wrong@127.0.0.1:${port}` });
    await first.mail.sendEmail(anEmail());
    await expect.poll(() => first.lines.join()).toContain("EAUTH");
    await first.mail.stop();
    expect(first.waiting()).toEqual([expect.stringContaining("-EAUTH.json")]);
    const second = await aMailServer({ options, url: (port) => `smtp://me:right@127.0.0.1:${port}`, folder: first });
    await second.sent();
    expect(second.received).toHaveLength(1);
    expect(second.pauses).toEqual([]);
  });

  it("that were being sent when the program was killed get the same message id at the next start", async () => {
    const ids: (string | undefined)[] = [];
    const folder = anOutbox();
    const first = await aMailServer({
      folder,
      options: {
        async onData(stream) {
          // The server has the email, but its confirmation never arrives.
          ids.push((await read(await buffer(stream))).messageId);
        },
      },
    });
    await first.mail.sendEmail(anEmail());
    await expect.poll(() => ids.length).toBe(1);
    // Also ends the time in which a stopping site finishes the current email.
    const stopped = first.mail.stop();
    await first.pass(0);
    await stopped;
    const second = await aMailServer({ folder });
    await second.sent();
    expect([(await read(second.received[0] ?? Buffer.alloc(0))).messageId]).toEqual(ids);
  });

  it("that arrive while a start cleans up files are stored afterwards, so that they are not removed", async () => {
    const folder = anOutbox();
    const dir = join(folder.outbox, "waiting");
    mkdirSync(dir, { recursive: true });
    for (let n = 1000; n < 1300; n += 1) {
      writeFileSync(join(dir, `2026-03-01T11-00-00.000Z-${n}-9f86d081.after-9999999999999-451.json`), "{}");
    }
    const { mail } = sendingTo("smtp://127.0.0.1:1", folder);
    await mail.sendEmail(anEmail());
    expect(readdirSync(dir).filter((name) => name.includes(".after-9999"))).toEqual([]);
  });

  it("are given up after two days of tries and one more hour", async () => {
    const { mail, pass, waiting, lines, givenUp, sent } = sendingTo(`smtp://127.0.0.1:${await freePort()}`);
    await mail.sendEmail(anEmail({ about: { order: 1001 } }));
    await pass(0, TRIED_FOR_MS);
    await pass(1, TRIED_LATE_MS - 1);
    await pass(2, 0);
    expect(waiting()).toHaveLength(1);
    await pass(3, 1);
    await sent();
    expect(givenUp()).toEqual([expect.stringMatching(/\.ESOCKET\.eml$/)]);
    // The file is moved before the log line is written.
    await expect.poll(() => lines.at(-1)).toMatch(/"order":1001.* given up/);
  });

  it("are not given up because the clock is ahead, not even at the start", async () => {
    const folder = anOutbox();
    const port = await freePort();
    const first = sendingTo(`smtp://127.0.0.1:${port}`, folder);
    await first.mail.sendEmail(anEmail());
    await expect.poll(() => first.pauses.length).toBe(1);
    first.setClock(400 * 24 * HOUR_MS);
    await first.pass(0, HOUR_MS);
    await first.pass(1, HOUR_MS / 2);
    first.setClock(-400 * 24 * HOUR_MS);
    await first.pass(2, HOUR_MS);
    await expect.poll(() => first.pauses.length).toBe(4);
    await first.mail.stop();
    const second = sendingTo(`smtp://127.0.0.1:${port}`, folder);
    second.setClock(400 * 24 * HOUR_MS);
    await second.pass(0);
    expect(folder.waiting()).toHaveLength(1);
    expect(folder.givenUp()).toEqual([]);
  });

  it("that expire soon are sent first, and are deleted once they have expired", async () => {
    const folder = anOutbox();
    const until = new Date(START + HOUR_MS);
    const port = await freePort();
    const first = sendingTo(`smtp://127.0.0.1:${port}`, folder);
    await first.mail.sendEmail(anEmail({ subject: "an order" }));
    await expect.poll(() => first.pauses.length).toBe(1);
    await first.mail.sendEmail(anEmail({ subject: "a way in", until }));
    await first.mail.stop();
    const second = await aMailServer({ folder });
    await second.sent();
    expect(await subjectsOf(second.received)).toEqual(["a way in", "an order"]);

    const third = sendingTo(`smtp://127.0.0.1:${port}`, folder);
    await third.mail.sendEmail(anEmail({ until, about: { about: "a forgotten password" } }));
    await third.pass(0, HOUR_MS);
    await third.sent();
    expect(third.givenUp()).toEqual([]);
    await expect.poll(() => third.lines.at(-1)).toMatch(/a forgotten password.* dropped/);
  });

  it("that arrive while another is deferred are sent at once", async () => {
    const { mail, received, pauses } = await aMailServer({ options: refusing(451, 1) });
    await mail.sendEmail(anEmail());
    await expect.poll(() => pauses.length).toBe(1);
    await mail.sendEmail(anEmail({ subject: "later" }));
    await expect.poll(() => received.length).toBe(1);
    expect(await subjectsOf(received)).toEqual(["later"]);
  });
});
