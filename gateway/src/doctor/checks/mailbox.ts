import type { Finding } from "@porchlight/protocol/doctor.ts";
import { findMailboxProblem, readMailboxState, readMailState } from "../../services/shared/mail-states.ts";
import { about } from "../finding.ts";
import type { Outside } from "../outside/outside.ts";
import { readDataFile } from "../read-data-file.ts";
import type { Subject } from "../subject.ts";
import { checkReceivedEmail } from "./received-email.ts";

const bounces = about("mail-bounces", "Mailbox of bounces");
const arrival = about("mail-received", "Test email");

/** Says whether the site can read the mailbox of bounces, and what the receiver of the latest test email found. */
export function checkMailbox({ settings, places }: Subject, { clock }: Pick<Outside, "clock">): Finding[] {
  if (!settings?.smtp) return [];
  const { imapUrl, address } = settings.bounces;
  const hasMailbox = imapUrl !== undefined && address !== undefined;
  const test = readDataFile(places?.dataDir, (reader) => readMailState(reader, "test-email"));
  return [
    ...(imapUrl === undefined
      ? []
      : [
          checkReading(
            imapUrl,
            readDataFile(places?.dataDir, readMailboxState),
            readDataFile(places?.dataDir, (reader) => findMailboxProblem(reader, imapUrl, clock())) !== undefined,
          ),
        ]),
    ...(test === undefined
      ? [checkNoTest(hasMailbox)]
      : [arrival.good(`The latest one, from ${inWords(test.at)}, arrived.`), ...checkReceivedEmail(test.state)]),
  ];
}

function checkReading(url: string, state: ReturnType<typeof readMailboxState>, isBad: boolean): Finding {
  const { host } = new URL(url);
  // After a change of the setting, the stored state is about another server.
  if (state?.host !== host) {
    return bounces.unknown("The site has not checked it yet.", "Start the site, and check again in five minutes.");
  }
  const { problem, at } = state;
  if (problem === undefined) return bounces.good(`The site can read it at ${host}.`);
  if (problem === "sign-in") {
    return bounces.bad(
      `${host} has refused the name and password of BOUNCE_IMAP_URL since ${inWords(at)}.`,
      "Copy both again. In BOUNCE_IMAP_URL, write @ : / % as %40 %3A %2F %25. Some providers require an app password.",
    );
  }
  const found = `The site has been unable to read ${host} since ${inWords(at)}.`;
  return isBad
    ? bounces.bad(found, "Check the name and the port in BOUNCE_IMAP_URL. The log has the error.")
    : bounces.look(found, "Check again later: the site tries every five minutes.");
}

function checkNoTest(hasMailbox: boolean): Finding {
  return arrival.unknown(
    "No receiver has reported on your emails yet.",
    hasMailbox
      ? "Send yourself a test email of a newsletter. Five minutes later this report says how it arrived."
      : "Send yourself a test email of a newsletter. Paste its source below this report on the dashboard, or save it and run: npm run doctor -- --email FILE",
  );
}

/** "2026-11-21 07:00 UTC". */
function inWords(iso: string): string {
  return `${iso.slice(0, 16).replace("T", " ")} UTC`;
}
