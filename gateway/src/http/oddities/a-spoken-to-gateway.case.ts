import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect } from "vitest";
import { anonymousKeyOf, aTestFolder, type GatewayProcess, startGateway } from "../../testing/gateway-process.ts";

/** A gateway in a process of its own for all tests of a file, each of which speaks to it over a socket of its own. */
type SpokenTo = {
  port: () => number;
  key: () => string;
  /** Sends bytes as they are, says that no more will come, and reads until the other side has said all it will. */
  speak: (bytes: string) => Promise<string>;
  /** The gateway goes on, and its list holds these addresses and no others. */
  expectWell: (stored?: readonly string[]) => Promise<void>;
};

/** Starts it before the file's tests and ends it after them. */
export function aSpokenToGateway(settings: Record<string, string> = {}): SpokenTo {
  const tidying: (() => void)[] = [];
  const atTheEnd = (tidy: () => void) => void tidying.push(tidy);
  let gateway: GatewayProcess | undefined;
  let key = "";
  let dataDir = "";
  let heard = 0;

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
    speak: (bytes) => speak(port(), bytes),
    async expectWell(stored = []) {
      const { child, url, output } = running();
      expect([child.exitCode, child.signalCode]).toEqual([null, null]);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      const said = output().slice(heard);
      heard += said.length;
      // What a stranger does is no trouble of ours, and the log of trouble is the owner's to read.
      expect(said).not.toMatch(/"level":(50|60)/);
      const file = new DatabaseSync(join(dataDir, "porchlight.db"), { readOnly: true });
      const rows = file.prepare("SELECT email FROM newsletter_subscribers ORDER BY id").all();
      file.close();
      expect(rows.map(({ email }) => email)).toEqual(stored);
    },
  };
}

/** Sends bytes, each of a character, and reads until the connection is closed. */
async function speak(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk.toString("latin1");
  });
  // What was refused half-way may be cut off by a reset; the answer has come by then.
  socket.on("error", () => {});
  socket.end(Buffer.from(bytes, "latin1"));
  await new Promise((closed) => socket.on("close", closed));
  return answer;
}

/** The status of each answer among what was said, the word to go on sending among them. */
export function statusesOf(said: string): number[] {
  return [...said.matchAll(/HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n/g)].map(([, status]) => Number(status));
}
