import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { type ListAtSupabase, service } from "./list-at-supabase.case.ts";
import type { InsertOptions, Outcome } from "./postgrest.case.ts";

/** HTTP status of an error. Source: docs.postgrest.org, "HTTP Status Codes". */
const STATUSES: Readonly<Record<string, number>> = { "42501": 403, "23505": 409 };

/**
 * The project over HTTP, only for the requests of `npm run move`. Turns each request into the statement that PostgREST
 * would make of it.
 */
export function wireOf(list: ListAtSupabase): typeof fetch {
  return async (input, init) => {
    const { pathname, searchParams } = new URL(String(input));
    const body: unknown = init?.body === undefined ? undefined : JSON.parse(String(init.body));
    const called = /^\/rest\/v1\/rpc\/(\w+)$/.exec(pathname)?.[1];
    if (called !== undefined) return answered(await call(list, called, body), ([row]) => row?.value ?? null);
    if (pathname !== `/rest/v1/${SUBSCRIBERS_TABLE}`) return new Response(null, { status: 404 });
    if (init?.method === "GET") return answered(await read(list, searchParams), (rows) => rows.map(({ row }) => row));
    const columns = searchParams.get("columns")?.split(",") ?? [];
    // The cast holds: a move sends rows.
    const rows = (body as Partial<Subscriber>[]).map((row) => pick(row, columns));
    const options = onConflictOf(columns, new Headers(init?.headers).get("Prefer") ?? "");
    return answered(await list.api.insert(service, rows, options), () => undefined);
  };
}

function read(list: ListAtSupabase, parameters: URLSearchParams): Promise<Outcome> {
  const behind = /^gt\.(\d+)$/.exec(parameters.get("id") ?? "gt.0")?.[1];
  const rest = `where id > ${behind} order by id limit ${Number(parameters.get("limit"))}`;
  return list.api.select(service, `row_to_json(${SUBSCRIBERS_TABLE}) as row`, rest);
}

function call(list: ListAtSupabase, name: string, body: unknown): Promise<Outcome> {
  const values = Object.entries(body ?? {});
  const written = values.map(([argument], at) => `${argument} => $${at + 1}`).join(", ");
  const isSet = name === "removed_among";
  const sql = isSet
    ? `select coalesce(json_agg(found), '[]') as value from public.${name}(${written}) as found`
    : `select public.${name}(${written}) as value`;
  return list.api.run(
    service,
    sql,
    values.map(([argument, value]) => (argument === "removed" ? JSON.stringify(value) : value)),
  );
}

function onConflictOf(columns: readonly string[], prefer: string): InsertOptions {
  const change = columns.map((column) => `${column} = excluded.${column}`).join(", ");
  const action = prefer.includes("merge-duplicates") ? `update set ${change}` : "nothing";
  return { onConflict: `on conflict (email) do ${action}` };
}

function pick(row: Partial<Subscriber>, columns: readonly string[]): Partial<Subscriber> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)));
}

function answered({ code, rows }: Outcome, shown: (rows: Outcome["rows"]) => unknown): Response {
  if (code === "00000") return new Response(JSON.stringify(shown(rows)) ?? null, { status: 200 });
  const status = STATUSES[code] ?? 400;
  return new Response(JSON.stringify({ code, message: "refused", details: null, hint: null }), { status });
}
