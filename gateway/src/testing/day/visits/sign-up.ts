import { UNIQUE_VIOLATION } from "@porchlight/protocol/subscriber.ts";
import type { Random } from "../../random.ts";
import { expectStatus, NoResponse } from "../client.ts";
import { type Fan, isCertainly, newFan, pickIdle } from "../records.ts";
import type { TestSite } from "../test-site.ts";

type Form = "footer" | "dialog";
/** The result that the form shows. */
type Outcome = "joined" | "is on it";

/** A fan signs up with one of the forms. Some are already subscribed, some come back. */
export async function join(site: TestSite, random: Random, from: string, visit: number): Promise<void> {
  const form: Form = random.happens(0.67) ? "footer" : "dialog";
  const known = random.happens(0.1) ? pickIdle(site.records.fans, random, (fan) => !fan.may.has("absent")) : undefined;
  const fan = known ?? newFan(site.records, `fan-${visit}@example.com`);
  fan.isBusy = true;
  try {
    await signUp(site, fan, form, from);
  } catch (error) {
    // The sign-up may be stored or not. Most fans retry, some give up.
    if (!(error instanceof NoResponse) || random.happens(0.3)) throw error;
    await signUp(site, fan, form, from);
  } finally {
    fan.isBusy = false;
  }
}

async function signUp(site: TestSite, fan: Fan, form: Form, from: string): Promise<void> {
  site.records.attempted.signUps += 1;
  const before = new Set(fan.may);
  const wasOnIt = isCertainly(fan, "active");
  fan.may.add("active");
  let outcome: Outcome;
  try {
    outcome = form === "footer" ? await byFooter(site, fan, from) : await byDialog(site, fan, from);
  } catch (error) {
    // An error means that nothing was stored. Only a missing response leaves it open.
    if (!(error instanceof NoResponse)) fan.may = before;
    throw error;
  }
  if (outcome === "joined" && wasOnIt) site.note(`${fan.email} was on the list and could join again`);
  if (outcome === "is on it" && !before.has("active")) site.note(`${fan.email} was taken for somebody on the list`);
  fan.may = new Set(["active"]);
  fan.joined += 1;
}

async function byFooter(site: TestSite, { email }: Fan, from: string): Promise<Outcome> {
  const { anonKey } = site.config.database;
  const response = await site.send({
    path: "/rest/v1/newsletter_subscribers",
    method: "POST",
    headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ email, status: "active", source: "website-footer", subscribed_at: "2026-01-01T00:00:00Z" }),
    from,
  });
  if (response.status === 409 && response.text.includes(UNIQUE_VIOLATION)) return "is on it";
  expectStatus(response, 201, "a sign-up in the footer");
  return "joined";
}

async function byDialog(site: TestSite, { email }: Fan, from: string): Promise<Outcome> {
  const query = new URLSearchParams({ EMAIL: email, FNAME: "Ann", LNAME: "Lake", c: "__jp0" });
  const response = await site.send({ path: `/mailing-list/subscribe/post-json?${query}`, from });
  expectStatus(response, 200, "a sign-up in the dialog");
  if (response.text.includes('"result":"success"')) return "joined";
  if (/already subscribed/i.test(response.text)) return "is on it";
  site.note(`The dialog said: ${response.text.slice(0, 200)}`);
  return "is on it";
}
