import { UNIQUE_VIOLATION } from "@porchlight/protocol/subscriber.ts";
import type { Random } from "../../random.ts";
import { expectStatus, NoResponse } from "../client.ts";
import { type Fan, isCertainly, newFan, pickIdle, type SubscriptionState } from "../records.ts";
import type { TestSite } from "../test-site.ts";

type Form = "footer" | "dialog";
/** The result that the form shows. */
type Outcome = "joined" | "is on it";

const OUTCOMES: readonly Outcome[] = ["joined", "is on it"];

/** A fan signs up with one of the forms. Some are already subscribed, some return after they unsubscribed. */
export async function join(site: TestSite, random: Random, from: string, visit: number): Promise<void> {
  const form: Form = random.happens(0.67) ? "footer" : "dialog";
  const known = random.happens(0.1)
    ? pickIdle(site.records.fans, random, (fan) => !fan.possibleStates.has("absent"))
    : undefined;
  const fan = known ?? newFan(site.records, `fan-${visit}@example.com`);
  fan.isBusy = true;
  try {
    await signUp(site, fan, form, from);
  } catch (error) {
    // The sign-up may or may not be stored. Most fans retry, some give up.
    if (!(error instanceof NoResponse) || random.happens(0.3)) throw error;
    await signUp(site, fan, form, from);
  } finally {
    fan.isBusy = false;
  }
}

async function signUp(site: TestSite, fan: Fan, form: Form, from: string): Promise<void> {
  site.records.attempted.signUps += 1;
  const { possibleStates, possibleWaits } = fan;
  const isNew = isCertainly(fan, "absent");
  fan.possibleStates = new Set(OUTCOMES.flatMap((outcome) => statesAfter(fan, outcome)));
  if (possibleStates.has("unsubscribed") || possibleStates.has("removed"))
    fan.possibleWaits = new Set([...possibleWaits, true]);
  let outcome: Outcome;
  try {
    outcome = form === "footer" ? await byFooter(site, fan, from) : await byDialog(site, fan, from);
  } catch (error) {
    // An error response means that nothing was stored. Without a response, the sign-up may or may not be stored.
    if (!(error instanceof NoResponse)) Object.assign(fan, { possibleStates, possibleWaits });
    else fan.possibleStates = new Set([...possibleStates, ...fan.possibleStates]);
    throw error;
  }
  const after = statesAfter({ possibleStates, possibleWaits }, outcome);
  if (after.length === 0)
    site.note(`${fan.email} was ${[...possibleStates].join(" or ")}, and its sign-up said "${outcome}"`);
  else fan.possibleStates = new Set(after);
  fan.possibleWaits = new Set([...fan.possibleStates].map((state) => state === "unsubscribed" || state === "removed"));
  fan.joined += 1;
  if (isNew) fan.inserted += 1;
}

/**
 * Lists the states that an address can have after a sign-up with this outcome. An unsubscribed or removed address keeps
 * its state until its confirmation link is used. Its first sign-up succeeds like any other one. Later sign-ups say that
 * the address is on the list.
 */
function statesAfter(
  { possibleStates, possibleWaits }: Pick<Fan, "possibleStates" | "possibleWaits">,
  outcome: Outcome,
): SubscriptionState[] {
  return [...possibleStates].flatMap((state): SubscriptionState[] => {
    if (state === "active") return outcome === "is on it" ? ["active"] : [];
    if (state === "absent") return outcome === "joined" ? ["active"] : [];
    return possibleWaits.has(outcome === "is on it") ? [state] : [];
  });
}

async function byFooter(site: TestSite, { email }: Fan, from: string): Promise<Outcome> {
  const { anonKey } = site.config.database;
  const response = await site.send({
    path: "/rest/v1/newsletter_subscribers",
    headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}` },
    json: { email, status: "active", source: "website-footer", subscribed_at: "2026-01-01T00:00:00Z" },
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
