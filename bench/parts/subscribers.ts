import { copyFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { DATA_FILE_NAME } from "../../apps/gateway/src/data/data-file.ts";
import type { ExportTicket } from "../../packages/protocol/src/admin.ts";
import { type Line, median } from "../figures.ts";
import { type BenchGateway, newDataFolder, newFolder, ROOT, startGateway } from "../support/gateway.ts";
import { fetchPacked } from "../support/http.ts";
import { hasProcessAccounting, outputOf, residentMegabytes } from "../support/processes.ts";
import { sendRequests } from "../support/requests.ts";
import { copySubscribers, SEARCHES, SUBSCRIBERS } from "../support/subscribers.ts";
import type { BareResult } from "../workers/bare-inserts.ts";

const ROUNDS = 5;
/** How long a question is repeated in a round, in milliseconds, and how often at most. */
const REPEAT_MS = 250;
const REPEATS_MAX = 40;
const EXPORT_ROUNDS = 2;
const SIGN_UP_SECONDS = 3;
const PASSWORD = "a long password for the bench";
/** What HTTP, the token and JSON may add to a question, in milliseconds. */
const ALLOWED_MS = 1;
const TABLE = "/rest/v1/newsletter_subscribers";

/** A question as the dashboard asks it, and as statements of SQL in a program that does nothing else. */
type Question = {
  what: string;
  paths: string[];
  bare: [sql: string, ...values: SQLInputValue[]][];
  note?: string;
  hasAim?: false;
};

/** The owner's questions to a list of a million, its export and its sign-ups. */
export async function measureSubscribers(say: (sentence: string) => void): Promise<Line[]> {
  const dataDir = newDataFolder();
  say("seeding a million subscribers, unless they are kept from an earlier run");
  copySubscribers(join(dataDir, DATA_FILE_NAME));
  const bareFolder = newFolder("bare-million");
  copyFileSync(join(dataDir, DATA_FILE_NAME), join(bareFolder, "bare.db"));
  const gateway = await startGateway({ dataDir, settings: { ADMIN_PASSWORD: PASSWORD } });
  const agent = new Agent({ keepAlive: true });
  try {
    const owner = await signIn(gateway, agent);
    say("asking what the dashboard asks");
    const lines = await measureQuestions(owner, join(bareFolder, "bare.db"));
    say("exporting");
    lines.push(...(await measureExports(gateway, owner)));
    say("signing up");
    lines.push(...(await measureSignUps(gateway, owner, bareFolder)));
    return lines;
  } finally {
    agent.destroy();
    await gateway.stop();
  }
}

function questions(): Question[] {
  const week = "2026-10-25T00:00:00.000000Z";
  const month = "2026-10-02T00:00:00.000000Z";
  const middle = "2022-12-14T00:00:00.000000Z";
  const newest = "SELECT * FROM newsletter_subscribers ORDER BY subscribed_at DESC, id DESC";
  const oldest = "SELECT * FROM newsletter_subscribers ORDER BY subscribed_at, id LIMIT 1";
  const counted = "SELECT count(*) FROM newsletter_subscribers";
  const page = `${TABLE}?select=*&order=subscribed_at.desc,id.desc&limit=51`;
  const few = "id IN (SELECT rowid FROM newsletter_subscribers_search WHERE newsletter_subscribers_search MATCH ?)";
  const trigrams = '"gar" AND "rci" AND "iaz"';
  const holds = "instr(lower(email), ?) > 0";
  return [
    {
      what: "Overview: three counts, the five newest, the oldest",
      paths: [
        `HEAD ${TABLE}?select=*`,
        `HEAD ${TABLE}?select=*&subscribed_at=gte.${week}`,
        `HEAD ${TABLE}?select=*&subscribed_at=gte.${month}`,
        `${TABLE}?select=*&order=subscribed_at.desc,id.desc&limit=5`,
        `${TABLE}?select=*&order=subscribed_at.asc,id.asc&limit=1`,
      ],
      bare: [
        [counted],
        [`${counted} WHERE subscribed_at >= ?`, week],
        [`${counted} WHERE subscribed_at >= ?`, month],
        [`${newest} LIMIT 5`],
        [oldest],
      ],
    },
    { what: "First page", paths: [page], bare: [[`${newest} LIMIT 51`]] },
    {
      what: "Page in the middle, behind a row",
      paths: [`${page}&subscribed_at=lte.${middle}&or=(subscribed_at.lt."${middle}",id.lt.500000)`],
      bare: [
        [
          `SELECT * FROM newsletter_subscribers WHERE (subscribed_at, id) < (?, ?)
           ORDER BY subscribed_at DESC, id DESC LIMIT 51`,
          middle,
          500_000,
        ],
      ],
    },
    {
      what: "Page at offset 900,000",
      paths: [`${page}&offset=900000`],
      bare: [[`${newest} LIMIT 51 OFFSET 900000`]],
      note: "in slices, so that nobody else waits for it; the dashboard pages behind rows",
      hasAim: false,
    },
    {
      what: `Search, rare ("${SEARCHES.rare}"): page`,
      paths: [`${page}&email=ilike.*${SEARCHES.rare}*`],
      bare: [
        [
          `SELECT * FROM newsletter_subscribers WHERE ${few} AND ${holds} ORDER BY subscribed_at DESC, id DESC LIMIT 51`,
          trigrams,
          SEARCHES.rare,
        ],
      ],
    },
    {
      what: `Search, rare ("${SEARCHES.rare}"): count`,
      paths: [`HEAD ${TABLE}?select=*&email=ilike.*${SEARCHES.rare}*`],
      bare: [[`${counted} WHERE ${few} AND ${holds}`, trigrams, SEARCHES.rare]],
    },
    {
      what: `Search, common ("${SEARCHES.common}"): page`,
      paths: [`${page}&email=ilike.*${SEARCHES.common}*`],
      bare: [
        [
          `SELECT * FROM newsletter_subscribers WHERE ${holds} ORDER BY subscribed_at DESC, id DESC LIMIT 51`,
          SEARCHES.common,
        ],
      ],
    },
    {
      what: `Search, common ("${SEARCHES.common}"): count`,
      paths: [`HEAD ${TABLE}?select=*&email=ilike.*${SEARCHES.common}*`],
      bare: [[`${counted} WHERE ${holds}`, SEARCHES.common]],
      note: "in slices, so that nobody else waits for it",
    },
  ];
}

async function measureQuestions(owner: Owner, barePath: string): Promise<Line[]> {
  const bare = new DatabaseSync(barePath, { readOnly: true });
  try {
    const asked = questions().map((question) => ({
      ...question,
      ours: [] as number[],
      alone: [] as number[],
      statements: question.bare.map(([sql, ...values]) => ({ statement: bare.prepare(sql), values })),
    }));
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const { paths, statements, ours, alone } of asked) {
        const overHttp = await quickestOf(() => Promise.all(paths.map((path) => owner.ask(path))));
        const byItself = await quickestOf(() => statements.map(({ statement, values }) => statement.all(...values)));
        // The first round fills the caches of both.
        if (round === 0) continue;
        ours.push(overHttp);
        alone.push(byItself);
      }
    }
    return asked.flatMap(({ what, ours, alone, note, hasAim = true }) => [
      {
        what: `${what}, less ${ALLOWED_MS} ms, over bare SQLite`,
        rounds: ours.map((ms, round) => Math.max(0, ms - ALLOWED_MS) / (alone[round] ?? Number.NaN)),
        unit: "×",
        ...(hasAim && { aim: { atMost: 1.5 } }),
        note: `bare ${median(alone).toFixed(2)} ms${note === undefined ? "" : `; ${note}`}`,
      },
      { what, rounds: ours, unit: "ms" },
    ]);
  } finally {
    bare.close();
  }
}

