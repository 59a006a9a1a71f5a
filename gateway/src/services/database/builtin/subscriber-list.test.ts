import { statSync } from "node:fs";
import { join } from "node:path";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { expect, it } from "vitest";
import { aDataFile } from "../../../testing/a-data-file.ts";
import { addReminder, remindedIn } from "../../../testing/a-reminder.ts";
import { aTestFolder } from "../../../testing/gateway-process.ts";
import { anAdmin } from "../../shared/admin.case.ts";
import { type ChangeEvent, createChanges } from "../../shared/change-events.ts";
import type { SignUp } from "../../shared/subscriber-list.ts";
import { noLinks } from "../../shared/unsubscribe.case.ts";
import { createBuiltinDatabase } from "../builtin.ts";
import { createBuiltinReports } from "./reports.ts";
import { createSubscriberList } from "./subscriber-list.ts";
import { suppressedAmong } from "./suppression.ts";

const ANN = "ann@example.com";

/** A list with both ways to sign up: `signUp`, which the forms use, and the table interface. */
function aList() {
  const data = aDataFile();
  const events: ChangeEvent[] = [];
  const changes = createChanges((error) => {
    throw error;
  });
  changes.subscribe((event) => events.push(event));
  let day = 0;
  const clock = () => new Date(Date.UTC(2026, 2, 1 + day, 12));
  const list = createSubscriberList({ data, changes, clock });
  const database = createBuiltinDatabase({ unsubscribing: noLinks, data, changes, clock });
  const send = (method: string, query: string, row?: object) =>
    database.answer({
      method,
      resource: SUBSCRIBERS_TABLE,
      query,
      header: (name) => (name === "content-type" ? "application/json" : undefined),
      body: row ? JSON.stringify(row) : "",
      caller: row ? { role: "anonymous" } : anAdmin(),
    });
  return {
    data,
    events,
    list,
    reports: createBuiltinReports(data.read),
    nextDay: () => {
      day += 1;
    },
    signUp: (overrides: Partial<SignUp> = {}) =>
      list.signUp({ email: ANN, source: "website-footer", first_name: null, last_name: null, ...overrides }),
    /** The request of the footer form. */
    async insert(email = ANN, more: object = {}) {
      const row = { email, status: "active", source: "website-footer", ...more };
      return (await send("POST", "", row)).status;
    },
    remove: (query = `email=eq.${ANN}`) => send("DELETE", query),
    rows: () => data.read.all<Record<string, unknown>>(`SELECT * FROM ${SUBSCRIBERS_TABLE} ORDER BY id`),
    suppressed: () => data.read.all<Record<string, string>>("SELECT * FROM suppressed_addresses"),
    /** The stored counts, by day and status. */
    counts: () =>
      data.read
        .all<Record<string, unknown>>("SELECT * FROM newsletter_subscriber_counts ORDER BY day, status")
        .map(({ day, status, count }) => `${day} ${status} ${count}`),
  };
}

it("an address that signs up in both forms becomes one subscriber with the first source", async () => {
  const { signUp, insert, rows } = aList();
  expect(await insert()).toBe(201);
  expect(await signUp({ source: "website-dialog", first_name: "Ann" })).toBe("already-subscribed");
  expect(rows()).toMatchObject([{ email: ANN, source: "website-footer", first_name: null }]);
  expect(await signUp({ email: "ben@example.com", source: "website-dialog" })).toBe("joined");
  expect(await insert("ben@example.com", { first_name: "Ben" })).toBe(409);
  expect(rows()[1]).toMatchObject({ source: "website-dialog", first_name: null });
});

it("a subscriber who unsubscribes stays in the table, and unsubscribing again changes nothing", async () => {
  const { list, insert, rows, events, counts } = aList();
  await insert();
  await list.unsubscribe("Ann@Example.com");
  expect(rows()).toMatchObject([{ id: 1, status: "unsubscribed", subscribed_at: "2026-03-01T12:00:00.000000Z" }]);
  expect(counts()).toEqual(["2026-03-01 unsubscribed 1"]);
  await list.unsubscribe(ANN);
  await list.unsubscribe("nobody@example.com");
  expect(events.map(({ type }) => type)).toEqual(["INSERT", "UPDATE"]);
  expect(events[1]).toMatchObject({
    record: { id: 1, email: ANN, status: "unsubscribed", subscribed_at: "2026-03-01T12:00:00+00:00" },
    oldRecord: { id: 1 },
  });
});

