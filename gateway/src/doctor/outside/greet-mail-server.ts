import type { SmtpSettings } from "../../config/provider-settings.ts";
import { connectionOf } from "../../services/mail/smtp.ts";
import { TIMEOUT_MS } from "../try-fetch.ts";

/** How long a mail server may take, in milliseconds: to connect, to greet, and for each answer. */
const TIMEOUTS = {
  connectionTimeout: TIMEOUT_MS,
  greetingTimeout: TIMEOUT_MS,
  dnsTimeout: TIMEOUT_MS,
  socketTimeout: 10_000,
};

/**
 * Greets a mail server as letters would be sent, TLS included, and signs in where there is a name. Sends nothing.
 *
 * @throws {Error} with nodemailer's `code`, `EAUTH` for a name and password that are refused
 */
export async function greetMailServer({ url }: Pick<SmtpSettings, "url">): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const connection = connectionOf(new URL(url));
  // A server that offers no way to sign in would otherwise be taken for one that let us in.
  const forceAuth = "auth" in connection;
  const transport = createTransport({ ...connection, ...TIMEOUTS, ...(forceAuth && { forceAuth }) });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
