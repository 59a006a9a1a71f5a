import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { vi } from "vitest";
import { DATA_FILE_NAME } from "../../data/data-file.ts";
import { aSmallDisk, canMount, fillDisk } from "../../data/data-folder.case.ts";
import { manyAlbums } from "../../services/music/a-spotify.case.ts";
import { ALBUMS_FRESH_MS } from "../../services/music/contract.ts";
import { aTestFolder } from "../gateway-process.ts";
import { createRandom } from "../random.ts";
import type { VisitorRequest } from "./client.ts";
import { openDashboard } from "./dashboards.ts";
import type { ProxyState } from "./faulty-proxy.ts";
import type { Owner } from "./owner.ts";
import { newFan } from "./records.ts";
import type { Phase, TestSite } from "./test-site.ts";
import type { UntilDone } from "./visitors.ts";
import { readAlbums } from "./visits/read.ts";

/** A fault in a phase of the day. */
type Fault = {
  /** Its name in the report. */
  name: string;
  /** What happens, and how much of it is real rather than simulated. */
  what: string;
  /** The failures that visitors may notice. */
  allowed: Partial<Pick<Phase, "mayAbort" | "mayReject">>;
  /**
   * Causes the fault during visits.
   *
   * @returns how often it caused the fault, or why this machine cannot cause it
   */
  run: (site: TestSite, owner: Owner, untilDone: UntilDone) => Promise<number | { leftOut: string }>;
};

const KILLS = 4;

/** Kills the process, as happens on a machine that runs out of memory. */
const kill: Fault = {
  name: "kill -9",
  what: "The process is killed during visits and started again.",
  allowed: { mayAbort: true },
  async run(site, _owner, untilDone) {
    for (let time = 1; time <= KILLS; time += 1) {
      await untilDone(time / (KILLS + 1));
      await site.kill();
    }
    return KILLS;
  },
};

const DROP_ROUNDS = 12;
const DROPPER = "10.0.0.3";

const droppedSockets: Fault = {
  name: "dropped sockets",
  what:
    "The test resets real sockets: in requests, before responses, in responses and exports; dashboards disconnect " +
    "without closing.",
  allowed: {},
  async run(site, owner, untilDone) {
    let times = 0;
    for (let round = 1; round <= DROP_ROUNDS; round += 1) {
      await untilDone(round / (DROP_ROUNDS + 1));
      const dashboards = await Promise.all([1, 2, 3].map((which) => openDashboard(site, owner, `${DROPPER}${which}`)));
      const { client } = site;
      await Promise.all([
        client.abort(signUp(site, `half-${round}@example.com`), "in the request"),
        client.abort({ path: "/", from: DROPPER }, "in the response"),
        client.abort(
          { path: "/checkout/nowhere/place", form: { key: "k".repeat(396) }, from: DROPPER },
          "in the request",
        ),
        abortSignUp(site, round),
        owner.send({ path: "/admin/api/exports", json: { format: "json" }, from: DROPPER }).then(
          // The response of our own gateway has this shape.
          ({ text }) =>
            client.abort({ path: (JSON.parse(text) as { url: string }).url, from: DROPPER }, "in the response"),
        ),
      ]);
      for (const dashboard of dashboards) dashboard.drop();
      times += 5 + dashboards.length;
    }
    return times;
  },
};

/** Sends a whole request and does not read the response. The sign-up may be stored, but only once. */
async function abortSignUp(site: TestSite, round: number): Promise<void> {
  const fan = newFan(site.records, `gone-${round}@example.com`);
  fan.possibleStates.add("active");
  await site.client.abort(signUp(site, fan.email), "before the response");
  fan.isBusy = false;
}

function signUp(site: TestSite, email: string): VisitorRequest {
  const apikey = site.config.database.anonKey;
  return {
    path: "/rest/v1/newsletter_subscribers",
    headers: { apikey },
    json: { email, status: "active", source: "website-footer" },
    from: DROPPER,
  };
}

const SLOW_TIMES = 24;

/** Simulates the effects of a slow disk on the gateway. */
const slowDisk: Fault = {
  name: "slow disk, simulated",
  what:
    "The disk itself is not slow. Another program holds the data file's write lock for 50 to 800 ms, so that each commit waits, " +
    "and sometimes the whole process is paused for just as long (SIGSTOP).",
  allowed: {},
  async run(site, _owner, untilDone) {
    const random = createRandom(7);
    for (let time = 1; time <= SLOW_TIMES; time += 1) {
      await untilDone(time / (SLOW_TIMES + 1));
      const ms = 50 + random.below(750);
      // The pause is the fault itself; the test does not wait for anything else here.
      if (time % 3 === 0) await stopProcess(site, ms);
      else await holdLock(site, ms);
    }
    return SLOW_TIMES;
  },
};

async function holdLock(site: TestSite, ms: number): Promise<void> {
  const other = new DatabaseSync(join(site.dataDir(), DATA_FILE_NAME), { timeout: 5_000 });
  try {
    other.exec("BEGIN IMMEDIATE");
    await pause(ms);
    other.exec("ROLLBACK");
  } finally {
    other.close();
  }
}

