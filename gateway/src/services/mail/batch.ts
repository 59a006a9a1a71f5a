import { Readable } from "node:stream";
import type { NodemailerError, SendMailOptions } from "nodemailer";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { normaliseEmail } from "../../lib/email-address.ts";
import { isMailAddress } from "../../lib/mail-address.ts";
import type { BatchConnection, BatchEmail, BatchMail, BatchResult, PreparedEmail } from "../shared/batch-email.ts";
import { isUnknownAddress } from "../shared/unknown-address.ts";
import { oneLine, parseSender, senderDomain, writeMessage } from "./compose.ts";
import { MailError } from "./contract.ts";
import type { DkimKey } from "./dkim.ts";
import { connectionOf, failureOf, TIMEOUT_MS } from "./smtp.ts";

/**
 * The reason is the recipient's mailbox, which is full, or the address: 1.7 and 1.8 are about the sender's. Source:
 * RFC 3463 §3.2, §3.3.
 */
const MAILBOX = /^\d{3}[ -]\d\.(?:2\.\d{1,3}|1\.(?:[0-69]|10))\b/;

/** A permanent enhanced code: its subject and detail. Source: RFC 3463 §2. */
const PERMANENT = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/;

/** A character that an address may have only where the server offers SMTPUTF8. Source: RFC 6531 §3.1. */
const NOT_ASCII = /[^\0-\x7f]/;

/** Size of the pieces in which a message is handed over, in bytes. */
const PIECE_BYTES = 64 * 1024;

type BatchMailOptions = {
  url: string;
  /** The sender: `hello@example.com` or `Harbour Line <hello@example.com>`. */
  from: string;
  /** The key that signs; undefined: emails are not signed. It is read for each email. */
  dkim: () => DkimKey | undefined;
};

/** Sends newsletters through any SMTP server. */
export function createBatchMail({ url, from, dkim }: BatchMailOptions): BatchMail {
  const sender = parseSender(from);
  const domain = senderDomain(from);
  return {
    domain,
    async prepare(email) {
      const to = normaliseEmail(email.to);
      if (to === undefined || !isMailAddress(to)) throw new MailError("bad-email", "An email has no valid address.");
      const message = await writeMessage(toMessage(email, sender, to), dkim());
      return { from: email.returnPath ?? sender.address, to, message };
    },
    connect: () => createConnection(new URL(url)),
  };
}

