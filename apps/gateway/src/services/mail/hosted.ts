import { setTimeout } from "node:timers/promises";
import type { NodemailerError, SendMailOptions, Transporter } from "nodemailer";
import { isLoopback } from "../../loopback.ts";
import { composeLetter, parseSender } from "./compose.ts";
import { MailError, type MailService } from "./contract.ts";

/** Pauses before a letter is tried again, in milliseconds. */
export const RETRY_AFTER_MS = [30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000] as const;
/** Letters that may be under way or wait for another try; they are kept in memory. */
const MOST_UNDER_WAY = 100;
/** How long letters get when the site stops, in milliseconds. */
const STOP_GRACE_MS = 5_000;
/** How long a mail server may take, in milliseconds: to connect, to greet, and for each answer. */
const PATIENCE_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 20_000 };
/** What nodemailer finds wrong before a server has answered, and would find wrong again. */
const LASTING_CODES = new Set(["EAUTH", "ENOAUTH", "EENVELOPE", "EMESSAGE", "ECONFIG"]);

/** What it reports while it works; pino's logger fits. */
export type MailLog = { warn: (fields: object, message: string) => void };

/** What letters over SMTP need. */
export type HostedMailOptions = {
  /** `smtps://name:password@mail.example.com:465`, or `smtp://…`, which must offer STARTTLS unless it is this machine. */
  url: string;
  /** Who letters come from: `hello@example.com` or `Harbour Line <hello@example.com>`. */
  from: string;
  clock: () => Date;
  log: MailLog;
  /** Settles after so many milliseconds and rejects when the signal fires. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

type Failure = { isLasting: boolean; fields: { code?: string; responseCode?: number } };

/**
 * Letters through any SMTP server. Neither its address, which holds a password, nor a receiver's is ever logged.
 * A letter the server can't take just now is tried again a few times; those are lost when the process is killed.
 */
export function createHostedMail({ url, from, clock, log, wait = waitInPeace }: HostedMailOptions): MailService {
  const sender = parseSender(from);
  const connection = { ...connectionOf(new URL(url)), ...PATIENCE_MS };
  let transport: Promise<Transporter> | undefined;
  const stopping = new AbortController();
  const givingUp = new AbortController();
  const waiting = new Set<Promise<void>>();
  let underWay = 0;
  // One connection at a time: the letters of one site are few, and servers count connections.
  let last: Promise<unknown> = Promise.resolve();

  /** nodemailer is loaded with the first letter, so that no start waits for it. */
  function openTransport(): Promise<Transporter> {
    transport ??= import("nodemailer").then(({ createTransport }) => createTransport(connection));
    return transport;
  }

  function attempt(message: SendMailOptions): Promise<Failure | undefined> {
    const sent = last.then(async () => (await openTransport()).sendMail({ ...message, signal: givingUp.signal }));
    const outcome = sent.then(() => undefined, failureOf);
    last = outcome;
    return outcome;
  }

  async function tryAgain(message: SendMailOptions, first: Failure): Promise<void> {
    let failure: Failure | undefined = first;
    for (const pause of RETRY_AFTER_MS) {
      await wait(pause, stopping.signal).catch(() => undefined);
      failure = await attempt(message);
      if (failure === undefined) return;
      if (failure.isLasting || stopping.signal.aborted) break;
    }
    log.warn(failure.fields, "a letter could not be delivered and was given up");
  }

  return {
    async sendLetter(letter) {
      const message = composeLetter(letter, sender, clock());
      if (underWay >= MOST_UNDER_WAY) throw new MailError("busy", "Too many letters wait for the mail server.");
      underWay += 1;
      const failure = await attempt(message);
      if (failure === undefined || failure.isLasting) underWay -= 1;
      if (failure === undefined) return;
      if (failure.isLasting) {
        const { code, responseCode } = failure.fields;
        throw new MailError("refused", `The mail server refused a letter (${responseCode ?? code ?? "no reason"}).`);
      }
      log.warn(failure.fields, "a letter could not be sent and will be tried again");
      const trying = tryAgain(message, failure).finally(() => {
        waiting.delete(trying);
        underWay -= 1;
      });
      waiting.add(trying);
    },
    async stop() {
      stopping.abort();
      const grace = new AbortController();
      const outOfTime = setTimeout(STOP_GRACE_MS, undefined, { signal: grace.signal }).then(
        () => givingUp.abort(),
        () => undefined,
      );
      await last;
      while (waiting.size > 0) await Promise.all(waiting);
      grace.abort();
      await outOfTime;
      (await transport)?.close();
    },
  };
}

/** How a mail server is reached, in nodemailer's words: with TLS to any other machine than this. */
export function connectionOf(url: URL) {
  const secure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const user = unescaped(url.username);
  return {
    host,
    secure,
    ...(url.port !== "" && { port: Number(url.port) }),
    ...(user !== "" && { auth: { user, pass: unescaped(url.password) } }),
    // On the way to another machine nothing may be read along; on this one nobody is between.
    ...(!secure && (isLoopback(host) ? { ignoreTLS: true } : { requireTLS: true })),
  };
}

/** Percent signs resolved; as it was where they can't be, as in a password that was not escaped. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What may be known of a failure. A server's own words may name the receiver, so they stay here. */
function failureOf(error: NodemailerError): Failure {
  const { code, responseCode, permanent } = error;
  return {
    isLasting: permanent ?? LASTING_CODES.has(code ?? ""),
    fields: { ...(code !== undefined && { code }), ...(responseCode !== undefined && { responseCode }) },
  };
}

/** A pause that keeps no process alive. */
function waitInPeace(ms: number, signal: AbortSignal): Promise<void> {
  return setTimeout(ms, undefined, { signal, ref: false });
}
