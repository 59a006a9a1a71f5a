import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import PostalMime from "postal-mime";
import { vi } from "vitest";
import { aMailServerAtAPort } from "../../services/mail/mail-server.case.ts";
import { ARTIST, aSpotify, manyAlbums, SECRET } from "../../services/music/a-spotify.case.ts";
import { aTestFolder, type GatewayProcess, startGateway } from "../gateway-process.ts";
import {
  createDayClient,
  type DayClient,
  methodOf,
  NoResponse,
  type VisitorRequest,
  type VisitorResponse,
} from "./client.ts";
import { makeDayContent } from "./day-content.ts";
import { type FaultyProxy, startFaultyProxy } from "./faulty-proxy.ts";
import { createRecords, type Records } from "./records.ts";

export const OWNER = { email: "owner@harbourline.example", password: "a porch with a light on it" };

const MOVED_CLOCK = new URL("./moved-clock.ts", import.meta.url).href;
/**
 * The heap that V8 chooses on a machine with 1 GB. On a large machine it collects garbage so late that resident memory
 * rises by hundreds of megabytes, even without a leak.
 */
const SMALL_HEAP = "--max-old-space-size=512 --max-semi-space-size=16";
/** A message that no gateway may log. */
const NEVER_LOGGED = "a failure was handled by nobody";
const PROBLEMS_MAX = 20;

/** A phase of the day: which failures are allowed, and how many happened. */
export type Phase = {
  /** Whether requests may get no response, and whether the site may reject changes. */
  mayAbort: boolean;
  mayReject: boolean;
  visits: number;
  unanswered: number;
  rejected: number;
};

/** The site rejected a request because its disk does not work. */
export class Rejected extends Error {
  override readonly name = "Rejected";
}

/** The site's public configuration. */
type PublicConfig = {
  database: { anonKey: string };
  storefront: { accessToken: string; apiVersion: string };
  music: { artistId: string };
};

/** The site under test, with its providers and its faults. */
export type TestSite = {
  url: string;
  contentDir: string;
  config: PublicConfig;
  client: DayClient;
  records: Records;
  spotify: Awaited<ReturnType<typeof aSpotify>>;
  proxies: { music: FaultyProxy; mail: FaultyProxy };
  /** The current phase. */
  phase: Phase;
  /** The first problems, in sentences. */
  problems: string[];
  dataDir: () => string;
  gateway: () => GatewayProcess;
  /** Resolves once the site is up; at once if the site is not starting. */
  untilUp: () => Promise<void>;
  /** Sends a request once the site is up. Failures that the phase does not allow become problems. */
  send: (request: VisitorRequest) => Promise<VisitorResponse>;
  note: (problem: string) => void;
  /** Kills the process and starts the site again. */
  kill: () => Promise<void>;
  /** Restarts the site as an owner does. @param meanwhile runs while the site is down */
  restart: (meanwhile?: () => void) => Promise<void>;
  /** Moves the data folder and restarts. */
  moveDataTo: (folder: string) => Promise<void>;
  /** Shifts the clock of the running gateway. */
  moveClock: (offMs: number) => Promise<void>;
  end: () => Promise<void>;
};

