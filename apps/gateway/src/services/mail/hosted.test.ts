import { buffer } from "node:stream/consumers";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import type { SMTPServerOptions } from "smtp-server";
import { describe, expect, it, onTestFinished } from "vitest";
import { aLetter, describeMailService, FROM, read } from "./contract.case.ts";
import { createHostedMail, RETRY_AFTER_MS } from "./hosted.ts";
import { aMailServerAtAPort } from "./mail-server.case.ts";

describe("letters through a mail server", () => {
  /** A mail server of the test's own, and our side of it. */
  async function aMailServer({
    options = {},
    url = (port: number) => `smtp://127.0.0.1:${port}`,
  }: {
    options?: SMTPServerOptions;
    url?: (port: number) => string;
  } = {}) {
    const received: Buffer[] = [];
    const receivers: string[][] = [];
    const port = await aMailServerAtAPort({
      async onData(stream, session, callback) {
        received.push(await buffer(stream));
        receivers.push(session.envelope.rcptTo.map(({ address }) => address));
        callback();
      },
      ...options,
    });
    return { ...sendingTo(url(port)), received, receivers, port };
  }

  /** Our side alone. Pauses last until the test lets them end. */
  function sendingTo(url: string) {
    const lines: string[] = [];
    const pauses: { ms: number; end: () => void }[] = [];
    const mail = createHostedMail({
      url,
      from: FROM,
      clock: () => new Date("2026-03-01T12:00:00Z"),
      log: { warn: (fields, message) => void lines.push(`${JSON.stringify(fields)} ${message}`) },
      wait: (ms, signal) =>
        new Promise((resolve, reject) => {
          pauses.push({ ms, end: () => resolve(undefined) });
          if (signal.aborted) reject(signal.reason);
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        }),
    });
    onTestFinished(() => mail.stop());
    return { mail, lines, pauses };
  }

  const refusing = (responseCode: number, times = Number.POSITIVE_INFINITY): SMTPServerOptions => {
    let left = times;
    return {
      onRcptTo(address, _, callback) {
        const error = Object.assign(new Error(`<${address.address}> not now, not ever`), { responseCode });
        callback(left-- > 0 ? error : null);
      },
    };
  };

  describeMailService(async () => {
    const { mail, received } = await aMailServer();
    return { mail, received: async () => received };
  });

  it("go to their one receiver", async () => {
    const { mail, receivers } = await aMailServer();
    await mail.sendLetter(aLetter());
    expect(receivers).toEqual([["owner@harbourline.example"]]);
  });

  it("go out one after another in the order they came", async () => {
    const { mail, received } = await aMailServer();
    await Promise.all(["1", "2", "3"].map((subject) => mail.sendLetter(aLetter({ subject }))));
    const subjects = await Promise.all(received.map(async (message) => (await read(message)).subject));
    expect(subjects).toEqual(["1", "2", "3"]);
  });

  it("go out with the name and password of the address, percent signs resolved", async () => {
    const known: string[] = [];
    const { mail, received } = await aMailServer({
      options: {
        onAuth({ username, password }, _, callback) {
          known.push(`${username} ${password}`);
          callback(null, { user: username });
        },
      },
      url: (port) => `smtp://me%40example.com:p%3Aw%2F%25@127.0.0.1:${port}`,
    });
    await mail.sendLetter(aLetter());
    expect(known).toEqual(["me@example.com p:w/%"]);
    expect(received).toHaveLength(1);
  });

  it("never go to another machine in the clear", async () => {
    // 0.0.0.0 reaches this machine, but not by a name that says so.
    const { mail, received } = await aMailServer({ url: (port) => `smtp://me:secret@0.0.0.0:${port}` });
    await expect(mail.sendLetter(aLetter())).rejects.toMatchObject({ name: "MailError", reason: "refused" });
    expect(received).toEqual([]);
  });

  it("never go to another machine whose certificate nobody vouches for", async () => {
    const { mail, received, lines } = await aMailServer({
      options: { disabledCommands: [] },
      url: (port) => `smtp://0.0.0.0:${port}`,
    });
    await mail.sendLetter(aLetter());
    expect(received).toEqual([]);
    expect(lines).toEqual([expect.stringContaining("will be tried again")]);
  });

  it("that are refused for good are told to whoever sends, without naming the receiver", async () => {
    const { mail, lines, pauses } = await aMailServer({ options: refusing(550) });
    const error = await mail.sendLetter(aLetter()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason: "refused", message: "The mail server refused a letter (550)." });
    expect(error).not.toHaveProperty("cause");
    expect(lines).toEqual([]);
    expect(pauses).toEqual([]);
  });

  it("that a server cannot take yet are tried again, each time after a longer pause", async () => {
    const { mail, received, pauses, lines } = await aMailServer({ options: refusing(451, 2) });
    await mail.sendLetter(aLetter());
    expect(received).toEqual([]);
    pauses[0]?.end();
    await expect.poll(() => pauses.map(({ ms }) => ms)).toEqual(RETRY_AFTER_MS.slice(0, 2));
    pauses[1]?.end();
    await expect.poll(() => received.length).toBe(1);
    expect(lines).toHaveLength(1);
  });

  it("that never get through are given up, and the log names neither the server nor the receiver", async () => {
    const port = await freePort();
    const { mail, lines, pauses } = sendingTo(`smtp://me:secret@127.0.0.1:${port}`);
    await mail.sendLetter(aLetter());
    for (const [n] of RETRY_AFTER_MS.entries()) {
      await expect.poll(() => pauses.length).toBe(n + 1);
      pauses[n]?.end();
    }
    await expect.poll(() => lines.at(-1)).toContain("given up");
    expect(lines.join()).toContain("ESOCKET");
    expect(lines.join()).not.toMatch(/secret|owner|harbourline|127\.0/);
  });

  it("that still wait when the site stops get one more try", async () => {
    const { mail, received } = await aMailServer({ options: refusing(451, 1) });
    await mail.sendLetter(aLetter());
    await mail.stop();
    expect(received).toHaveLength(1);
  });

  it("stop being taken when too many wait", async () => {
    const { mail } = sendingTo(`smtp://127.0.0.1:${await freePort()}`);
    const taken = Promise.all(Array.from({ length: 100 }, () => mail.sendLetter(aLetter())));
    await expect(mail.sendLetter(aLetter())).rejects.toMatchObject({ reason: "busy" });
    await taken;
    await expect(mail.sendLetter(aLetter())).rejects.toMatchObject({ reason: "busy" });
  });
});
