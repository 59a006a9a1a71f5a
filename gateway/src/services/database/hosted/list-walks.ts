import type { SubscriberFilter } from "@porchlight/protocol/admin.ts";
import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { toFilterTests } from "@porchlight/protocol/subscriber-filter.ts";
import * as v from "valibot";
import { type HostedProject, notInItsWords } from "../../shared/supabase-project.ts";
import type { ListWalks } from "../reports.ts";
import { parseTimestamp, timestampToJson } from "../timestamps.ts";
import { wireRowSchema } from "../wire-row.ts";
import { askList, callFunction, readJson, refusedBy } from "./ask-list.ts";

/** Rows that are asked for at once: what the hosted platform gives at most, unless it was told otherwise. */
const PAGE_ROWS = 1_000;

const COLUMNS = Object.keys(wireRowSchema.entries).join();
const rowsSchema = v.array(wireRowSchema);

/** Walks through a list at Supabase by its table interface, with the rights of the client. */
export function createHostedWalks(project: HostedProject): ListWalks {
  async function pageBehind(
    last: Subscriber | undefined,
    filter: SubscriberFilter,
    authorization: string,
  ): Promise<Subscriber[]> {
    const query = new URLSearchParams([
      ["select", COLUMNS],
      ...conditionsOf(filter),
      ...(last ? conditionsBehind(last) : []),
      ["order", "subscribed_at.desc,id.desc"],
      ["limit", String(PAGE_ROWS)],
    ]);
    const resource = `${SUBSCRIBERS_TABLE}?${query}`;
    const answer = await askList(project, { method: "GET", resource, authorization });
    const body = await readJson(project, answer);
    if (!answer.ok) throw refusedBy(project, answer, body);
    const parsed = v.safeParse(rowsSchema, body);
    if (!parsed.success) throw notInItsWords(project.provider);
    return parsed.output;
  }

  return {
    async count(filter, authorization) {
      const query = new URLSearchParams([["select", "id"], ...conditionsOf(filter)]);
      const answer = await askList(project, {
        method: "HEAD",
        resource: `${SUBSCRIBERS_TABLE}?${query}`,
        headers: { prefer: "count=exact" },
        authorization,
      });
      if (!answer.ok) throw refusedBy(project, answer, undefined);
      // "0-24/25", or "*/0".
      const count = /\/(\d+)$/.exec(answer.headers.get("content-range") ?? "")?.[1];
      if (count === undefined) throw notInItsWords(project.provider);
      return Number(count);
    },

    async *walk(filter, authorization) {
      let last: Subscriber | undefined;
      // To the page without rows: a project may give fewer at once than were asked for.
      for (;;) {
        const page = await pageBehind(last, filter, authorization);
        for (const row of page) {
          row.subscribed_at = asStored(project, row.subscribed_at);
          // Rows that went round in a circle would make a file without end.
          if (last && !isBehind(row, last)) throw notInItsWords(project.provider);
          last = row;
        }
        if (page.length === 0) return;
        yield page;
      }
    },
  };
}

/**
 * The secret that the list's unsubscribe links are made with, in base64url. A project gives it to the owner alone.
 *
 * @throws {ProviderError} when it did not
 */
export async function readHostedSecret(project: HostedProject, authorization: string): Promise<string> {
  const secret = await callFunction(project, "list_secret", {}, authorization);
  if (typeof secret !== "string" || !/^[\w-]{43}$/.test(secret)) throw notInItsWords(project.provider);
  return secret;
}

function conditionsOf(filter: SubscriberFilter): [string, string][] {
  return toFilterTests(filter).map(([column, operator, value]) => [column, `${operator}.${value}`]);
}

/** The first bound goes straight to the place in an index; the pair behind it settles rows of the same moment. */
function conditionsBehind({ id, subscribed_at }: Subscriber): [string, string][] {
  return [
    ["subscribed_at", `lte.${subscribed_at}`],
    ["or", `(subscribed_at.lt."${subscribed_at}",id.lt.${id})`],
  ];
}

/** Newest first, and those of the same moment by their ids. The order of such texts is the order of times. */
function isBehind(row: Subscriber, last: Subscriber): boolean {
  const [moment, before] = [parseTimestamp(row.subscribed_at), parseTimestamp(last.subscribed_at)];
  return moment < before || (moment === before && row.id < last.id);
}

/** A time as the built-in list writes it, whatever zone the project's database has. */
function asStored({ provider }: HostedProject, time: string): string {
  try {
    return timestampToJson(parseTimestamp(time));
  } catch {
    throw notInItsWords(provider);
  }
}
