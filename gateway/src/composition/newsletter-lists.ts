import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import type { DataFile } from "../data/data-file.ts";
import type { Writer } from "../data/statements.ts";
import type { ListWalks } from "../services/database/reports.ts";
import type { NewsletterList } from "../services/newsletter/list.ts";
import type { UnsubscribeLinks } from "../services/unsubscribe/links.ts";

/** How long the addresses of a provider's list may be used for counting, in milliseconds. */
const FRESH_MS = 60_000;
const CANDIDATES = "temp.newsletter_candidates";
/** A temporary table: it is in no backup, and ends with the process. */
const CREATE = `
  CREATE TEMP TABLE IF NOT EXISTS newsletter_candidates (
    id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, status TEXT NOT NULL, source TEXT NOT NULL,
    subscribed_at TEXT NOT NULL, token TEXT NOT NULL
  )`;

/** The list in the data file. */
export function createBuiltinNewsletterList(links: UnsubscribeLinks): NewsletterList {
  return {
    table: SUBSCRIBERS_TABLE,
    isHosted: false,
    refresh: async () => {},
    isActive: (reader, email) =>
      reader.get(`SELECT 1 FROM ${SUBSCRIBERS_TABLE} WHERE email = ? AND status = 'active'`, email) !== undefined,
    openTokens: async () => links.tokens(),
    tokens: links.tokens,
  };
}

type HostedOptions = {
  walks: ListWalks;
  openLinks: (authorization: string) => Promise<UnsubscribeLinks>;
  data: DataFile;
  clock: () => Date;
};

/** A list at a provider. It is copied while the owner is there: later the gateway has no right to read it. */
export function createHostedNewsletterList({ walks, openLinks, data, clock }: HostedOptions): NewsletterList {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function read(authorization: string): Promise<void> {
    const tokenOf = (await openLinks(authorization)).tokens();
    const rows: Candidate[] = [];
    for await (const page of walks.walk({}, authorization)) {
      rows.push(...page.map((row) => ({ ...row, token: tokenOf(row.email) })));
    }
    // In one step, so that nobody counts a part of the list.
    await data.write((writer) => {
      writer.run(CREATE);
      writer.run(`DELETE FROM ${CANDIDATES}`);
      add(writer, rows);
    });
    readAt = clock().getTime();
  }

  return {
    table: CANDIDATES,
    isHosted: true,
    async refresh(authorization) {
      if (Math.abs(clock().getTime() - readAt) < FRESH_MS) return;
      reading ??= read(authorization).finally(() => {
        reading = undefined;
      });
      await reading;
    },
    // A recipient who unsubscribes is marked as such.
    isActive: () => true,
    openTokens: async (authorization) => (await openLinks(authorization)).tokens(),
  };
}

type Candidate = { email: string; status: string; source: string; subscribed_at: string; token: string };

function add(writer: Writer, rows: readonly Candidate[]): void {
  for (const { email, status, source, subscribed_at, token } of rows) {
    writer.run(
      `INSERT INTO ${CANDIDATES} (email, status, source, subscribed_at, token) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      email,
      status,
      source,
      subscribed_at,
      token,
    );
  }
}
