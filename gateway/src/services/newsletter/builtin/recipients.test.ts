import { expect, it } from "vitest";
import type { DataFile } from "../../../data/data-file.ts";
import type { Reader, SqlValue } from "../../../data/statements.ts";
import { aDataFile } from "../../../testing/a-data-file.ts";
import { subscribe } from "../some-newsletters.case.ts";
import { domainOf, findLatestSent, forgetRecipient, isRecipient } from "./recipients.ts";

const ANN = "ann@example.com";
const BEN = "ben@example.com";

/** Stores that newsletters went to addresses, with tokens if the list is elsewhere. */
async function send(
  data: DataFile,
  ids: readonly number[],
  emails: readonly string[],
  { token = false, state = "sent" } = {},
) {
  await data.write((writer) => {
    for (const id of ids) {
      writer.run(
        `INSERT INTO newsletters (id, subject, preheader, body, created_at, changed_at, started_at)
         VALUES (?, '', '', '', 't', 't', ?)`,
        id,
        `2026-12-0${id}`,
      );
      for (const [at, email] of emails.entries()) {
        const known = writer.get<{ id: number }>("SELECT id FROM newsletter_subscribers WHERE email = ?", email);
        writer.run(
          "INSERT INTO newsletter_recipients (newsletter_id, id, domain, email, state, token) VALUES (?, ?, ?, ?, ?, ?)",
          id,
          known?.id ?? 1_000 + at,
          domainOf(email),
          email,
          state,
          token ? `token of ${email}` : null,
        );
      }
    }
  });
}

it.each([
  ["the list in the data file", false],
  ["a list elsewhere", true],
])("finds the latest newsletter that went to an address of %s", async (_, token) => {
  const data = aDataFile();
  if (!token) await subscribe(data, [ANN, BEN]);
  await send(data, [1, 2], [ANN, BEN], { token });
  await send(data, [3], [ANN], { token, state: "waiting" });
  expect([ANN, BEN, "eve@example.com"].map((email) => findLatestSent(data.read, email))).toEqual([2, 2, undefined]);
  expect([1, 3, 4].map((id) => isRecipient(data.read, id, ANN))).toEqual([true, true, false]);
  expect(isRecipient(data.read, 3, BEN)).toBe(false);
});

it("does not mistake a later subscriber for an earlier one", async () => {
  const data = aDataFile();
  await subscribe(data, [ANN]);
  await send(data, [1], [ANN]);
  await data.write((writer) => {
    writer.run("UPDATE newsletter_subscribers SET email = ? WHERE email = ?", BEN, ANN);
  });
  expect([findLatestSent(data.read, BEN), isRecipient(data.read, 1, BEN)]).toEqual([undefined, false]);
});

it.each([
  ["the list in the data file", false],
  ["a list elsewhere", true],
])("stores no address of somebody who was removed from %s", async (_, token) => {
  const data = aDataFile();
  if (!token) await subscribe(data, [ANN, BEN]);
  await send(data, [1], [ANN, BEN], { token });
  await send(data, [2], [ANN, BEN], { token, state: "waiting" });
  await data.write((writer) => {
    if (token) forgetRecipient(writer, ANN);
    else writer.run("DELETE FROM newsletter_subscribers WHERE email = ?", ANN);
  });
  const emails = data.read.all<{ email: string }>("SELECT email FROM newsletter_recipients ORDER BY email");
  expect(emails.map(({ email }) => email)).toEqual(["", "", BEN, BEN]);
});

it("reads no table as a whole, so the number of recipients does not matter", async () => {
  const data = aDataFile();
  await subscribe(data, [ANN]);
  await send(data, [1], [BEN]);
  const plans: string[] = [];
  const explain = (sql: string, values: SqlValue[]) =>
    data.read.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => detail);
  const reader: Reader = {
    get(sql, ...values) {
      plans.push(...explain(sql, values));
      return data.read.get(sql, ...values);
    },
    all: data.read.all,
  };
  findLatestSent(reader, ANN);
  isRecipient(reader, 1, ANN);
  const reads = plans.filter((plan) => / recipients\b/.test(plan));
  expect(reads.map((plan) => /\((.*)\)/.exec(plan)?.[1])).toEqual([
    "newsletter_id=? AND domain=? AND id=?",
    "email=?",
    "newsletter_id=? AND domain=? AND id=?",
    expect.stringContaining("email=?"),
  ]);
});
