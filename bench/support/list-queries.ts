import type { SQLInputValue } from "node:sqlite";
import { millisecondsOf } from "./processes.ts";
import { SEARCHES } from "./subscribers.ts";

const TABLE = "/rest/v1/newsletter_subscribers";
const REPEATS_MAX = 40;

/** A query of the dashboard, and the same query as plain SQL. */
type ListQuery = {
  what: string;
  /** Name of the query in the table of growth; undefined if the dashboard does not send it. */
  short?: string;
  paths: string[];
  bare: [sql: string, ...values: SQLInputValue[]][];
  note?: string;
  hasAim?: false;
};

/** The dashboard's queries to a list of this size. */
export function listQueries(size: number): ListQuery[] {
  const week = "2026-10-25T00:00:00.000000Z";
  const month = "2026-10-02T00:00:00.000000Z";
  const middle = "2022-12-14T00:00:00.000000Z";
  const half = size / 2;
  const far = size * 0.9;
  const newest = "SELECT * FROM newsletter_subscribers ORDER BY subscribed_at DESC, id DESC";
  const oldest = "SELECT * FROM newsletter_subscribers ORDER BY subscribed_at, id LIMIT 1";
  const counted = "SELECT count(*) FROM newsletter_subscribers";
  const page = `${TABLE}?select=*&order=subscribed_at.desc,id.desc&limit=51`;
  const few = "id IN (SELECT rowid FROM newsletter_subscribers_search WHERE newsletter_subscribers_search MATCH ?)";
  const trigrams = '"gar" AND "rci" AND "iaz"';
  // Addresses are stored in lower case.
  const holds = "instr(email, ?) > 0";
  return [
    {
      what: "Overview: three counts, the five newest, the oldest",
      short: "Reading the list: overview",
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
    { what: "First page", short: "Reading the list: first page", paths: [page], bare: [[`${newest} LIMIT 51`]] },
    {
      what: "Page in the middle, after a given row",
      short: "Reading the list: page in the middle",
      paths: [`${page}&subscribed_at=lte.${middle}&or=(subscribed_at.lt."${middle}",id.lt.${half})`],
      bare: [
        [
          `SELECT * FROM newsletter_subscribers WHERE (subscribed_at, id) < (?, ?)
           ORDER BY subscribed_at DESC, id DESC LIMIT 51`,
          middle,
          half,
        ],
      ],
    },
    {
      what: `Page at offset ${far.toLocaleString("en")}`,
      paths: [`${page}&offset=${far}`],
      bare: [[`${newest} LIMIT 51 OFFSET ${far}`]],
      note: "in slices, so that other requests do not wait; the dashboard does not use offsets",
      hasAim: false,
    },
    {
      what: `Search, rare ("${SEARCHES.rare}"): page`,
      short: "Searching: rare, page",
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
      short: "Searching: rare, count",
      paths: [`HEAD ${TABLE}?select=*&email=ilike.*${SEARCHES.rare}*`],
      bare: [[`${counted} WHERE ${few} AND ${holds}`, trigrams, SEARCHES.rare]],
    },
    {
      what: `Search, common ("${SEARCHES.common}"): page`,
      short: "Searching: common, page",
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
      short: "Searching: common, count",
      paths: [`HEAD ${TABLE}?select=*&email=ilike.*${SEARCHES.common}*`],
      bare: [[`${counted} WHERE ${holds}`, SEARCHES.common]],
      note: "in slices, so that other requests do not wait",
    },
  ];
}

/**
 * Measures the quickest of several repeats, in milliseconds: other programs disturb some of them.
 *
 * @param forMs how long to repeat, in milliseconds
 */
export async function quickestOf(run: () => unknown, forMs: number): Promise<number> {
  let quickest = Number.POSITIVE_INFINITY;
  const begun = performance.now();
  for (let repeat = 0; repeat < REPEATS_MAX && performance.now() - begun < forMs; repeat += 1) {
    quickest = Math.min(quickest, await millisecondsOf(run));
  }
  return quickest;
}
