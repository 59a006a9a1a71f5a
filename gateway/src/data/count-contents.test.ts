import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { aDataFile } from "../testing/a-data-file.ts";
import { countContents, holdsLess } from "./count-contents.ts";
import { openDataFile } from "./data-file.ts";
import { addSubscriber, aFolder } from "./data-folder.case.ts";
import { readMigrations } from "./migrations.ts";

it("counts the subscribers and orders of a data file in use", async () => {
  const data = aDataFile();
  for (const email of ["ann@example.com", "ben@example.com"]) await addSubscriber(data, email);
  await data.write((writer) => {
    writer.run("UPDATE newsletter_subscribers SET status = 'unsubscribed' WHERE id = 1");
    writer.run(
      `INSERT INTO orders (status_key, checkout_token, placed_at, contents, search_text, payment_status, updated_at)
       VALUES ('k', 'c', 't', '{}', '', 'paid', 't')`,
    );
  });
  expect(countContents(data.path)).toEqual({ subscribers: 2, active: 1, orders: 1 });
});

it("counts no orders in a file that is older than the shop", async () => {
  const data = openDataFile({ dir: aFolder(), migrations: readMigrations().slice(0, 1) });
  onTestFinished(() => data.close());
  await addSubscriber(data, "ann@example.com");
  expect(countContents(data.path)).toEqual({ subscribers: 1, active: 1, orders: 0 });
});

it.each([
  ["missing", undefined],
  ["foreign", "Dear diary"],
])("throws for a file that is %s", (reason, text) => {
  const file = join(aFolder(), "diary.db");
  if (text !== undefined) writeFileSync(file, text);
  expect(() => countContents(file)).toThrow(expect.objectContaining({ name: "DataFileError", reason }));
});

it("contents hold less if they have fewer rows of one kind, even with more rows of another kind", () => {
  const present = { subscribers: 10, active: 8, orders: 3 };
  expect(holdsLess(present, present)).toBe(false);
  expect(holdsLess({ ...present, subscribers: 9 }, present)).toBe(true);
  expect(holdsLess({ ...present, active: 7 }, present)).toBe(true);
  expect(holdsLess({ subscribers: 20, active: 20, orders: 2 }, present)).toBe(true);
});