it("an unsubscribed subscriber joins again in either form: it counts on the new day, and its source and names stay", async () => {
  const { list, signUp, insert, rows, events, counts, nextDay, reports } = aList();
  await signUp({ source: "website-dialog", first_name: "Ann", last_name: "Lee" });
  await list.unsubscribe(ANN);
  nextDay();
  expect(await insert(ANN, { first_name: "Anna" })).toBe(201);
  expect(rows()).toEqual([
    {
      id: 1,
      email: ANN,
      status: "active",
      source: "website-dialog",
      subscribed_at: "2026-03-02T12:00:00.000000Z",
      first_name: "Ann",
      last_name: "Lee",
    },
  ]);
  expect(counts()).toEqual(["2026-03-02 active 1"]);
  expect(await reports.count({ status: "active" })).toBe(1);
  expect(await reports.count({ status: "unsubscribed" })).toBe(0);
  expect(await reports.count({ email: "ann@" })).toBe(1);
  expect(events.map(({ type }) => type)).toEqual(["INSERT", "UPDATE", "UPDATE"]);
  expect(events[2]).toMatchObject({ record: { status: "active", first_name: "Ann" }, oldRecord: { id: 1 } });
  expect(await signUp()).toBe("already-subscribed");
});

it("a removed address leaves only a keyed hash and a day", async () => {
  const { insert, remove, rows, suppressed, data } = aList();
  await insert();
  await insert("ben@example.com");
  await remove("email=like.*example.com");
  expect(rows()).toEqual([]);
  expect(suppressed()).toEqual([
    { address_hash: expect.stringMatching(/^[0-9a-f]{64}$/), removed_on: "2026-03-01" },
    { address_hash: expect.stringMatching(/^[0-9a-f]{64}$/), removed_on: "2026-03-01" },
  ]);
  expect(suppressedAmong(data.read, [ANN, "Ben@Example.com", "cleo@example.com"])).toEqual(
    new Set([ANN, "Ben@Example.com"]),
  );
});

it("a removal deletes the reminders of shows of the mailbox, and of no other", async () => {
  const { data, insert, remove } = aList();
  await insert();
  for (const email of [ANN, ANN.replace("@", "+shows@"), "ben@example.com"]) await addReminder(data, email);
  await remove();
  expect(remindedIn(data)).toEqual(["ben@example.com"]);
});

it("a removal that is rolled back leaves no hash", async () => {
  const { data, insert, suppressed } = aList();
  await insert();
  const database = createBuiltinDatabase({ unsubscribing: noLinks, data });
  const { status } = await database.answer({
    method: "DELETE",
    resource: SUBSCRIBERS_TABLE,
    query: "id=gt.0",
    header: (name) => (name === "prefer" ? "handling=strict,max-affected=0" : undefined),
    body: "",
    caller: anAdmin(),
  });
  expect(status).toBe(400);
  expect(suppressed()).toEqual([]);
});

it("no address is suppressed on a list without removed subscribers", () => {
  const { data } = aList();
  expect(suppressedAmong(data.read, [ANN])).toEqual(new Set());
});

it("a removed address joins in either form like a new address, and can be removed again", async () => {
  const { insert, signUp, remove, rows, suppressed, events, nextDay } = aList();
  await insert();
  await remove();
  nextDay();
  expect(await signUp({ source: "website-dialog" })).toBe("joined");
  expect(suppressed()).toEqual([]);
  expect(rows()).toMatchObject([{ id: 2, source: "website-dialog", subscribed_at: "2026-03-02T12:00:00.000000Z" }]);
  await remove();
  expect(await insert()).toBe(201);
  expect(suppressed()).toEqual([]);
  expect(events.map(({ type }) => type)).toEqual(["INSERT", "DELETE", "INSERT", "DELETE", "INSERT"]);
});

it.each(["unsubscribed", "was removed"])("fifty sign-ups at once of an address that %s store it once", async (how) => {
  const { insert, signUp, remove, list, rows, suppressed, events } = aList();
  await insert();
  await (how === "unsubscribed" ? list.unsubscribe(ANN) : remove());
  events.length = 0;
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, i) => (i % 2 ? signUp({ source: "website-dialog" }) : insert())),
  );
  expect(results.filter((result) => result === 201 || result === "joined")).toHaveLength(1);
  expect(rows()).toMatchObject([{ email: ANN, status: "active" }]);
  expect(suppressed()).toEqual([]);
  expect(events).toHaveLength(1);
});

it("a removed subscriber who uses an unsubscribe link stays removed", async () => {
  const { insert, remove, list, rows, suppressed } = aList();
  await insert();
  await remove();
  await list.unsubscribe(ANN);
  expect(rows()).toEqual([]);
  expect(suppressed()).toHaveLength(1);
});

it("a second sign-up writes nothing to disk, which would take longer than for an address that is not on the list", async () => {
  const dir = aTestFolder();
  const data = aDataFile({ dir });
  const changes = createChanges((error) => {
    throw error;
  });
  const list = createSubscriberList({ data, changes, clock: () => new Date(0) });
  const signUp = { email: ANN, source: "website-footer", first_name: null, last_name: null } as const;
  const written = () => statSync(join(dir, "porchlight.db-wal")).size;
  const start = written();
  expect(await list.signUp(signUp)).toBe("joined");
  const after = written();
  expect(after).toBeGreaterThan(start);
  expect(await list.signUp(signUp)).toBe("already-subscribed");
  expect(written()).toBe(after);
});
