import { setImmediate as nextTurn } from "node:timers/promises";
import type { Books } from "../books.ts";
import { Unanswered } from "../client.ts";
import type { Dice } from "../dice.ts";
import type { Owner } from "../owner.ts";
import type { Scene } from "../scene.ts";
import { expectStatus } from "./expect-status.ts";
import { aFree } from "./someone.ts";

const TABLE = "/rest/v1/newsletter_subscribers";

/** A file of the list, as far as the day reads it. */
export type ExportFile = {
  subscribers: { email: string; status: string; unsubscribe_url: string }[];
  totalSubscribers: number;
};

/** The owner looks at the list, searches it, takes it home as a file, or removes somebody. */
export async function tendTheList(scene: Scene, owner: Owner, dice: Dice, from: string): Promise<void> {
  const share = dice.share();
  if (share < 0.35) return lookThrough(scene, owner, from);
  if (share < 0.6) return search(scene, owner, dice, from);
  if (share < 0.7) return lookAtFigures(owner, from);
  if (share < 0.73) return void (await writeAnEmail(scene, owner, from));
  if (share < 0.76) return exportCsv(scene, owner, from);
  return remove(scene, owner, dice, from);
}

async function lookThrough(scene: Scene, owner: Owner, from: string): Promise<void> {
  const path = `${TABLE}?select=*&order=subscribed_at.desc&offset=0&limit=50`;
  const answer = await owner.ask({ path, headers: { Prefer: "count=exact" }, from });
  // 206 says that there are more, in PostgREST's way.
  if (answer.status !== 206) expectStatus(answer, 200, "the list");
  const rows = JSON.parse(answer.text);
  if (!Array.isArray(rows) || rows.length > 50) scene.note(`The list was ${answer.text.slice(0, 100)}`);
}

async function search(scene: Scene, owner: Owner, dice: Dice, from: string): Promise<void> {
  const fan = aFree(scene.books.fans, dice, ({ may }) => !may.has("absent"));
  if (fan === undefined) return;
  fan.isBusy = true;
  try {
    const part = fan.email.slice(0, -"ple.com".length);
    const path = `${TABLE}?select=email,status&email=ilike.*${encodeURIComponent(part)}*`;
    const answer = await owner.ask({ path, from });
    expectStatus(answer, 200, "a search");
    if (!answer.text.includes(`"${fan.email}"`)) scene.note(`A search for ${part} did not find ${fan.email}`);
  } finally {
    fan.isBusy = false;
  }
}

async function lookAtFigures(owner: Owner, from: string): Promise<void> {
  for (const path of ["growth", "sources", "visits", "orders/summary"]) {
    expectStatus(await owner.ask({ path: `/admin/api/${path}`, from }), 200, path);
  }
}

/** Takes the list home and writes to everybody on it: from then on fans have their links. */
export async function writeAnEmail(scene: Scene, owner: Owner, from: string): Promise<ExportFile> {
  // Our own gateway writes it.
  const file = JSON.parse(await download(scene, owner, "json", from)) as ExportFile;
  const addresses = new Set(file.subscribers.map(({ email }) => email));
  if (addresses.size !== file.subscribers.length) scene.note("An export names somebody twice");
  if (file.totalSubscribers !== file.subscribers.length) scene.note("An export counts itself wrong");
  await send(scene.books, file);
  return file;
}

async function send({ fans }: Books, { subscribers }: ExportFile): Promise<void> {
  for (const [at, { email, status, unsubscribe_url }] of subscribers.entries()) {
    const fan = fans.get(email);
    if (fan && status === "active") fan.link = unsubscribe_url;
    if (at % 1_000 === 0) await nextTurn();
  }
}

async function exportCsv(scene: Scene, owner: Owner, from: string): Promise<void> {
  const addresses = addressesOf(await download(scene, owner, "csv", from));
  if (new Set(addresses).size !== addresses.length) scene.note("An export for a mailing tool names somebody twice");
}

/** Addresses of a CSV file of the list. The day's own need no quotes, and stand first in their lines. */
export function addressesOf(csv: string): string[] {
  return [...csv.matchAll(/[\w-]+@example\.com/g)].map(([address]) => address);
}

/** Downloads the list, as a browser does with the ticket that the dashboard has asked for. */
export async function download(scene: Scene, owner: Owner, format: "json" | "csv", from: string): Promise<string> {
  const body = JSON.stringify({ format });
  const headers = { "Content-Type": "application/json" };
  const ticket = await owner.ask({ path: "/admin/api/exports", method: "POST", headers, body, from });
  expectStatus(ticket, 201, "the ticket of an export");
  const [process, token] = [scene.gateway(), await owner.token()];
  // Our own gateway answers.
  const { url } = JSON.parse(ticket.text) as { url: string };
  const file = await owner.ask({ path: url, from });
  // A ticket goes with the process that gave it, and with a token that a clock ends; the site asks to start again.
  const isOutlived = scene.gateway() !== process || (await owner.token()) !== token;
  if (file.status === 404 && isOutlived) return download(scene, owner, format, from);
  expectStatus(file, 200, "an export");
  return file.text;
}

async function remove(scene: Scene, owner: Owner, dice: Dice, from: string): Promise<void> {
  const fan = aFree(scene.books.fans, dice, ({ may }) => !may.has("absent"));
  if (fan === undefined) return;
  fan.isBusy = true;
  const before = new Set(fan.may);
  fan.may.add("absent");
  scene.books.wanted.removals += 1;
  try {
    const path = `${TABLE}?email=eq.${encodeURIComponent(fan.email)}`;
    expectStatus(await owner.ask({ path, method: "DELETE", from }), 204, "a removal");
    fan.may = new Set(["absent"]);
    fan.removed += 1;
  } catch (error) {
    if (!(error instanceof Unanswered)) fan.may = before;
    throw error;
  } finally {
    fan.isBusy = false;
  }
}
