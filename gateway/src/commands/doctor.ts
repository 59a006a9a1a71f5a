import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { styleText } from "node:util";
import { type CheckStatus, type CheckUp, checkUpText, countStatuses } from "@porchlight/protocol/doctor.ts";
import { ENV_FILE } from "../config/env-file.ts";
import { checkUp } from "../doctor/check-up.ts";
import { checkReceivedEmail } from "../doctor/checks/received-email.ts";
import { createOutside } from "../doctor/outside/real-outside.ts";
import { subjectOf } from "../doctor/subject.ts";
import { adoptRunningSite } from "./adopt-running-site.ts";
import { readArguments } from "./read-arguments.ts";

const HELP = `npm run doctor [-- --json] [-- --email FILE]. The site may be running.

  Checks settings, content, data, backups, disk, clock, the public address, DNS, mail and providers, and says what to do
  next. It changes nothing.

  --json        prints the report as JSON
  --email FILE  says instead what the receiver of a test email saw: whether SPF, DKIM and DMARC passed. FILE is the
                source of the email, which mail programs save under "Show original" or "View message source"

It ends with 0 when nothing is bad, 1 when something is, and 2 when it could not run.`;

const EXIT_CODES = { bad: 1, couldNotRun: 2 } as const;
const COLOURS = { good: "green", look: "yellow", bad: "red", unknown: "dim" } as const satisfies Record<
  CheckStatus,
  string
>;

const parsed = readArguments(process.argv.slice(2), {
  help: HELP,
  options: { json: { type: "boolean", default: false }, email: { type: "string" } },
  file: "none",
  exitCode: EXIT_CODES.couldNotRun,
});
if (parsed) {
  try {
    const { json, email } = parsed.values;
    if (email === undefined) await run(json);
    else print(readEmail(email), json);
  } catch (error) {
    // An error with a `code` is about one of the owner's files. Its message names the file, so no stack is printed.
    console.error("The check-up could not be made.", error instanceof Error && "code" in error ? error.message : error);
    process.exitCode = EXIT_CODES.couldNotRun;
  }
}

async function run(isForMachines: boolean): Promise<void> {
  const adopted = adoptRunningSite(process.cwd(), process.env, ENV_FILE);
  if (!adopted.ok) {
    console.error(adopted.sentence);
    process.exitCode = EXIT_CODES.couldNotRun;
    return;
  }
  if (adopted.note !== undefined) console.error(adopted.note);
  print(
    await checkUp(subjectOf(process.env, resolve(ENV_FILE)), createOutside({ onError: console.error })),
    isForMachines,
  );
}

/** What the receiver of an email in a file saw. */
function readEmail(path: string): CheckUp {
  const findings = checkReceivedEmail(readFileSync(path, "utf8"));
  return { madeAt: new Date().toISOString(), groups: [{ id: "mail", findings }] };
}

function print(report: CheckUp, isForMachines: boolean): void {
  console.log(isForMachines ? JSON.stringify(report, undefined, 2) : checkUpText(report, paint));
  if (countStatuses(report).bad > 0) process.exitCode = EXIT_CODES.bad;
}

/** Colours a text on a terminal, unless NO_COLOR is set. In a pipe the text stays plain. */
function paint(text: string, status: CheckStatus): string {
  return styleText(COLOURS[status], text, { stream: process.stdout });
}
