import { statSync } from "node:fs";
import type { Finding } from "@porchlight/protocol/doctor.ts";
import { isEmailShaped } from "@porchlight/protocol/subscriber.ts";
import { type EnvFile, KNOWN_NAMES, readEnvFile } from "../../config/env-file.ts";
import type { Settings } from "../../config/settings.ts";
import { about } from "../finding.ts";
import type { Subject } from "../subject.ts";

/** Bits of a file's mode for all other users: read, write, enter. */
const OTHERS = 0o007;

/** Checks the settings and the `.env` file. */
export function checkSettings({ mistakes, settings, envFile }: Subject): Finding[] {
  // Reads the file again, because it may have changed since the site started.
  const read = readEnvFile(envFile);
  const all = [...read.mistakes, ...mistakes];
  return [
    ...(all.length > 0 ? all.map(mistaken) : [about("settings", "Validity").good("All of them are valid.")]),
    ...(settings ? checkValues(settings) : []),
    ...checkEnvFile(envFile, read),
  ];
}

function mistaken(mistake: string): Finding {
  return about("settings", "Validity").bad(mistake, "Fix that setting. Until then the site does not start.");
}

function checkValues({ adminEmail, adminPassword, limits, publicUrl }: Settings): Finding[] {
  const owner = about("settings-admin-email", "Your address");
  const isPublic = publicUrl.startsWith("https:");
  return [
    isEmailShaped(adminEmail)
      ? owner.good("The owner's address is an email address.")
      : owner.look(
          "ADMIN_EMAIL is not an email address, so you get no email about orders or for a forgotten password.",
          "Set ADMIN_EMAIL to your own address.",
        ),
    ...(adminPassword === undefined
      ? []
      : [
          about("settings-admin-password", "First password").look(
            "ADMIN_PASSWORD is still set, but only the very first start reads it.",
            "Sign in once, then remove that line.",
          ),
        ]),
    ...(limits || !isPublic
      ? []
      : [
          about("settings-limits", "Limits").bad(
            "LIMITS is off, so anybody can try passwords as fast as they like.",
            "Remove the line LIMITS=off.",
          ),
        ]),
  ];
}

function checkEnvFile(envFile: string, { values, doubts }: EnvFile): Finding[] {
  const found = statSync(envFile, { throwIfNoEntry: false });
  if (!found) return [];
  return [rightsOf(found.mode), ...unknownNames(Object.keys(values)), ...doubts.map(doubted)];
}

function rightsOf(mode: number): Finding {
  const rights = about("settings-env-rights", "Who may read .env");
  // Windows stores permissions elsewhere, and Node invents a mode there.
  if (process.platform === "win32") {
    return rights.unknown(
      "This cannot be checked on Windows.",
      "Check in the file's properties that only you may read it.",
    );
  }
  return (mode & OTHERS) === 0
    ? rights.good("Only its owner and group can read it.")
    : rights.bad("Every user of this machine may read it, and it may hold passwords and keys.", "Run: chmod 600 .env");
}

function doubted(doubt: string): Finding {
  return about("settings-cut-values", "Values in .env").look(doubt, "Fix that line in .env and start the site again.");
}

/** Reports unknown names, because a start ignores a misspelt name without a message. */
function unknownNames(names: readonly string[]): Finding[] {
  const unknown = names.filter((name) => !KNOWN_NAMES.has(name));
  if (unknown.length === 0) return [];
  return [
    about("settings-unknown-names", "Names in .env").look(
      `Porchlight has no setting called ${unknown.join(", ")}.`,
      "Compare it with .env.example. Leave names that other programs read.",
    ),
  ];
}
