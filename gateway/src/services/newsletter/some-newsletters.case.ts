import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { NewsletterSettings, Segment } from "@porchlight/protocol/newsletters.ts";
import type { SMTPServerOptions } from "smtp-server";
import { expect, onTestFinished } from "vitest";
import type { DataFile } from "../../data/data-file.ts";
import { aDataFile } from "../../testing/a-data-file.ts";
import { aMailServerAtAPort } from "../mail/mail-server.case.ts";
import type { BatchMail } from "../shared/batch-email.ts";
import type { NewsletterService } from "./contract.ts";
import type { NewsletterList } from "./list.ts";
import { mailTo, SETTINGS, wireNewsletters } from "./wire-newsletters.case.ts";

/** Sites that send newsletters, for tests. */

/** Start of the tests' clock. */
export const START = Date.parse("2026-12-01T12:00:00Z");
/** Puts subscribers on the list, all active unless `status` says otherwise. */
export async function subscribe(
  data: DataFile,
  emails: readonly string[],
  { status = "active", source = "website-footer", at = "2026-03-01T04:05:06.123000Z" } = {},
): Promise<void> {
  await data.write((writer) => {
    for (const email of emails) {
      writer.run(
        "INSERT INTO newsletter_subscribers (email, status, source, subscribed_at) VALUES (?, ?, ?, ?)",
        email,
        status,
        source,
        at,
      );
    }
  });
}

/** A clock whose timers fire when the test moves it. */
function aClock() {
  let now = START;
  let steady = 0;
  const timers = new Set<{ due: number; fire: () => void }>();
  const wait = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const timer = { due: steady + ms, fire: resolve };
      timers.add(timer);
      signal.addEventListener("abort", () => {
        timers.delete(timer);
        reject(signal.reason);
      });
    });
  return {
    clock: () => new Date(now),
    now: () => steady,
    wait,
    /** Sets only the wall clock ahead or back. */
    jump(ms: number) {
      now += ms;
    },
    /** Moves both clocks, and fires what is due. */
    pass(ms: number) {
      now += ms;
      steady += ms;
      for (const timer of [...timers]) {
        if (timer.due > steady) continue;
        timers.delete(timer);
        timer.fire();
      }
    },
  };
}

/** A mail server's response to an email: it accepts it, refuses it, or never responds. */
export type MailServerResponse = "accepts" | "stalls" | Error;

/** A mail server that stores what it accepts. */
export async function aMailServer(
  options: SMTPServerOptions = {},
  respond: () => MailServerResponse = () => "accepts",
) {
  const received: { to: string; message: Buffer }[] = [];
  const port = await aMailServerAtAPort({
    onData(stream, session, callback) {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("end", () => {
        const response = respond();
        if (response === "stalls") return;
        if (response !== "accepts") return callback(response);
        for (const { address } of session.envelope.rcptTo) {
          received.push({ to: address, message: Buffer.concat(pieces) });
        }
        callback();
      });
    },
    ...options,
  });
  return { received, port, receivers: () => received.map(({ to }) => to).sort() };
}

/** A connection to a port of this machine that a test can break. */
export async function aLineTo(port: number) {
  const sockets = new Set<Socket>();
  const line = createServer((socket) => {
    const onward = connect(port, "127.0.0.1");
    for (const end of [socket, onward]) {
      sockets.add(end);
      end.on("error", () => undefined).on("close", () => sockets.delete(end));
    }
    socket.pipe(onward).pipe(socket);
  });
  await once(line.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => new Promise<void>((resolve) => line.close(() => resolve())));
  const breakOff = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(breakOff);
  // A server that listens at an address has one.
  return { port: (line.address() as AddressInfo).port, breakOff };
}

/** Opens newsletters on a data file. */
export async function openNewsletters({
  data = aDataFile(),
  time = aClock(),
  port,
  mail,
  settings = SETTINGS,
  testAddress,
  isUnreachable = false,
  ownerEmail = "owner@artist.example",
  list,
}: {
  data?: DataFile;
  time?: ReturnType<typeof aClock>;
  port?: number;
  mail?: BatchMail;
  settings?: NewsletterSettings;
  testAddress?: (date: Date) => string | undefined;
  isUnreachable?: boolean;
  ownerEmail?: string;
  list?: NewsletterList;
} = {}) {
  const { newsletters, links } = await wireNewsletters({
    data,
    mail: mail ?? (port === undefined ? undefined : mailTo(data, port)),
    time,
    isUnreachable,
    ownerEmail,
    ...(testAddress && { testAddress }),
    ...(list && { list }),
  });
  onTestFinished(() => newsletters.stop());
  await newsletters.saveSettings(settings);
  await newsletters.check();
  return { data, time, newsletters, links };
}

/** Writes a newsletter that is ready to be sent. */
export async function aNewsletter(newsletters: NewsletterService, segment: Segment = {}) {
  const draft = await newsletters.begin(undefined);
  const { id, revision } = draft ?? { id: 0, revision: 0 };
  await newsletters.edit(id, { revision, subject: "Snow", preheader: "A new single", body: "It is out.", segment });
  return { id, revision: revision + 1 };
}

/** Twelve fans at two receiving domains. */
export const FANS = Array.from(
  { length: 12 },
  (_, at) => `fan${at}@${at % 3 === 0 ? "gmail.test" : "example.test"}`,
).sort();

export const stateOf = (newsletters: NewsletterService, id: number) => newsletters.find(id)?.state;

/** Sends a newsletter to twelve fans through a mail server. */
export async function aSentNewsletter(options: Parameters<typeof aMailServer>[0] = {}, settings = {}) {
  const server = await aMailServer(options);
  const site = await openNewsletters({ port: server.port });
  await site.newsletters.saveSettings({ ...site.newsletters.settings(), ...settings });
  await subscribe(site.data, FANS);
  const { id, revision } = await aNewsletter(site.newsletters);
  const sent = await site.newsletters.send(id, { revision }, "");
  expect(sent).toMatchObject({ ok: true, newsletter: { counts: { frozen: FANS.length } } });
  return { ...site, ...server, id, counts: () => site.newsletters.find(id)?.counts };
}

/** Moves the clocks until something is true. */
export async function passUntil(time: ReturnType<typeof aClock>, isTrue: () => boolean, step = 60_000): Promise<void> {
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