async function stopProcess(site: TestSite, ms: number): Promise<void> {
  const { child } = site.gateway();
  child.kill("SIGSTOP");
  await pause(ms);
  child.kill("SIGCONT");
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * Jumps of the clock. Each one happens after a share of the visits. `offMs` is how wrong the clock is from then on.
 */
const JUMPS = [
  { after: 0.1, offMs: HOUR_MS },
  { after: 0.3, offMs: -24 * HOUR_MS },
  { after: 0.45, offMs: -24 * HOUR_MS, isStartedAgain: true },
  { after: 0.6, offMs: 25 * HOUR_MS },
  // A day has passed, so a backup is due.
  { after: 0.75, offMs: 25 * HOUR_MS, isStartedAgain: true },
  { after: 0.9, offMs: 0 },
] as const;

/** Shifts the clock of the gateway's process, not of the machine. */
const movedClock: Fault = {
  name: "clock jumps",
  what:
    "The clock of the process jumps while its timers run on, as when somebody sets a machine's clock: an hour ahead, " +
    "a day back, a day ahead, and right again, with two restarts while it is wrong.",
  allowed: {},
  async run(site, owner, untilDone) {
    for (const { after, offMs, ...more } of JUMPS) {
      await untilDone(after);
      await site.moveClock(offMs);
      if ("isStartedAgain" in more) await site.restart();
      await owner.refresh();
    }
    return JUMPS.length;
  },
};

const PROXY_STATES: readonly ProxyState[] = ["silent", "answers 500", "answers a page", "cut"];
const DAY_MS = 24 * 60 * 60 * 1000;
const PROVIDERS_READER = "10.0.0.2";

/** Real sockets to the providers in the test's own process, through proxies that fail. */
const providersOut: Fault = {
  name: "providers that fail",
  what:
    "The music and mail providers are behind a proxy that stays silent, answers 500, answers an HTML page, or cuts " +
    "connections; the clock goes back a day before they return.",
  allowed: {},
  async run(site, _owner, untilDone) {
    const { proxies, spotify } = site;
    const before = await readAlbums(site, PROVIDERS_READER);
    let offMs = 0;
    for (const [at, state] of PROXY_STATES.entries()) {
      proxies.music.setState(state);
      proxies.mail.setState(state);
      // By now the cached list is stale, and every pause after a failure is over.
      offMs += ALBUMS_FRESH_MS;
      await site.moveClock(offMs);
      await vi.waitUntil(() => proxies.music.calls() > 0, { timeout: 120_000 });
      await untilDone((at + 1) / (PROXY_STATES.length + 2));
      const now = await readAlbums(site, PROVIDERS_READER);
      if (now.join() !== before.join()) site.note(`The last good list is not shown, provider: ${state}`);
    }
    // The clock goes back a day. A pause that ends at a time of the old clock must not last a day longer.
    await site.moveClock(offMs - DAY_MS);
    spotify.set({ albums: manyAlbums(before.length + 1) });
    proxies.music.setState("open");
    proxies.mail.setState("open");
    const isRenewed = async () => (await readAlbums(site, PROVIDERS_READER)).length === before.length + 1;
    await vi.waitUntil(isRenewed, { timeout: 120_000 });
    await site.moveClock(0);
    return PROXY_STATES.length;
  },
};

/** Size of the small disk, in megabytes. The day stores only a small part of that. */
const SMALL_DISK_MB = 96;
/** After this number of visits, every request that was sent while the disk was full has ended. */
const VISITS_AFTERWARDS = 50;

/** This fault is entirely real: a file system in memory with a fixed size. Only root can mount it. */
const fullDisk: Fault = {
  name: "full disk",
  what: `The data folder is on a file system of ${SMALL_DISK_MB} MB. A file fills it to the last byte and is removed later.`,
  allowed: {},
  async run(site, _owner, untilDone) {
    if (!canMount()) return { leftOut: "Only root may mount a small disk, on Linux." };
    const { phase } = site;
    const { dir } = aSmallDisk(SMALL_DISK_MB);
    await site.moveDataTo(join(dir, "data"));
    phase.mayReject = true;
    const makeRoom = fillDisk(dir);
    await vi.waitUntil(() => phase.rejected > 0, { timeout: 300_000 });
    await untilHealthIs(site, 503);
    await untilDone(0.6);
    makeRoom();
    await untilHealthIs(site, 200);
    // From now on the site can store again.
    const visitsBefore = phase.visits;
    await vi.waitUntil(() => phase.visits > visitsBefore + VISITS_AFTERWARDS, { timeout: 300_000 });
    phase.mayReject = false;
    await untilDone(1);
    await site.moveDataTo(join(aTestFolder(), "data"));
    return 1;
  },
};

async function untilHealthIs({ client }: TestSite, status: number): Promise<void> {
  const healthz = () => client.send({ path: "/healthz", from: "10.0.0.1" });
  // For a minute after the last commit that a full disk rejected, the site says that it cannot store.
  await vi.waitUntil(async () => (await healthz()).status === status, { timeout: 180_000 });
}

/** The faults in the order in which they happen. */
export const FAULTS: readonly Fault[] = [kill, droppedSockets, slowDisk, movedClock, providersOut, fullDisk];
