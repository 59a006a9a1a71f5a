import { expect, test } from "vitest";
import { aDataFile } from "../../../../testing/a-data-file.ts";
import { openClientHash } from "./client-hash.ts";

test("a client has the same hash after a restart, and another hash at another site", async () => {
  const data = aDataFile();
  const [hash, again] = [await openClientHash(data), await openClientHash(data)];
  const other = await openClientHash(aDataFile());
  expect(hash("203.0.113.7")).toBe(again("203.0.113.7"));
  expect(hash("203.0.113.7")).not.toBe(hash("203.0.113.8"));
  expect(hash("203.0.113.7")).not.toBe(other("203.0.113.7"));
  expect(hash("203.0.113.7")).toMatch(/^[\w-]{22}$/);
});