function toMessage(email: BatchEmail, from: ReturnType<typeof parseSender>, to: string): SendMailOptions {
  const { subject, html, text, messageId, date, unsubscribeLink, listId } = email;
  return {
    from,
    // nodemailer reads an object as exactly one address.
    to: { name: "", address: to },
    subject: oneLine(subject),
    text,
    html,
    messageId,
    date,
    headers: {
      "List-Id": { prepared: true, value: `<${listId}>` },
      // nodemailer would fold the address if it were not prepared.
      "List-Unsubscribe": { prepared: true, value: `<${unsubscribeLink}>` },
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A connection as nodemailer offers it, with a result for each email. */
function createConnection(url: URL): BatchConnection {
  let open: Promise<SMTPConnection> | undefined;
  let current: SMTPConnection | undefined;
  let takesUnicode = false;

  async function connect(): Promise<SMTPConnection> {
    // Loaded with the first email, so that no start waits for it.
    const { default: Connection } = await import("nodemailer/lib/smtp-connection");
    const { auth, ...options } = connectionOf(url);
    const connection = new Connection({ ...options, ...TIMEOUT_MS });
    current = connection;
    await new Promise<void>((resolve, reject) => {
      connection.once("error", reject);
      connection.once("end", () => {
        reject(Object.assign(new Error("The mail server closed the connection."), { code: "ECONNECTION" }));
      });
      connection.connect((error) => {
        if (error) return reject(error);
        // The response to EHLO, with the extensions that the server offers.
        takesUnicode = /^250[ -]SMTPUTF8\b/im.test(connection.lastServerResponse || "");
        if (auth === undefined) return resolve();
        connection.login({ credentials: auth }, (failure) => (failure ? reject(failure) : resolve()));
      });
    });
    // Errors during a send reach its callback. An idle connection may end at any time.
    connection.removeAllListeners("error").on("error", () => undefined);
    connection.once("end", () => {
      if (current === connection) close();
    });
    return connection;
  }

  function close(): void {
    current?.close();
    current = undefined;
    open = undefined;
  }

  async function send({ from, to, message }: PreparedEmail, signal: AbortSignal): Promise<BatchResult> {
    if (signal.aborted) return { state: "failed", code: "EABORTED", cause: "server" };
    const source = toStream(message);
    let isOpen = false;
    let isHandedOver = false;
    source.once("end", () => {
      isHandedOver = true;
    });
    let onAbort = () => {};
    // nodemailer does not call back if its connection is closed from outside.
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => {
        current?.close();
        reject(signal.reason);
      };
    });
    signal.addEventListener("abort", onAbort);
    try {
      open ??= connect();
      const sent = open.then(
        (connection) =>
          new Promise<void>((resolve, reject) => {
            isOpen = true;
            if (NOT_ASCII.test(to) && !takesUnicode) return reject(new UnicodeAddress());
            connection.send({ from, to: [to] }, source, (error) => (error ? reject(error) : resolve()));
          }),
      );
      await Promise.race([sent, aborted]);
      return { state: "accepted" };
    } catch (error) {
      if (error instanceof UnicodeAddress) return { state: "refused", code: "5.6.7", about: "address" };
      const isServers = signal.aborted || !("responseCode" in (error as object));
      const result = resultOf(error as NodemailerError, { isOpen, isHandedOver });
      // A server that refused an email waits for the next one.
      if (isServers || result.state === "failed" || result.state === "in-doubt" || !(await reset())) close();
      return result;
    } finally {
      // A listener would hold the email in memory until the signal's time is over.
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Ends a transaction that the server refused. @returns whether the connection can be used again */
  function reset(): Promise<boolean> {
    const connection = current;
    if (connection === undefined) return Promise.resolve(false);
    return new Promise((resolve) => {
      const onEnd = () => resolve(false);
      connection.once("end", onEnd);
      connection.reset((error) => {
        connection.off("end", onEnd);
        resolve(!error);
      });
    });
  }

  return { send, close };
}

/** The server takes no address like this one. Nothing was sent to it. */
class UnicodeAddress extends Error {}

/** A stream that ends when the whole message was handed to the connection. */
function toStream(message: Buffer): Readable {
  const pieces: Buffer[] = [];
  for (let at = 0; at < message.length; at += PIECE_BYTES) pieces.push(message.subarray(at, at + PIECE_BYTES));
  return Readable.from(pieces, { objectMode: false });
}

function resultOf(error: NodemailerError, progress: { isOpen: boolean; isHandedOver: boolean }): BatchResult {
  const { isOpen, isHandedOver } = progress;
  // A response below 400 to the whole email belongs to another command, so the server has sent one too many.
  if (isHandedOver && (error.responseCode ?? 0) < 400) return { state: "in-doubt" };
  const { scope, reason } = failureOf(error);
  if (scope === "server" || scope === "connection") {
    const isEmails = scope === "connection" && isOpen;
    const cause = error.code === "EAUTH" ? "sign-in" : reason === "sender" ? "sender" : isEmails ? "email" : "server";
    return { state: "failed", code: reason, cause };
  }
  const { response = "", command } = error;
  if (scope === "email-for-now") return { state: "deferred", code: reason, isMailbox: MAILBOX.test(response) };
  if (command !== "RCPT TO") return { state: "refused", code: reason, about: "email" };
  const [, subject, detail = ""] = PERMANENT.exec(response) ?? [];
  // 5.6.7: the address has characters that the server does not take. Source: RFC 6531 §3.4.
  const isAddress = isUnknownAddress(subject, detail) || (subject === "6" && detail === "7");
  return { state: "refused", code: reason, about: isAddress ? "address" : "recipient" };
}
