import { CHECK_GROUPS, type CheckGroup, type CheckUp, type Finding } from "@porchlight/protocol/doctor.ts";
import { isLoopback } from "../lib/loopback.ts";
import { checkBackups } from "./checks/backups.ts";
import { checkClock, type RemoteTime } from "./checks/clock.ts";
import { checkContent } from "./checks/content.ts";
import { checkDataFile } from "./checks/data-file.ts";
import { checkDisk } from "./checks/disk.ts";
import { checkDns } from "./checks/dns.ts";
import { checkMail } from "./checks/mail.ts";
import { checkMailWaiting } from "./checks/mail-waiting.ts";
import { checkMailbox } from "./checks/mailbox.ts";
import { checkProviders } from "./checks/providers.ts";
import { checkSettings } from "./checks/settings.ts";
import { checkWeb } from "./checks/web.ts";
import { about } from "./finding.ts";
import type { Outside } from "./outside/outside.ts";
import type { Requester, Subject } from "./subject.ts";
import { unlessBroken } from "./unless-broken.ts";

/** Groups that need valid settings. */
const NEED_SETTINGS: readonly CheckGroup[] = ["web", "dns", "mail", "providers"];
/** Groups that need to know where the files are. */
const NEED_PLACES: readonly CheckGroup[] = ["content", "data", "backups", "disk"];

/**
 * Checks everything that a site needs to work. It changes nothing, here or elsewhere, and does not take the data
 * folder's lock. A check that throws gives an `unknown` finding, and the others still run.
 *
 * @param requester the owner's client, as the site saw the request; absent on the command line
 */
export async function checkUp(subject: Subject, outside: Outside, requester?: Requester): Promise<CheckUp> {
  const madeAt = outside.clock().toISOString();
  const times: RemoteTime[] = [];
  const timed = { ...outside, fetch: timedFetch(outside, ownHost(subject), times) };
  const run: Record<Exclude<CheckGroup, "clock">, () => Finding[] | Promise<Finding[]>> = {
    settings: () => checkSettings(subject),
    content: () => checkContent(subject, timed),
    data: () => checkDataFile(subject, timed),
    backups: () => checkBackups(subject, timed),
    disk: () => checkDisk(subject, timed),
    web: () => checkWeb(subject, timed, requester),
    dns: () => checkDns(subject, timed),
    mail: async () => [
      ...(await checkMail(subject, timed)),
      ...(await checkMailWaiting(subject, timed)),
      ...checkMailbox(subject, timed),
    ],
    providers: () => checkProviders(subject, timed),
  };
  const found = new Map<CheckGroup, Finding[]>();
  await Promise.all(
    Object.entries(run).map(async ([name, check]) => {
      // The keys of `run` are names of groups.
      const group = name as CheckGroup;
      const unseen = about(`${group}-unseen`, "Not checked");
      found.set(group, findSkipped(group, unseen, subject) ?? (await unlessBroken(unseen, check, outside)));
    }),
  );
  // Runs last, because it uses the times in the responses to the other checks.
  found.set("clock", [checkClock(times, outside.isClockRight())]);
  return { madeAt, groups: inOrder(found) };
}

/** A `fetch` that records the `Date` of responses from other machines, except cached ones, whose `Date` is old. */
function timedFetch({ fetch, clock }: Outside, ownHost: string | undefined, times: RemoteTime[]): Outside["fetch"] {
  return async (input, init) => {
    const response = await fetch(input, init);
    const ours = clock().getTime();
    const theirs = Date.parse(response.headers.get("Date") ?? "");
    const { hostname } = new URL(input instanceof Request ? input.url : input);
    const isOther = hostname !== ownHost && !isLoopback(hostname);
    if (isOther && !Number.isNaN(theirs) && !response.headers.has("Age")) times.push({ host: hostname, theirs, ours });
    return response;
  };
}

/** The site's own host. Its responses have this machine's time, so they prove nothing about the clock. */
function ownHost({ settings }: Subject): string | undefined {
  return settings && new URL(settings.publicUrl).hostname;
}

/** The finding for a group that cannot be checked with these settings; undefined for any other group. */
function findSkipped(
  group: CheckGroup,
  unseen: ReturnType<typeof about>,
  { settings, places }: Subject,
): Finding[] | undefined {
  const isMissing =
    (!settings && NEED_SETTINGS.includes(group)) || (places === undefined && NEED_PLACES.includes(group));
  if (!isMissing) return undefined;
  return [unseen.unknown("The settings cannot be used.", "Fix the settings, then run the check-up again.")];
}

function inOrder(found: ReadonlyMap<CheckGroup, Finding[]>): CheckUp["groups"] {
  // The keys of the table are names of groups.
  const names = Object.keys(CHECK_GROUPS) as CheckGroup[];
  return names.map((id) => ({ id, findings: found.get(id) ?? [] })).filter(({ findings }) => findings.length > 0);
}
