import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { aDataFile } from "../testing/a-data-file.ts";
import { aTestFolder } from "../testing/gateway-process.ts";
import { writeBackup } from "./backup.ts";
import { watchOutsideChanges } from "./outside-changes.ts";

const ADD = "INSERT INTO newsletter_subscribers (email, status, source, subscribed_at) VALUES (?, 'active', 'x', 'x')";

it("a change by another connection is reported once; our own changes, reads and backups are never reported", async () => {
  const dir = aTestFolder();
  const data = aDataFile({ dir });
  const isChanged = watchOutsideChanges(data.read);
  await data.write((writer) => writer.run(ADD, "ann@example.com"));
  expect(isChanged()).toBe(false);

  const other = new DatabaseSync(data.path);
  onTestFinished(() => other.close());
  other.prepare("SELECT count(*) FROM newsletter_subscribers").get();
  writeBackup({ path: data.path, dir, kind: "daily", now: new Date() });
  expect(isChanged()).toBe(false);

  other.prepare(ADD).run("ben@example.com");
  expect(isChanged()).toBe(true);
  expect(isChanged()).toBe(false);
  await data.write((writer) => writer.run(ADD, "cleo@example.com"));
  expect(isChanged()).toBe(false);
});
