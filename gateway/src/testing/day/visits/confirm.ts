import type { Random } from "../../random.ts";
import { expectStatus, NoResponse } from "../client.ts";
import { isCertainly, pickIdle } from "../records.ts";
import type { TestSite } from "../test-site.ts";

/** Status for a link that is too old, was used, or belongs to a sign-up that the site has deleted. */
const DEAD_LINK_STATUS = 410;

/** A fan opens the link of a confirmation email. Most confirm, which makes the address active again. */
export async function confirm(site: TestSite, random: Random, from: string): Promise<void> {
  const fan = pickIdle(site.records.fans, random, ({ confirmationLink }) => confirmationLink !== undefined);
  if (fan?.confirmationLink === undefined) return;
  const { pathname, search, searchParams } = new URL(fan.confirmationLink);
  fan.isBusy = true;
  const { possibleStates, possibleWaits } = fan;
  try {
    const page = await site.send({ path: pathname + search, from });
    if (page.status === DEAD_LINK_STATUS) return;
    expectStatus(page, 200, "the confirmation page");
    if (random.happens(0.2)) return;
    site.records.attempted.confirmations += 1;
    const isRemoved = isCertainly(fan, "removed");
    fan.possibleStates = new Set([...possibleStates, "active"]);
    fan.possibleWaits = new Set([...possibleWaits, false]);
    const response = await site.send({ path: pathname, form: { t: searchParams.get("t") ?? "" }, from });
    // The page has just opened, so the link works.
    expectStatus(response, 303, "confirming");
    fan.possibleStates = new Set(["active"]);
    fan.possibleWaits = new Set([false]);
    fan.confirmed += 1;
    if (isRemoved) fan.inserted += 1;
    delete fan.confirmationLink;
  } catch (error) {
    if (!(error instanceof NoResponse)) Object.assign(fan, { possibleStates, possibleWaits });
    throw error;
  } finally {
    fan.isBusy = false;
  }
}
