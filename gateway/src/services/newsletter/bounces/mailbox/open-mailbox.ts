import type { ImapFlow } from "imapflow";
import { isLoopback } from "../../../../lib/loopback.ts";
import { decoded } from "../../../../lib/percent-decode.ts";

/** How long the server may take, in milliseconds. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };
/** Longest response that is read into memory, in bytes. */
const LITERAL_MAX_BYTES = 1024 * 1024;
/** Longest line, in bytes: the numbers of a million unread emails. */
const LINE_MAX_BYTES = 8 * 1024 * 1024;

/**
 * Connects to a mailbox and signs in, with TLS to every machine except this one.
 *
 * @param url `imaps://name:password@mail.example.com`
 * @param signal aborts everything
 * @throws {Error} with `authenticationFailed` if the server refuses name and password
 */
export async function openMailbox(url: string, signal: AbortSignal): Promise<ImapFlow> {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const secure = protocol === "imaps:";
  // Loaded only if there is a mailbox, because it brings nine packages along.
  const { ImapFlow } = await import("imapflow");
  const client = new ImapFlow({
    host,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    ...(!secure && { doSTARTTLS: !isLoopback(host) }),
    auth: { user: decoded(username), pass: decoded(password) },
    ...TIMEOUTS,
    maxLiteralSize: LITERAL_MAX_BYTES,
    maxLineLength: LINE_MAX_BYTES,
    // The protocol's lines name people.
    logger: false,
    disableAutoIdle: true,
  });
  // A failure of the connection also rejects the command that waits.
  client.on("error", () => undefined);
  signal.throwIfAborted();
  const onAbort = () => client.close();
  signal.addEventListener("abort", onAbort, { once: true });
  client.once("close", () => signal.removeEventListener("abort", onAbort));
  try {
    await client.connect();
  } catch (error) {
    client.close();
    throw error;
  }
  return client;
}

/** Whether a server refused name and password. */
export function isSignInRefused(error: unknown): boolean {
  return error instanceof Error && "authenticationFailed" in error && error.authenticationFailed === true;
}
