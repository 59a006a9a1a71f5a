import { once } from "node:events";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";

/** Starts a mail server without TLS that accepts everybody and stops with the test. Its port is free by default. */
export async function aMailServerAtAPort(options: SMTPServerOptions, at?: number): Promise<number> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS"], logger: false, ...options });
  const port = at ?? (await freePort());
  // Some tests abort connections.
  server.on("error", () => undefined);
  await once(server.listen(port, "127.0.0.1"), "listening");
  onTestFinished(() => new Promise((resolve) => server.close(resolve)));
  return port;
}