/** The quickest of some repeats, in milliseconds: what else the machine does comes between some of them. */
async function quickestOf(ask: () => unknown): Promise<number> {
  let quickest = Number.POSITIVE_INFINITY;
  const begun = performance.now();
  for (let repeat = 0; repeat < REPEATS_MAX && performance.now() - begun < REPEAT_MS; repeat += 1) {
    const from = performance.now();
    await ask();
    quickest = Math.min(quickest, performance.now() - from);
  }
  return quickest;
}

async function measureExports(gateway: BenchGateway, owner: Owner): Promise<Line[]> {
  const lines: Line[] = [];
  for (const format of ["json", "csv"] as const) {
    const rates: number[] = [];
    const peaks: number[] = [];
    const waits: number[] = [];
    for (let round = 0; round < EXPORT_ROUNDS; round += 1) {
      const ticket = JSON.parse(await owner.post("/admin/api/exports", { format })) as ExportTicket;
      // CSV leaves out who unsubscribed.
      const isExpected = format === "json" ? ticket.total === SUBSCRIBERS : ticket.total > SUBSCRIBERS / 2;
      if (!isExpected) throw new Error(`The export is about ${ticket.total} rows`);
      const idle = hasProcessAccounting ? residentMegabytes(gateway.pid) : Number.NaN;
      let [peak, isRunning] = [idle, true];
      const watching = (async () => {
        while (isRunning) {
          const from = performance.now();
          await owner.ask("/healthz");
          waits.push(performance.now() - from);
          if (hasProcessAccounting) peak = Math.max(peak, residentMegabytes(gateway.pid));
          await pause(10);
        }
      })();
      const from = performance.now();
      const breaks = await owner.download(ticket.url);
      const seconds = (performance.now() - from) / 1000;
      isRunning = false;
      await watching;
      if (breaks < ticket.total) throw new Error(`The file has ${breaks} lines`);
      rates.push(ticket.total / seconds);
      peaks.push(peak - idle);
    }
    const name = format.toUpperCase();
    lines.push({ what: `Export as ${name}`, rounds: rates, unit: "rows/s" });
    if (hasProcessAccounting) {
      lines.push({ what: `Export as ${name}, peak above idle`, rounds: peaks, unit: "MB", aim: { atMost: 64 } });
    }
    lines.push({ what: `Answer to others during it (${name}), median`, rounds: waits, unit: "ms" });
  }
  return lines;
}

