import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { SMTPServerOptions } from "smtp-server";
import { expect, onTestFinished } from "vitest";
import { FROM, read } from "./contract.case.ts";
import { createHostedMail } from "./hosted.ts";
import { aMailServerAtAPort } from "./mail-server.case.ts";

/** Helpers for tests of emails through a mail server. */

/** Start of the tests' clock, in milliseconds since 1970. */
export const START = Date.parse("2026-03-01T12:00:00Z");

/** An outbox folder and its files. */
export function anOutbox() {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-mail-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const outbox = join(folder, "outbox");
  const namesIn = (dir: string) => {
    const isThere = statSync(join(outbox, dir), { throwIfNoEntry: false })?.isDirectory();
    return isThere ? readdirSync(join(outbox, dir)).sort() : [];
  };
  return { outbox, waiting: () => namesIn("waiting"), givenUp: () => namesIn("given-up") };
}

/** A mail server and a mail service that uses it. */
export async function aMailServer({
  options = {},
  url = (port: number) => `smtp://127.0.0.1:${port}`,
  folder = anOutbox(),
  most,
  deadline,
}: {
  options?: SMTPServerOptions;
  url?: (port: number) => string;
  folder?: ReturnType<typeof anOutbox>;
  most?: number;
  deadline?: () => AbortSignal;
} = {}) {
  const received: Buffer[] = [];
  const receivers: string[][] = [];
  const connections: string[] = [];
  const port = await aMailServerAtAPort({
    onConnect({ id }, callback) {
      connections.push(id);
      callback();
    },
    async onData(stream, session, callback) {
      received.push(await buffer(stream));
      receivers.push(session.envelope.rcptTo.map(({ address }) => address));
      callback();
    },
    ...options,
  });
  return { ...sendingTo(url(port), folder, most, deadline), received, receivers, connections, port };
}

/** A mail service. The test ends its pauses and moves its clock. */
export function sendingTo(url: string, folder = anOutbox(), most?: number, deadline?: () => AbortSignal) {
  const lines: string[] = [];
  const pauses: { ms: number; end: () => void }[] = [];
  let now = START;
  let steady = 0;
  const spend = (ms: number) => {
    now += ms;
    steady += ms;
  };
  const mail = createHostedMail({
    url,
    from: FROM,
    outbox: folder.outbox,
    ...(most !== undefined && { most }),
    ...(deadline && { deadline }),
    clock: () => new Date(now),
    now: () => steady,
    log: { warn: (fields, message) => void lines.push(`${JSON.stringify(fields)} ${message}`) },
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        pauses.push({ ms, end: () => resolve(undefined) });
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      }),
  });
  onTestFinished(() => mail.stop());
  return {
    ...folder,
    mail,
    lines,
    pauses,
    /** Waits for the pause with this number, moves the clock by its length or by `ms`, and ends it. */
    async pass(n: number, ms?: number) {
      await expect.poll(() => pauses.length).toBe(n + 1);
      spend(ms ?? pauses[n]?.ms ?? 0);
      pauses[n]?.end();
    },
    /** Moves the clock without ending a pause. */
    later: spend,
    /** Sets the wall clock ahead or back. */
    setClock(ms: number) {
      now += ms;
    },
    /** Resolves when no email is waiting. */
    sent: () => expect.poll(folder.waiting).toEqual([]),
  };
}

/** Subjects of the emails that a server accepted, in order. */
export const subjectsOf = (received: readonly Buffer[]) =>
  Promise.all(received.map(async (message) => (await read(message)).subject));

/** A server that rejects receivers with a code, a number of times. Its message names the receiver. */
export const refusing = (
  responseCode: number,
  times = Number.POSITIVE_INFINITY,
  words = responseCode < 500 ? "not now" : "5.1.1 unknown",
): SMTPServerOptions => {
  let left = times;
  return {
    onRcptTo({ address }, _, callback) {
      const error = Object.assign(new Error(`${words} <${address}>`), { responseCode });
      callback(left-- > 0 ? error : null);
    },
  };
};