/** Starts the site, its music provider and its mail server. */
export async function startTestSite(): Promise<TestSite> {
  const contentDir = makeDayContent();
  const clockFile = join(aTestFolder(), "clock");
  writeFileSync(clockFile, "0");
  const spotify = await aSpotify(manyAlbums(12));
  const records = createRecords();
  const mailPort = await aMailServerAtAPort({
    onData: (email, _session, taken) =>
      void buffer(email)
        .then((bytes) => receiveEmail(records, bytes))
        .then(() => taken(), taken),
  });
  const proxies = {
    music: await startFaultyProxy(Number(new URL(spotify.url).port)),
    mail: await startFaultyProxy(mailPort),
  };
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const music = `http://127.0.0.1:${proxies.music.port}`;
  const client = createDayClient(port);
  const problems: string[] = [];
  let dataDir = join(aTestFolder(), "data");
  let starting = start();

  async function start(): Promise<GatewayProcess> {
    const gateway = await startGateway({
      dataDir,
      contentDir,
      port,
      settings: {
        // Every fan has their own address, as behind a proxy, and limits are on.
        LIMITS: "on",
        TRUST_PROXY: "loopback",
        ADMIN_EMAIL: OWNER.email,
        ADMIN_PASSWORD: OWNER.password,
        SMTP_URL: `smtp://127.0.0.1:${proxies.mail.port}`,
        MAIL_FROM: "hello@harbourline.example",
        SPOTIFY_CLIENT_ID: "the-client",
        SPOTIFY_CLIENT_SECRET: SECRET,
        SPOTIFY_ARTIST_ID: ARTIST,
        SPOTIFY_ACCOUNTS_URL: music,
        SPOTIFY_API_URL: music,
        NODE_OPTIONS: `--import=${MOVED_CLOCK} ${SMALL_HEAP}`,
        MOVED_CLOCK_FILE: clockFile,
      },
    });
    if (gateway.child.exitCode !== null) throw new Error(`The site did not start: ${gateway.output()}`);
    return gateway;
  }

  let gateway = await starting;

  /** Ends the process and starts it again. Visitors wait meanwhile. */
  async function startAgain(signal: NodeJS.Signals, meanwhile: () => void = () => undefined): Promise<void> {
    const again = async () => {
      await stop(signal);
      meanwhile();
      gateway = await start();
      return gateway;
    };
    starting = again();
    await starting;
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    const ending = gateway;
    const outcome = await ending.end(signal);
    if (signal === "SIGTERM" && outcome !== 0) note(`The site ended with ${outcome}: ${ending.output().slice(-500)}`);
    if (ending.output().includes(NEVER_LOGGED)) note(`The site logged: ${NEVER_LOGGED}`);
  }

  function note(problem: string): void {
    if (problems.length < PROBLEMS_MAX) problems.push(problem);
  }

  const site: TestSite = {
    url,
    contentDir,
    // The response of our own gateway has this shape.
    config: JSON.parse((await client.send({ path: "/config.json", from: "10.0.0.1" })).text) as PublicConfig,
    client,
    records,
    spotify,
    proxies,
    phase: createPhase(),
    problems,
    dataDir: () => dataDir,
    gateway: () => gateway,
    untilUp: async () => void (await starting),
    async send(request) {
      await starting;
      const { phase } = site;
      const response = await client.send(request).catch((error: unknown) => {
        phase.unanswered += 1;
        if (!phase.mayAbort) note(String(error));
        throw error;
      });
      if (response.status < 500) return response;
      phase.rejected += 1;
      const line = `${methodOf(request)} ${request.path}: ${response.status} ${response.text.slice(0, 200)}`;
      if (!phase.mayReject || !isChange(request) || response.status !== 503 || !isReadableError(response)) note(line);
      throw new Rejected(line);
    },
    note,
    kill: () => startAgain("SIGKILL"),
    restart: (meanwhile) => startAgain("SIGTERM", meanwhile),
    moveDataTo: (folder) =>
      startAgain("SIGTERM", () => {
        cpSync(dataDir, folder, { recursive: true });
        dataDir = folder;
      }),
    async moveClock(offMs) {
      const before = gateway.output().length;
      writeFileSync(clockFile, String(offMs));
      gateway.child.kill("SIGUSR2");
      const line = `The clock is off by ${offMs} ms`;
      await vi.waitUntil(() => gateway.output().includes(line, before), { timeout: 30_000 });
    },
    async end() {
      await stop("SIGTERM");
      client.closeIdle();
    },
  };
  return site;
}

/** Records the link of a confirmation email. */
async function receiveEmail({ fans }: Records, bytes: Buffer): Promise<void> {
  const { to, text } = await PostalMime.parse(bytes);
  const link = /\S+\/confirm\?t=\S+/.exec(text ?? "")?.[0];
  const fan = fans.get(to?.[0]?.address ?? "");
  if (fan && link !== undefined) fan.confirmationLink = link;
}

/** Creates a phase. @param allowed the allowed failures; none if left out */
export function createPhase(allowed: Partial<Pick<Phase, "mayAbort" | "mayReject">> = {}): Phase {
  return { mayAbort: false, mayReject: false, visits: 0, unanswered: 0, rejected: 0, ...allowed };
}

/** Whether a request stores something. Exports count, because the gateway logs them. */
function isChange(request: VisitorRequest): boolean {
  return (
    methodOf(request) !== "GET" || /^\/(mailing-list|checkout\/cart|admin\/api\/.*(\.csv|\/file))/.test(request.path)
  );
}

/** Whether a response has a message for its reader and no internals. */
function isReadableError({ text }: VisitorResponse): boolean {
  return text !== "" && !/Error:|\bat .*\.ts:|SQLITE/.test(text);
}

/** Whether an error is an allowed failure, which the site has already counted. */
export function isAlreadyCounted(error: unknown): boolean {
  return error instanceof NoResponse || error instanceof Rejected;
}