async function measureSignUps({ port }: BenchGateway, { apikey }: Owner, bareFolder: string): Promise<Line[]> {
  const orders = { kind: "sign-ups", port, connections: 64, apikey, seconds: SIGN_UP_SECONDS } as const;
  const rates: number[] = [];
  const alone: number[] = [];
  for (const round of ["m1", "m2", "m3"]) {
    const { acknowledged, seconds } = await sendRequests({ ...orders, round });
    rates.push(acknowledged / seconds);
    const script = join(ROOT, "bench/workers/bare-inserts.ts");
    const output = await outputOf(process.execPath, [script, bareFolder, String(SIGN_UP_SECONDS), round]);
    // Written by our own process.
    const bare = JSON.parse(output) as BareResult;
    alone.push(bare.rows / bare.seconds);
  }
  return [
    {
      what: "Sign-ups at a million, over bare SQLite inserts",
      rounds: rates.map((rate, round) => rate / (alone[round] ?? Number.NaN)),
      unit: "×",
      aim: { atLeast: 0.5 },
    },
    { what: "Sign-ups at a million", rounds: rates, unit: "/s" },
  ];
}

/** The owner, signed in. */
type Owner = {
  apikey: string;
  /** Asks for a path; `HEAD` before it counts. */
  ask: (path: string) => Promise<string>;
  post: (path: string, body: object) => Promise<string>;
  /** Takes a file and counts its line breaks. */
  download: (path: string) => Promise<number>;
};

async function signIn(gateway: BenchGateway, agent: Agent): Promise<Owner> {
  // Both answers are the gateway's own.
  const config = JSON.parse((await fetchPacked(gateway.port, "/config.json")).body.toString()) as {
    database: { anonKey: string };
    admin: { email: string };
  };
  const apikey = config.database.anonKey;
  const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
    collect(gateway.port, agent, method, path, { apikey, ...headers }, body);
  const credentials = { email: config.admin.email, password: PASSWORD };
  const session = JSON.parse(
    await untilAnswered(() => send("POST", "/auth/v1/token?grant_type=password", {}, credentials)),
  ) as { access_token: string };
  const headers = { Authorization: `Bearer ${session.access_token}` };
  return {
    apikey,
    ask: (path) =>
      path.startsWith("HEAD ")
        ? send("HEAD", path.slice(5), { ...headers, Prefer: "count=exact" })
        : send("GET", path, headers),
    post: (path, body) => send("POST", path, headers, body),
    download: (path) => countLines(gateway.port, path),
  };
}

/** The owner is made a moment after a first start answers. */
async function untilAnswered(ask: () => Promise<string>): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    await pause(100);
  }
  return ask();
}

function collect(
  port: number,
  agent: Agent,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const type = text === undefined ? {} : { "Content-Type": "application/json" };
    const asked = request(
      { host: "127.0.0.1", port, method, path, agent, headers: { ...headers, ...type } },
      (response) => {
        let answer = "";
        response.setEncoding("utf8").on("data", (piece: string) => {
          answer += piece;
        });
        response.on("error", reject).on("end", () => {
          if ((response.statusCode ?? 0) < 300) resolve(answer);
          else reject(new Error(`${method} ${path} was answered with ${response.statusCode}: ${answer}`));
        });
      },
    );
    asked.on("error", reject).end(text);
  });
}

function countLines(port: number, path: string): Promise<number> {
  const LINE_BREAK = 10;
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, agent: false }, (response) => {
      let breaks = 0;
      response.on("data", (piece: Buffer) => {
        for (let at = piece.indexOf(LINE_BREAK); at >= 0; at = piece.indexOf(LINE_BREAK, at + 1)) breaks += 1;
      });
      response.on("error", reject).on("end", () => resolve(breaks));
    })
      .on("error", reject)
      .end();
  });
}
