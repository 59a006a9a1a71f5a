import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { expect, it } from "vitest";
import { aDataFile } from "../../../testing/a-data-file.ts";
import { anAdmin } from "../../shared/admin.case.ts";
import type { Caller } from "../../shared/caller.ts";
import { type ChangeEvent, createChanges } from "../../shared/change-events.ts";
import { noLinks } from "../../shared/unsubscribe.case.ts";
import { createBuiltinDatabase } from "../builtin.ts";
import type { DatabaseResponse } from "../contract.ts";
import { REMOVALS_MAX } from "./remove.ts";

const NOW = new Date("2026-03-01T12:00:00.250Z");

function aTable() {
  const data = aDataFile();
  const events: ChangeEvent[] = [];
  const changes = createChanges((error) => {
    throw error;
  });
  changes.subscribe((event) => events.push(event));
  const database = createBuiltinDatabase({ unsubscribing: noLinks, data, changes, clock: () => NOW });
  const send = (method: string, query: string, caller: Caller, body = "", prefer = ""): Promise<DatabaseResponse> =>
    database.answer({
      method,
      resource: SUBSCRIBERS_TABLE,
      query,
      header: (name) => ({ "content-type": "application/json", prefer })[name.toLowerCase()],
      body,
      caller,
    });
  return {
    data,
    events,
    add: (email: string, status = "active") =>
      send("POST", "", { role: "anonymous" }, JSON.stringify({ email, status, source: "website-footer" })),
    remove: (query: string, prefer?: string, caller: Caller = anAdmin()) => send("DELETE", query, caller, "", prefer),
  };
}

it("a sign-up publishes its whole row in the form that clients get", async () => {
  const { add, events } = aTable();
  await add("Ann@Example.com");
  const record = {
    id: 1,
    email: "ann@example.com",
    status: "active",
    source: "website-footer",
    subscribed_at: "2026-03-01T12:00:00.25+00:00",
    first_name: null,
    last_name: null,
  };
  expect(events).toEqual([{ type: "INSERT", table: SUBSCRIBERS_TABLE, committedAt: NOW, record }]);
  expect(Object.keys(record)).toEqual(Object.keys((events[0] as { record: object }).record));
});

it("a request that is rejected or changes nothing publishes no event", async () => {
  const { add, remove, events } = aTable();
  await add("ann@example.com");
  events.length = 0;
  expect((await add("ANN@example.com")).status).toBe(409);
  expect((await add("ben@example.com", "unsubscribed")).status).toBe(401);
  expect((await add("nonsense")).status).toBe(400);
  expect((await remove("email=eq.nobody@example.com")).status).toBe(204);
  expect((await remove("id=eq.1", "", { role: "anonymous" })).status).toBe(204);
  expect((await remove("id=gte.0", "handling=strict,max-affected=0")).status).toBe(400);
  expect(events).toEqual([]);
});

it("a removal publishes an event with the id of each row", async () => {
  const { add, remove, events, data } = aTable();
  for (const name of ["ann", "ben", "ben", "cleo"]) await add(`${name}@example.com`);
  const ids = data.read.all<{ id: number }>("SELECT id FROM newsletter_subscribers ORDER BY id").map(({ id }) => id);
  expect(events.map((one) => one.type === "INSERT" && one.record.id)).toEqual(ids);
  events.length = 0;
  const { status, body } = await remove("id=lt.3&select=email", "return=representation");
  expect([status, body]).toEqual([200, '[{"email":"ann@example.com"},{"email":"ben@example.com"}]']);
  expect(events).toEqual(
    [1, 2].map((id) => ({ type: "DELETE", table: SUBSCRIBERS_TABLE, committedAt: NOW, oldRecord: { id } })),
  );
});

it("one DELETE removes at most 100 rows, because other requests wait for it", async () => {
  const { data, remove, events } = aTable();
  await data.write((writer) => {
    for (let number = 0; number < REMOVALS_MAX + 1; number += 1) {
      writer.run(
        `INSERT INTO ${SUBSCRIBERS_TABLE} (email, status, source, subscribed_at) VALUES (?, 'active', 'x', 'x')`,
        `fan-${number}@example.com`,
      );
    }
  });
  const rejected = await remove("id=gt.0");
  expect([rejected.status, events]).toEqual([400, []]);
  expect(rejected.body).toContain("100 rows at most");
  expect((await remove("id=gt.1")).status).toBe(204);
  expect(events).toHaveLength(REMOVALS_MAX);
});

it("changes that share a commit are published in order, once the commit is on disk", async () => {
  const { add, remove, events, data } = aTable();
  await add("first@example.com");
  events.length = 0;
  const requests = [
    add("ann@example.com"),
    remove("email=eq.first@example.com"),
    add("ben@example.com"),
    add("ann@example.com"),
    remove("email=eq.ann@example.com"),
    add("cleo@example.com"),
  ];
  expect(events).toEqual([]);
  await Promise.all(requests);
  expect(events.map((one) => (one.type === "INSERT" ? one.record.email : one.type))).toEqual([
    "ann@example.com",
    "DELETE",
    "ben@example.com",
    "DELETE",
    "cleo@example.com",
  ]);
  expect(data.read.all("SELECT id FROM newsletter_subscribers")).toHaveLength(2);
});
