import type { SubscriberFilter } from "@porchlight/protocol/admin.ts";
import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { toFilterTests } from "@porchlight/protocol/subscriber-filter.ts";
import * as v from "valibot";
import { type HostedProject, unexpectedResponse } from "../../shared/supabase-project.ts";
import type { ListWalks } from "../reports.ts";
import { parseTimestamp, timestampToJson } from "../timestamps.ts";
import { wireRowSchema } from "../wire-row.ts";
import { callFunction, readJson, requestList, toProviderError } from "./list-requests.ts";

/** Rows of one page. The hosted platform returns as many by default. */
const PAGE_ROWS = 1_000;

const COLUMNS = Object.keys(wireRowSchema.entries).join();
const rowsSchema = v.array(wireRowSchema);

/** Walks through a list at Supabase page by page, with the rights of the client. */
export function createHostedWalks(project: HostedProject): ListWalks {
  async function readPageBehind(
    last: Subscriber | undefined,
    filter: SubscriberFilter,
    authorization: string,
  ): Promise<Subscriber[]> {
    const query = new URLSearchParams([
      ["select", COLUMNS],
      ...toConditions(filter),
      ...(last ? toKeyset(last) : []),
      ["order", "subscribed_at.desc,id.desc"],
      ["limit", String(PAGE_ROWS)],
    ]);
    const resource = `${SUBSCRIBERS_TABLE}?${query}`;
    const response = await requestList(project, { method: "GET", resource, authorization });
    const body = await readJson(project, response);
    if (!response.ok) throw toProviderError(project, response, body);
    const parsed = v.safeParse(rowsSchema, body);
    if (!parsed.success) throw unexpectedResponse(project.provider);
    return parsed.output;
  }

  return {
    async count(filter, authorization) {
      const query = new URLSearchParams([["select", "id"], ...toConditions(filter)]);
      const response = await requestList(project, {
        method: "HEAD",
        resource: `${SUBSCRIBERS_TABLE}?${query}`,
        headers: { prefer: "count=exact" },
        authorization,
      });
      if (!response.ok) throw toProviderError(project, response, undefined);
      // "0-24/25", or "*/0".
      const count = /\/(\d+)$/.exec(response.headers.get("content-range") ?? "")?.[1];
      if (count === undefined) throw unexpectedResponse(project.provider);
      return Number(count);
    },

    async *walk(filter, authorization) {
      let last: Subscriber | undefined;
      // Only an empty page is the end, because a project may return fewer rows than requested.
      for (;;) {
        const page = await readPageBehind(last, filter, authorization);
        for (const row of page) {
          row.subscribed_at = normaliseTime(project, row.subscribed_at);
          // Rows in a wrong order could repeat forever.
          if (last && !isBehind(row, last)) throw unexpectedResponse(project.provider);
          last = row;
        }
        if (page.length === 0) return;
        yield page;
      }
    },
  };
}

/**
 * Reads the secret of the list's unsubscribe links, in base64url. A project gives it only to the owner.
 *
 * @throws {ProviderError} when the project does not give it
 */
export async function readHostedSecret(project: HostedProject, authorization: string): Promise<string> {
  const secret = await callFunction(project, "list_secret", {}, authorization);
  if (typeof secret !== "string" || !/^[\w-]{43}$/.test(secret)) throw unexpectedResponse(project.provider);
  return secret;
}

function toConditions(filter: SubscriberFilter): [string, string][] {
  return toFilterTests(filter).map(([column, operator, value]) => [column, `${operator}.${value}`]);
}

/** The conditions for the rows after a row. The first finds the place in an index; the second breaks ties in time. */
function toKeyset({ id, subscribed_at }: Subscriber): [string, string][] {
  return [
    ["subscribed_at", `lte.${subscribed_at}`],
    ["or", `(subscribed_at.lt."${subscribed_at}",id.lt.${id})`],
  ];
}

/** Whether a row comes after another one: newest first, then by descending id. The texts sort like their times. */
function isBehind(row: Subscriber, last: Subscriber): boolean {
  const [time, lastTime] = [parseTimestamp(row.subscribed_at), parseTimestamp(last.subscribed_at)];
  return time < lastTime || (time === lastTime && row.id < last.id);
}

/** A time as the built-in list writes it. The project's database may use another time zone. */
function normaliseTime({ provider }: HostedProject, time: string): string {
  try {
    return timestampToJson(parseTimestamp(time));
  } catch {
    throw unexpectedResponse(provider);
  }
}
