import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { describe, expect, it } from "vitest";
import { openDataFile } from "../../../../data/data-file.ts";
import { aFolder } from "../../../../data/data-folder.case.ts";
import { readMigrations } from "../../../../data/migrations.ts";
import { aDataFile } from "../../../../testing/a-data-file.ts";
import { createBuiltinReports } from "../reports.ts";

const INSERT = `INSERT INTO ${SUBSCRIBERS_TABLE} (email, status, source, subscribed_at) VALUES (?, 'active', ?, ?)`;

describe("stored counts and the search index", () => {
  it("are filled from the rows of a list that an earlier version has stored", async () => {
    const dir = aFolder();
    const earlier = openDataFile({ dir, migrations: readMigrations().filter(({ version }) => version < 5) });
    await earlier.write((writer) => {
      for (let i = 0; i < 300; i += 1) {
        writer.run(INSERT, `fan${i}@example.com`, "website-footer", `2026-01-0${1 + (i % 3)}T00:00:00.000000Z`);
      }
    });
    earlier.close();

    const data = aDataFile({ dir });
    const reports = createBuiltinReports(data.read);
    expect((await reports.growth()).points.map(({ total }) => total)).toEqual([100, 200, 300]);
    expect(await reports.count({ email: "fan299" })).toBe(1);
    expect(data.read.all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  });

  it("leave no trace of a removed address in the file", async () => {
    const dir = aFolder();
    const data = openDataFile({ dir });
    for (const email of ["zqxjvkw@example.com", "ann@example.com"]) {
      await data.write((writer) => writer.run(INSERT, email, "website-footer", "2026-01-01T00:00:00.000000Z"));
    }
    await data.write((writer) => writer.run(`DELETE FROM ${SUBSCRIBERS_TABLE} WHERE email LIKE 'zqx%'`));
    const { path } = data;
    data.close();
    const connection = new DatabaseSync(path);
    connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    connection.close();
    const bytes = readFileSync(join(path)).toString("latin1");
    expect(bytes).toContain("ann@example.com");
    // The file contains neither the address nor any of its three-character pieces from the search index.
    for (const trace of ["zqxjvkw", "zqx", "xjv", "vkw"]) expect(bytes).not.toContain(trace);
  });

  it("are rolled back together with a change", async () => {
    const data = aDataFile();
    const failing = data.write((writer) => {
      writer.run(INSERT, "ann@example.com", "website-footer", "2026-01-01T00:00:00.000000Z");
      throw new Error("rolled back");
    });
    const stored = data.write((writer) =>
      writer.run(INSERT, "ben@example.com", "website-footer", "2026-01-01T00:00:00.000000Z"),
    );
    await expect(failing).rejects.toThrow("rolled back");
    await stored;
    const reports = createBuiltinReports(data.read);
    expect([
      await reports.count({}),
      await reports.count({ email: "ann@" }),
      await reports.count({ email: "ben@" }),
    ]).toEqual([1, 0, 1]);
  });
});
