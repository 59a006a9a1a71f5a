import { setImmediate as nextTurn } from "node:timers/promises";
import type { Random } from "../../random.ts";
import { expectStatus, NoResponse } from "../client.ts";
import type { Owner } from "../owner.ts";
import { isCertainly, mayBeOnList, pickIdle, type Records } from "../records.ts";
import type { TestSite } from "../test-site.ts";

const TABLE = "/rest/v1/newsletter_subscribers";

/** The fields of an export that the test reads. */
type ExportFile = {
  subscribers: { email: string; status: string; unsubscribe_url: string }[];
  totalSubscribers: number;
};

/** The owner browses the list, searches it, exports it, or removes an address. */
export async function manageList(site: TestSite, owner: Owner, random: Random, from: string): Promise<void> {
  const share = random.share();
  if (share < 0.35) return browseList(site, owner, from);
  if (share < 0.6) return search(site, owner, random, from);
  if (share < 0.7) return viewFigures(owner, from);
  if (share < 0.73) return void (await sendNewsletter(site, owner, from));
  if (share < 0.76) return exportCsv(site, owner, from);
  return remove(site, owner, random, from);
}

async function browseList(site: TestSite, owner: Owner, from: string): Promise<void> {
  const path = `${TABLE}?select=*&order=subscribed_at.desc&offset=0&limit=50`;
  const response = await owner.send({ path, headers: { Prefer: "count=exact" }, from });
  // PostgREST answers 206 when there are more rows.
  if (response.status !== 206) expectStatus(response, 200, "the list");
  const rows = JSON.parse(response.text);
  if (!Array.isArray(rows) || rows.length > 50) site.note(`The list was ${response.text.slice(0, 100)}`);
}

async function search(site: TestSite, owner: Owner, random: Random, from: string): Promise<void> {
  const fan = pickIdle(
    site.records.fans,
    random,
    ({ possibleStates }) => !possibleStates.has("absent") && !possibleStates.has("removed"),
  );
  if (fan === undefined) return;
  fan.isBusy = true;
  try {
    const part = fan.email.slice(0, -"ple.com".length);
    const path = `${TABLE}?select=email,status&email=ilike.*${encodeURIComponent(part)}*`;
    const response = await owner.send({ path, from });
    expectStatus(response, 200, "a search");
    if (!response.text.includes(`"${fan.email}"`)) site.note(`A search for ${part} did not find ${fan.email}`);
  } finally {
    fan.isBusy = false;
  }
}

async function viewFigures(owner: Owner, from: string): Promise<void> {
  for (const path of ["growth", "sources", "visits", "orders/summary"]) {
    expectStatus(await owner.send({ path: `/admin/api/${path}`, from }), 200, path);
  }
}

/** Exports the list, and gives each fan the unsubscribe link as a newsletter would. */
export async function sendNewsletter(site: TestSite, owner: Owner, from: string): Promise<ExportFile> {
  // Our own gateway writes this file, so it has this shape.
  const file = JSON.parse(await download(site, owner, "json", from)) as ExportFile;
  const addresses = new Set(file.subscribers.map(({ email }) => email));
  if (addresses.size !== file.subscribers.length) site.note("An export names somebody twice");
  if (file.totalSubscribers !== file.subscribers.length) site.note("An export states a wrong number of subscribers");
  await send(site.records, file);
  return file;
}

async function send({ fans }: Records, { subscribers }: ExportFile): Promise<void> {
  for (const [at, { email, status, unsubscribe_url }] of subscribers.entries()) {
    const fan = fans.get(email);
    if (fan && status === "active") fan.link = unsubscribe_url;
    if (at % 1_000 === 0) await nextTurn();
  }
}

async function exportCsv(site: TestSite, owner: Owner, from: string): Promise<void> {
  const addresses = emailsInCsv(await download(site, owner, "csv", from));
  if (new Set(addresses).size !== addresses.length) site.note("An export for a mailing tool names somebody twice");
}

/** Reads the addresses in a CSV export. The addresses of the test need no quotes. */
export function emailsInCsv(csv: string): string[] {
  return [...csv.matchAll(/[\w-]+@example\.com/g)].map(([address]) => address);
}

/** Downloads the list as a browser does, with a ticket that the dashboard requests. */
export async function download(site: TestSite, owner: Owner, format: "json" | "csv", from: string): Promise<string> {
  const ticket = await owner.send({ path: "/admin/api/exports", json: { format }, from });
  expectStatus(ticket, 201, "the ticket of an export");
  const [process, token] = [site.gateway(), await owner.token()];
  // The response of our own gateway has this shape.
  const { url } = JSON.parse(ticket.text) as { url: string };
  const file = await owner.send({ path: url, from });
  // A ticket is valid only for one process and one token. If either has changed, the owner requests a new ticket.
  const hasExpired = site.gateway() !== process || (await owner.token()) !== token;
  if (file.status === 404 && hasExpired) return download(site, owner, format, from);
  expectStatus(file, 200, "an export");
  return file.text;
}

async function remove(site: TestSite, owner: Owner, random: Random, from: string): Promise<void> {
  const fan = pickIdle(site.records.fans, random, (one) => mayBeOnList(one) && !one.possibleStates.has("absent"));
  if (fan === undefined) return;
  fan.isBusy = true;
  const { possibleStates, possibleWaits } = fan;
  fan.possibleStates = new Set([...possibleStates, "removed"]);
  // A removal deletes a sign-up that waits for confirmation.
  fan.possibleWaits = new Set(isCertainly({ possibleStates }, "active") ? [false] : [...possibleWaits, false]);
  site.records.attempted.removals += 1;
  try {
    const path = `${TABLE}?email=eq.${encodeURIComponent(fan.email)}`;
    expectStatus(await owner.send({ path, method: "DELETE", from }), 204, "a removal");
    fan.possibleStates = new Set(["removed"]);
    // An address that was already removed has no row to remove again.
    if (!possibleStates.has("removed")) fan.possibleWaits = new Set([false]);
    fan.removed += 1;
  } catch (error) {
    if (!(error instanceof NoResponse)) Object.assign(fan, { possibleStates, possibleWaits });
    throw error;
  } finally {
    fan.isBusy = false;
  }
}
