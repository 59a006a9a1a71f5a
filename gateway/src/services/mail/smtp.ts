import type { NodemailerError, Transporter } from "nodemailer";
import { isLoopback } from "../../lib/loopback.ts";
import { decoded } from "../../lib/percent-decode.ts";

/**
 * How long a mail server may take, in milliseconds: to connect, to greet, and for each response. Filters for spam may need
 * a minute for the last one. If the site gave up before, it would send the same email again. Source: RFC 5321 §4.5.3.2.6.
 */
export const TIMEOUT_MS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 150_000,
};
/** How long a connection stays open for the next email, in milliseconds. */
const IDLE_MS = 5_000;
/** The server requires a sign-in. Source: RFC 4954 §6. */
const SIGN_IN_FIRST = 530;
/** The server ends the connection. Source: RFC 5321 §3.8. */
const CLOSING = 421;
/** A response with an enhanced code. Source: RFC 2034 §4. */
const ENHANCED = /^\d{3}[ -]\d\.\d{1,3}\.\d{1,3}\b/;
/** The account has sent too many emails for now; Gmail uses 550 for it. Source: RFC 3463 §3.5, congestion. */
const CONGESTION = /^\d{3}[ -]5\.4\.5\b/;

/**
 * Why an email was not sent. `scope` says what failed: this email permanently, for example at an unknown address; its
 * recipient, refused without a reason; this email for now; the connection, perhaps because of this email; or the server,
 * and so all emails. The server's message is left out, because it may name the receiver.
 */
export type Failure = {
  scope: "email-for-good" | "recipient" | "email-for-now" | "connection" | "server";
  /** A code: `550`, `EAUTH`, or, if the server accepts no email from this sender, `sender`. */
  reason: string;
  fields: { code?: string; responseCode?: number };
};

/** Opens a pool of one connection for many emails, because mail servers limit the number of connections. */
export async function openPool(url: URL): Promise<Transporter> {
  // Loaded with the first email, so that no start waits for it.
  const { createTransport } = await import("nodemailer");
  // If the server closed the idle connection, nodemailer opens it again, once.
  const pool = { pool: true, maxConnections: 1, maxRequeues: 1, idleTimeout: IDLE_MS } as const;
  return createTransport({ ...connectionOf(url), ...TIMEOUT_MS, ...pool });
}

/** Connection options for nodemailer, with TLS to every machine except this one. */
export function connectionOf(url: URL) {
  const secure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const user = decoded(url.username);
  return {
    host,
    secure,
    ...(url.port !== "" && { port: Number(url.port) }),
    ...(user !== "" && { auth: { user, pass: decoded(url.password) } }),
    // Nobody may read emails on their way to another machine. On this machine they do not cross a network.
    ...(!secure && (isLoopback(host) ? { ignoreTLS: true } : { requireTLS: true })),
  };
}

/** Reads what an error from nodemailer means for the email and for the next ones. */
export function failureOf({ code, responseCode, response, command, syscall }: NodemailerError): Failure {
  const fields = { ...(code !== undefined && { code }), ...(responseCode !== undefined && { responseCode }) };
  const isAboutEmail = code === "EENVELOPE" || code === "EMESSAGE";
  const isSender = command === "MAIL FROM" && responseCode !== undefined;
  const isServers =
    responseCode === CLOSING || responseCode === SIGN_IN_FIRST || (response !== undefined && CONGESTION.test(response));
  if (!isAboutEmail || isSender || isServers) {
    const hasResponse = isAboutEmail && responseCode !== undefined;
    const reason = hasResponse
      ? isSender && responseCode >= 500
        ? "sender"
        : String(responseCode)
      : (code ?? "unknown");
    const isConnection =
      responseCode === CLOSING ||
      code === "ECONNECTION" ||
      code === "ETIMEDOUT" ||
      (code === "ESOCKET" && syscall !== "connect");
    return { scope: isConnection && !isSender ? "connection" : "server", reason, fields };
  }
  const reason = String(responseCode ?? code);
  if (responseCode !== undefined && responseCode < 500) return { scope: "email-for-now", reason, fields };
  // If there is no response, nodemailer itself rejected the email, and would do so again.
  const isVague = command === "RCPT TO" && response !== undefined && !ENHANCED.test(response);
  return { scope: isVague ? "recipient" : "email-for-good", reason, fields };
}
