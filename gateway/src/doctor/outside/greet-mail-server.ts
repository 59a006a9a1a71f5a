import type { SmtpSettings } from "../../config/provider-settings.ts";
import { connectionOf } from "../../services/mail/smtp.ts";
import { TIMEOUT_MS } from "../try-fetch.ts";

/** How long a mail server may take, in milliseconds: to connect, to greet, and for each response. */
const TIMEOUTS = {
  connectionTimeout: TIMEOUT_MS,
  greetingTimeout: TIMEOUT_MS,
  dnsTimeout: TIMEOUT_MS,
  socketTimeout: 10_000,
};

/**
 * Connects to a mail server with TLS, as for sending, and signs in if there is a user name. Sends no email.
 *
 * @throws {Error} with nodemailer's `code`, `EAUTH` when the server rejects name and password
 */
export async function greetMailServer({ url }: Pick<SmtpSettings, "url">): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const connection = connectionOf(new URL(url));
  // Without this, a server without sign-in would seem to accept our password.
  const forceAuth = "auth" in connection;
  const transport = createTransport({ ...connection, ...TIMEOUTS, ...(forceAuth && { forceAuth }) });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
