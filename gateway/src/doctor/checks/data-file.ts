import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "@porchlight/protocol/doctor.ts";
import { DATA_FILE_NAME } from "../../data/data-file.ts";
import type { DataFileReason } from "../../data/data-file-error.ts";
import { latestVersion, readMigrations } from "../../data/migrations.ts";
import { about } from "../finding.ts";
import type { DataFileInspection } from "../inspections/data-file.ts";
import type { Outside } from "../outside/outside.ts";
import type { Subject } from "../subject.ts";

const OTHERS = 0o007;
const OTHERS_READ = 0o004;

/** Checks the data file's version and all of its pages, whether it can be written, and who else may read it. */
export async function checkDataFile({ places, settings }: Subject, outside: Outside): Promise<Finding[]> {
  if (!places) return [];
  const { dataDir } = places;
  const path = join(dataDir, DATA_FILE_NAME);
  if (!outside.canReadFolder(dataDir)) {
    return [
      about("data-file", "State of the file").unknown(
        `This user may not read the folder ${dataDir}.`,
        "Run this as the user that runs the site: sudo -u porchlight npm run doctor",
      ),
    ];
  }
  if (!existsSync(path)) {
    return [
      about("data-file", "State of the file").look(
        `There is no data file in ${dataDir}.`,
        "The first start creates it. If there is one elsewhere, set DATA_DIR to its folder.",
      ),
    ];
  }
  const inspection = await outside.inspections.dataFile(path);
  const left = inspection.ok && settings?.supabase ? checkListLeftHere(inspection.subscribers) : [];
  return [stateFinding(inspection), checkWriting(path, dataDir, outside), checkRights(path, dataDir), ...left];
}

/** Reports a list that was never moved. The site does not show it, and the owner may think that it is lost. */
function checkListLeftHere(subscribers: number): Finding[] {
  if (subscribers === 0) return [];
  const count = subscribers === 1 ? "one address" : `${subscribers} addresses`;
  return [
    about("data-list", "Subscriber list").look(
      `It holds ${count}, but the site uses the list at Supabase.`,
      "Run npm run move -- --to supabase: it prints how many are already there. With --write it moves the others.",
    ),
  ];
}

function stateFinding(inspection: DataFileInspection): Finding {
  const file = about("data-file", "State of the file");
  if (!inspection.ok) return unusable(inspection.reason);
  const latest = latestVersion(readMigrations());
  if (inspection.version > latest) {
    return file.bad(
      `A newer Porchlight wrote it: its tables have version ${inspection.version}, and this program supports up to ${latest}.`,
      "Update Porchlight. Until then the file stays as it is.",
    );
  }
  if (inspection.version < latest) {
    return file.look(
      `It is undamaged, but has the older version ${inspection.version}. This program has ${latest}.`,
      "Start the site again. The start makes a backup, then updates the file.",
    );
  }
  return file.good(`Undamaged, version ${inspection.version}.`);
}

function unusable(reason: DataFileReason): Finding {
  const file = about("data-file", "State of the file");
  switch (reason) {
    case "foreign":
      return file.bad(
        "It is not a data file of Porchlight.",
        "Set DATA_DIR to another folder, or move that file elsewhere.",
      );
    case "corrupt":
      return file.bad("It is damaged.", "Run npm run restore to list the backups and to choose one.");
    case "busy":
      return file.look("Another program has locked it, so it could not be checked.", "Try again in a minute.");
    default:
      return file.bad("It cannot be read.", "Run this as the user that runs the site, and check the disk.");
  }
}

function checkWriting(path: string, dataDir: string, { canWrite }: Outside): Finding {
  const writing = about("data-writable", "Writing it");
  return [path, dataDir].every(canWrite)
    ? writing.good("This user may write to the file and its folder.")
    : writing.bad(
        "This user may not write to the file or its folder.",
        "Run this as the user that runs the site. If you did, give that user the right to write there.",
      );
}

function checkRights(path: string, dataDir: string): Finding {
  const rights = about("data-rights", "Who may read it");
  // Windows stores permissions elsewhere, and Node invents a mode there.
  if (process.platform === "win32") {
    return rights.unknown(
      "This cannot be checked on Windows.",
      "Check in the folder's properties that only the site's user may read it.",
    );
  }
  if ((statSync(dataDir).mode & OTHERS) === 0) return rights.good("Only its owner and group can read it.");
  const next = `Run: chmod 700 ${dataDir}`;
  return (statSync(path).mode & OTHERS_READ) === 0
    ? rights.look("Every user of this machine may read the folder, but not the file.", next)
    : rights.bad("Every user of this machine may read it, and it holds your fans' addresses.", next);
}
