import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { expect } from "vitest";
import type { DataFile } from "../data/data-file.ts";
import { listSecret, readListSecret } from "../data/list-secret.ts";
import { createBuiltinReports } from "../services/database/builtin/reports.ts";
import { suppress } from "../services/database/builtin/suppression.ts";
import { jsonFile } from "../services/database/exports/json-file.ts";
import { storedTimestamp } from "../services/database/timestamps.ts";
import { createUnsubscribeLinks } from "../services/unsubscribe/links.ts";
import { aDataFile } from "../testing/a-data-file.ts";
import { aTestFolder, type GatewayProcess, startGateway } from "../testing/gateway-process.ts";
import { runCommand } from "./run-command.case.ts";

/** Runs one of the commands that move a list, in a folder without a `.env`. */
export const run = (
  command: "move" | "admin" | "import",
  words: string[],
  options: Pick<Parameters<typeof runCommand>[2] & object, "settings" | "onChild"> = {},
) => runCommand(command, words, options);

/**
 * Fills a list with everything that it can hold: gaps between ids, names, unsubscribed people and removed addresses.
 */
export async function fill(data: DataFile, rows: number): Promise<void> {
  await data.write((writer) => {
    listSecret(writer);
    for (let at = 1, added = 0; added < rows; at += 1) {
      if (at % 7 === 0) continue;
      added += 1;
      writer.run(
        `INSERT INTO ${SUBSCRIBERS_TABLE} VALUES (?, ?, ?, ?, ?, ?, ?)`,
        at * 3,
        at % 50 === 0 ? `größe${at}@müller.example` : `fan${(at * 7_919) % 100_003}.${at}@example.com`,
        at % 11 === 0 ? "unsubscribed" : "active",
        at % 3 === 0 ? "import:mailchimp" : "website-footer",
        storedTimestamp(new Date(1_700_000_000_000 + at * 61_234)).replace(
          "000Z",
          `${String(at % 1_000).padStart(3, "0")}Z`,
        ),
        at % 5 === 0 ? `Fan "${at}" 🎸` : null,
        at % 5 === 0 && at % 2 === 0 ? "O'Brien\\" : null,
      );
    }
    suppress(writer, ["gone@example.com", "away@example.com"], "2026-03-01");
  });
}

/** The export that the owner of a list downloads. */
export async function exportOf(data: DataFile): Promise<string> {
  const secret = readListSecret(data.read) ?? "";
  const links = createUnsubscribeLinks({ secret: () => secret, publicUrl: "https://artist.example" });
  const about = { exportedAt: "2026-03-01T12:00:00.000Z", exportedBy: "owner@localhost" };
  const pieces: string[] = [];
  for await (const piece of jsonFile(createBuiltinReports(data.read).walk({}), about, links.linker()))
    pieces.push(piece);
  return pieces.join("");
}

/** Opens the data file of a folder until the test ends. */
export function openFolder(dir: string): DataFile {
  return aDataFile({ dir });
}

/** A second Porchlight with its limits on, and the settings of a move to it. */
export async function aSecondSite(): Promise<{ site: GatewayProcess; dir: string; settings: Record<string, string> }> {
  const dir = aTestFolder();
  const site = await startGateway({ dataDir: dir, settings: { LIMITS: "on" } });
  const { out } = await run("admin", ["service-key"], { settings: { DATA_DIR: dir } });
  return { site, dir, settings: { SUPABASE_URL: site.url, SUPABASE_SERVICE_ROLE_KEY: out.trim() } };
}

/**
 * Moves a list to a second Porchlight and from there to a third folder. The first and the last export must be the same.
 */
export async function movesThereAndBack(rows: number): Promise<void> {
  const home = aTestFolder();
  const first = openFolder(home);
  await fill(first, rows);
  const before = await exportOf(first);
  const all = rows.toLocaleString("en");
  const { site, settings } = await aSecondSite();
  const there = { settings: { ...settings, DATA_DIR: home } };

  const dry = await run("move", ["--to", "supabase"], there);
  expect(dry).toMatchObject({ code: 0 });
  expect(dry.out.split("\n")).toEqual([
    `From ${home} to ${site.url}.`,
    `${all} subscribers to be moved; 0 at the target before.`,
    "Links in emails: the secret of the list will be moved too, so all of them will work at the target.",
    "Removed addresses: 2 will be moved too, so that no import adds them again.",
    `  ${all} to be added`,
    "Nothing was changed. To do it: npm run move -- --to supabase --write",
    "",
  ]);

  const done = await run("move", ["--to", "supabase", "--write"], there);
  expect(done).toMatchObject({ code: 0 });
  expect(done.out).toContain("; 0 at the target before.\n");
  expect(done.out).toContain(`  ${all} added\n`);
  const checksums = [...done.out.matchAll(/[\d,]+ active, [\d,]+ unsubscribed, SHA-256 [0-9a-f]{64}/g)];
  expect(checksums).toHaveLength(2);
  expect(checksums[0]?.[0]).toBe(checksums[1]?.[0]);
  expect(done.out.trim().split("\n").at(-1)).toBe("Done. Read again: both lists are the same, row for row.");

  const again = await run("move", ["--to", "supabase", "--write"], there);
  expect(again.code).toBe(0);
  expect(again.out).toContain(`  ${all} there already, the same\n`);

  const third = aTestFolder();
  const back = await run("move", ["--from", "supabase", "--folder", third, "--write"], { settings });
  expect(back).toMatchObject({ code: 0 });
  const data = openFolder(third);
  expect(await exportOf(data)).toBe(before);
  expect(data.read.all("SELECT * FROM suppressed_addresses ORDER BY 1")).toEqual(
    first.read.all("SELECT * FROM suppressed_addresses ORDER BY 1"),
  );
  expect(await exportOf(first)).toBe(before);
}
