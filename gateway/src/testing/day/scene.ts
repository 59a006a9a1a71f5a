import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { vi } from "vitest";
import { aMailServerAtAPort } from "../../services/mail/mail-server.case.ts";
import { ARTIST, aSpotify, manyAlbums, SECRET } from "../../services/music/a-spotify.case.ts";
import { aTestFolder, type GatewayProcess, startGateway } from "../gateway-process.ts";
import { type Books, openBooks } from "./books.ts";
import { type Answer, type Ask, createDayClient, type DayClient, Unanswered } from "./client.ts";
import { type Line, openLine } from "./line.ts";
import { contentOfTheDay } from "./own-content.ts";

/** The owner of the day. */
export const OWNER = { email: "owner@harbourline.example", password: "a porch with a light on it" };

const MOVED_CLOCK = new URL("./moved-clock.ts", import.meta.url).href;
/**
 * The heap that V8 chooses by itself on a machine of 1 GB. On a large one it collects garbage so late that resident
 * memory rises by hundreds of megabytes with nothing kept, and a leak could not be told from that.
 */
const HEAP_OF_A_SMALL_MACHINE = "--max-old-space-size=512 --max-semi-space-size=16";
/** What no gateway may ever write into its log. */
const NEVER_LOGGED = "a failure was handled by nobody";
const SURPRISES_MAX = 20;

/** A stretch of the day, what may go wrong in it, and what did. */
export type Stretch = {
  /** Whether requests may stay without an answer, and whether the site may refuse to store things. */
  mayBreakOff: boolean;
  mayRefuse: boolean;
  visits: number;
  unanswered: number;
  refused: number;
};

/** The site refused for want of a working disk, in its own words. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** What the site tells its browsers. */
type PublicConfig = {
  database: { anonKey: string };
  storefront: { accessToken: string; apiVersion: string };
  music: { artistId: string };
};

/** A gateway that is used and that things happen to. */
export type Scene = {
  url: string;
  contentDir: string;
  config: PublicConfig;
  client: DayClient;
  books: Books;
  spotify: Awaited<ReturnType<typeof aSpotify>>;
  lines: { music: Line; mail: Line };
  /** The stretch that the day is in. */
  stretch: Stretch;
  /** What should not have happened, in words; the first of it. */
  surprises: string[];
  dataDir: () => string;
  gateway: () => GatewayProcess;
  /** Settles once the site is up: at once unless it is being started. */
  isUp: () => Promise<void>;
  /** Asks once the site is up. Whatever may not be in this stretch is noted as a surprise. */
  ask: (ask: Ask) => Promise<Answer>;
  note: (surprise: string) => void;
  /** Kills the process and starts the site again. */
  kill: () => Promise<void>;
  /** Ends the process as an owner does. @param meanwhile what is done before the site is started again */
  restart: (meanwhile?: () => void) => Promise<void>;
  /** Takes the data folder elsewhere and goes on there. */
  moveDataTo: (folder: string) => Promise<void>;
  /** Sets the clock of the running gateway so many milliseconds off. */
  moveClock: (offMs: number) => Promise<void>;
  end: () => Promise<void>;
};

/** Starts the site, its music and its mail provider. */
export async function setTheScene(): Promise<Scene> {
  const contentDir = contentOfTheDay();
  const clockFile = join(aTestFolder(), "clock");
  writeFileSync(clockFile, "0");
  const spotify = await aSpotify(manyAlbums(12));
  const mailPort = await aMailServerAtAPort({
    onData: (letter, _session, taken) => void letter.resume().on("end", () => taken()),
  });
  const lines = { music: await openLine(Number(new URL(spotify.url).port)), mail: await openLine(mailPort) };
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const music = `http://127.0.0.1:${lines.music.port}`;
  const client = createDayClient(port);
  const surprises: string[] = [];
  let dataDir = join(aTestFolder(), "data");
  let starting = start();

  async function start(): Promise<GatewayProcess> {
    const gateway = await startGateway({
      dataDir,
      contentDir,
      port,
      settings: {
        // Every fan has an address of their own, as behind a proxy, and limits hold.
        LIMITS: "on",
        TRUST_PROXY: "loopback",
        ADMIN_EMAIL: OWNER.email,
        ADMIN_PASSWORD: OWNER.password,
        SMTP_URL: `smtp://127.0.0.1:${lines.mail.port}`,
        MAIL_FROM: "hello@harbourline.example",
        SPOTIFY_CLIENT_ID: "the-client",
        SPOTIFY_CLIENT_SECRET: SECRET,
        SPOTIFY_ARTIST_ID: ARTIST,
        SPOTIFY_ACCOUNTS_URL: music,
        SPOTIFY_API_URL: music,
        NODE_OPTIONS: `--import=${MOVED_CLOCK} ${HEAP_OF_A_SMALL_MACHINE}`,
        MOVED_CLOCK_FILE: clockFile,
      },
    });
    if (gateway.child.exitCode !== null) throw new Error(`The site did not start: ${gateway.output()}`);
    return gateway;
  }

  let gateway = await starting;

  /** From here on visitors wait until the site is there again. */
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

  function note(surprise: string): void {
    if (surprises.length < SURPRISES_MAX) surprises.push(surprise);
  }

  const scene: Scene = {
    url,
    contentDir,
    // Our own gateway answers.
    config: JSON.parse((await client.ask({ path: "/config.json", from: "10.0.0.1" })).text) as PublicConfig,
    client,
    books: openBooks(),
    spotify,
    lines,
    stretch: aStretch(),
    surprises,
    dataDir: () => dataDir,
    gateway: () => gateway,
    isUp: async () => void (await starting),
    async ask(ask) {
      await starting;
      const { stretch } = scene;
      const answer = await client.ask(ask).catch((error: unknown) => {
        stretch.unanswered += 1;
        if (!stretch.mayBreakOff) note(String(error));
        throw error;
      });
      if (answer.status < 500) return answer;
      stretch.refused += 1;
      const words = `${ask.method ?? "GET"} ${ask.path}: ${answer.status} ${answer.text.slice(0, 200)}`;
      if (!stretch.mayRefuse || !isChange(ask) || answer.status !== 503 || !isOwnRefusal(answer)) note(words);
      throw new Refused(words);
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
      const words = `The clock is off by ${offMs} ms`;
      await vi.waitUntil(() => gateway.output().includes(words, before), { timeout: 30_000 });
    },
    async end() {
      await stop("SIGTERM");
      client.hangUp();
    },
  };
  return scene;
}

/** A stretch in which nothing may go wrong, unless it is told otherwise. */
export function aStretch(may: Partial<Pick<Stretch, "mayBreakOff" | "mayRefuse">> = {}): Stretch {
  return { mayBreakOff: false, mayRefuse: false, visits: 0, unanswered: 0, refused: 0, ...may };
}

/** Whether a request is one that stores something, by whatever method; what leaves the house is noted, too. */
function isChange({ path, method = "GET" }: Ask): boolean {
  return method !== "GET" || /^\/(mailing-list|checkout\/cart|admin\/api\/.*(\.csv|\/file))/.test(path);
}

/** Whether an answer tells of trouble in words for its reader: something, and nothing of the program's inside. */
function isOwnRefusal({ text }: Answer): boolean {
  return text !== "" && !/Error:|\bat .*\.ts:|SQLITE/.test(text);
}

/** Whether an error says that a visit could not go on for what may happen in this stretch; it was counted already. */
export function isCounted(error: unknown): boolean {
  return error instanceof Unanswered || error instanceof Refused;
}
