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
        `This user may not look into ${dataDir}.`,
        "Run this as the user that runs the site: sudo -u porchlight npm run doctor",
      ),
    ];
  }
  if (!existsSync(path)) {
    return [
      about("data-file", "State of the file").look(
        `There is none in ${dataDir}.`,
        "The first start makes one; if there was one already, set DATA_DIR to its folder.",
      ),
    ];
  }
  const inspection = await outside.inspections.dataFile(path);
  const left = inspection.ok && settings?.supabase ? checkListLeftHere(inspection.subscribers) : [];
  return [stateFinding(inspection), checkWriting(path, dataDir, outside), checkRights(path, dataDir), ...left];
}

/** The site does not show a list that was never moved, and the owner may think it is lost. */
function checkListLeftHere(subscribers: number): Finding[] {
  if (subscribers === 0) return [];
  const count = subscribers === 1 ? "One address is" : `${subscribers} addresses are`;
  return [
    about("data-list", "The list in it").look(
      `${count} in it, and the site uses the list at Supabase.`,
      "npm run move -- --to supabase says which of them are there already, and takes the others along.",
    ),
  ];
}

function stateFinding(inspection: DataFileInspection): Finding {
  const file = about("data-file", "State of the file");
  if (!inspection.ok) return unusable(inspection.reason);
  const latest = latestVersion(readMigrations());
  if (inspection.version > latest) {
    return file.bad(
      `A newer Porchlight wrote it (version ${inspection.version} of its tables, this one knows ${latest}).`,
      "Update Porchlight; the file is left alone until then.",
    );
  }
  if (inspection.version < latest) {
    return file.look(
      `It is of an older version (${inspection.version}, this program's is ${latest}) and undamaged.`,
      "Start the site again: it is brought up to date then, after a backup.",
    );
  }
  return file.good(`Undamaged, version ${inspection.version}.`);
}

function unusable(reason: DataFileReason): Finding {
  const file = about("data-file", "State of the file");
  switch (reason) {
    case "foreign":
      return file.bad("It is not one of Porchlight's.", "Set DATA_DIR to another folder, or move that file away.");
    case "corrupt":
      return file.bad("It is damaged.", "Run npm run restore to list the backups and to choose one.");
    case "busy":
      return file.look("Another program holds it, so it could not be looked at.", "Try again in a minute.");
    default:
      return file.bad("It cannot be read.", "Run this as the user that runs the site, and check the disk.");
  }
}

function checkWriting(path: string, dataDir: string, { canWrite }: Outside): Finding {
  const writing = about("data-writable", "Writing it");
  return [path, dataDir].every(canWrite)
    ? writing.good("This user may write the file and its folder.")
    : writing.bad(
        "This user may not write the file or its folder.",
        "Run this as the user that runs the site; if it is that user, give it the right to write there.",
      );
}

function checkRights(path: string, dataDir: string): Finding {
  const rights = about("data-rights", "Who may read it");
  // Windows stores permissions elsewhere, and Node invents a mode.
  if (process.platform === "win32") {
    return rights.unknown(
      "Windows keeps that to itself.",
      "See in the folder's properties that only the site's user may read it.",
    );
  }
  if ((statSync(dataDir).mode & OTHERS) === 0) return rights.good("Only its owner and group can read it.");
  const next = `Run: chmod 700 ${dataDir}`;
  return (statSync(path).mode & OTHERS_READ) === 0
    ? rights.look("Every user of this machine may look into the folder, though not into the file.", next)
    : rights.bad("Every user of this machine may, and it holds your fans' addresses.", next);
}
