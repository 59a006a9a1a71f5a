import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect } from "vitest";
import { anonymousKeyOf, aTestFolder, type GatewayProcess, startGateway } from "../../testing/gateway-process.ts";

/** A gateway in its own process for all tests of a file. Each test uses its own socket. */
type RawGateway = {
  port: () => number;
  key: () => string;
  /** Sends bytes unchanged, by default ends its side, and reads until the gateway ends the connection. */
  sendRaw: (bytes: string, options?: SendOptions) => Promise<string>;
  /** Expects that the gateway still runs, and that its list holds exactly these addresses. */
  expectHealthy: (stored?: readonly string[]) => Promise<void>;
};

/** Starts the gateway before the file's tests and stops it after them. */
export function aRawGateway(settings: Record<string, string> = {}): RawGateway {
  const tidying: (() => void)[] = [];
  const atTheEnd = (tidy: () => void) => void tidying.push(tidy);
  let gateway: GatewayProcess | undefined;
  let key = "";
  let dataDir = "";
  let readUpTo = 0;

  beforeAll(async () => {
    dataDir = aTestFolder(atTheEnd);
    gateway = await startGateway({ dataDir, settings }, atTheEnd);
    key = await anonymousKeyOf(gateway);
  }, 60_000);
  afterAll(() => {
    for (const tidy of tidying.toReversed()) tidy();
  });

  function running(): GatewayProcess {
    if (!gateway) throw new Error("The gateway has not been started yet");
    return gateway;
  }
  const port = () => Number(new URL(running().url).port);

  return {
    port,
    key: () => key,
    sendRaw: (bytes, options) => sendRaw(port(), bytes, options),
    async expectHealthy(stored = []) {
      const { child, url, output } = running();
      expect([child.exitCode, child.signalCode]).toEqual([null, null]);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      const received = output().slice(readUpTo);
      readUpTo += received.length;
      // The owner reads the errors in the log, so a stranger's request must not cause one.
      expect(received).not.toMatch(/"level":(50|60)/);
      const file = new DatabaseSync(join(dataDir, "porchlight.db"), { readOnly: true });
      const rows = file.prepare("SELECT email FROM newsletter_subscribers ORDER BY id").all();
      file.close();
      expect(rows.map(({ email }) => email)).toEqual(stored);
    },
  };
}

/** `endsAtOnce`: whether the client ends its side with the last byte. Then Node does not wait for later responses. */
type SendOptions = { endsAtOnce?: boolean };

/** Sends one byte for each character, and reads until the connection is closed. */
async function sendRaw(port: number, bytes: string, { endsAtOnce = true }: SendOptions = {}): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let response = "";
  socket.on("data", (chunk) => {
    response += chunk.toString("latin1");
  });
  // A rejected request may end with a reset. The response has arrived by then.
  socket.on("error", () => {});
  socket.write(Buffer.from(bytes, "latin1"));
  if (endsAtOnce) socket.end();
  await new Promise((closed) => socket.on("close", closed));
  return response;
}

/** The status of each response, including 100. */
export function statusesOf(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n/g)].map(([, status]) => Number(status));
}
