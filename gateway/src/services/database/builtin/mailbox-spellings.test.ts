import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { expect, it } from "vitest";
import { mailboxKey } from "../../../lib/email-address.ts";
import { aDataFile } from "../../../testing/a-data-file.ts";
import { COUNT, isMailboxFull } from "./mailbox-spellings.ts";

async function aListOf(emails: readonly string[]) {
  const data = aDataFile();
  await data.write((writer) => {
    const sql = `INSERT INTO ${SUBSCRIBERS_TABLE} (email, status, source, subscribed_at) VALUES (?, 'active', 'website-footer', '2026-03-01T12:00:00.000000Z')`;
    for (const email of emails) writer.run(sql, email);
  });
  return data;
}

it.each([
  ["ann@example.com", "ann+a@example.com", "ann+a+b@example.com"],
  ["++ann@example.com", "++a@example.com", "+@example.com"],
  ["a.n.n@gmail.com", "ann@gmail.com", "a.nn+x.y@googlemail.com"],
  ["𝄞+x@example.com", "𝄞+y@example.com", "𝄞@example.com"],
])("%s, %s and %s count as one mailbox, as in the rate limits", async (...emails) => {
  const { read } = await aListOf(emails);
  expect(new Set(emails.map(mailboxKey)).size).toBe(1);
  for (const email of emails) expect(isMailboxFull(read, email)).toBe(true);
});

it("the limit of a mailbox does not count addresses of other mailboxes", async () => {
  const { read } = await aListOf(["ann@example.com", "ann+a@example.com", "a.nn@example.com", "ann@mail.example.com"]);
  expect(isMailboxFull(read, "ann@example.com")).toBe(false);
});

it("the addresses of a mailbox are found by an index, without reading the list", async () => {
  const { read } = await aListOf([]);
  const plan = read
    .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${COUNT}`, "ann@example.com")
    .map(({ detail }) => detail);
  expect(plan.filter((step) => step.includes(SUBSCRIBERS_TABLE))).toEqual([
    expect.stringMatching(/^SEARCH .*\(email=\?\)/),
    expect.stringMatching(/^SEARCH .*newsletter_subscribers_spellings/),
  ]);
});
