import type { NodemailerError, Transporter } from "nodemailer";
import { isLoopback } from "../../lib/loopback.ts";

/** How long a mail server may take, in milliseconds: to connect, to greet, and for each answer. */
const TIMEOUT_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 20_000 };
/** How long a connection stays for the next letter, in milliseconds. */
const IDLE_MS = 5_000;
/** Signing in is asked for. Source: RFC 4954 §6. */
const SIGN_IN_FIRST = 530;
/** The service closes. Source: RFC 5321 §3.8. */
const CLOSING = 421;
/** More letters than the account may send just now, which Gmail says with 550. Source: RFC 3463 §3.5, congestion. */
const CONGESTION = /^\d{3}[ -]5\.4\.5\b/;

/**
 * Why a letter did not go out. `of` says what is in the way: the letter for good, as with an address that nobody has;
 * the letter for now; or the server, and so all letters. A server's own words may name the receiver, so they stay out.
 */
export type Failure = {
  of: "letter-for-good" | "letter-for-now" | "server";
  /** In a word: `550`, `EAUTH`, and `sender` for one whose letters the server does not take. */
  trouble: string;
  fields: { code?: string; responseCode?: number };
};

/** Opens a way to a mail server: one connection at a time, since servers count them, for many letters. */
export async function openPool(url: URL): Promise<Transporter> {
  // Loaded with the first letter, so that no start waits for it.
  const { createTransport } = await import("nodemailer");
  // A connection that was closed while nothing was said is opened anew once.
  const pool = { pool: true, maxConnections: 1, maxRequeues: 1, idleTimeout: IDLE_MS } as const;
  return createTransport({ ...connectionOf(url), ...TIMEOUT_MS, ...pool });
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

/** What nodemailer's error means for the letter and for those after it. */
export function failureOf({ code, responseCode, response, command }: NodemailerError): Failure {
  const fields = { ...(code !== undefined && { code }), ...(responseCode !== undefined && { responseCode }) };
  const isAboutEmail = code === "EENVELOPE" || code === "EMESSAGE";
  const isSender = command === "MAIL FROM" && responseCode !== undefined;
  const isServers =
    responseCode === CLOSING || responseCode === SIGN_IN_FIRST || (response !== undefined && CONGESTION.test(response));
  if (!isAboutEmail || isSender || isServers) {
    const isAnswer = isAboutEmail && responseCode !== undefined;
    const trouble = isAnswer
      ? isSender && responseCode >= 500
        ? "sender"
        : String(responseCode)
      : (code ?? "unknown");
    return { of: "server", trouble, fields };
  }
  return {
    // Without an answer, nodemailer found it wrong by itself, and would again.
    of: responseCode === undefined || responseCode >= 500 ? "letter-for-good" : "letter-for-now",
    trouble: String(responseCode ?? code),
    fields,
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
