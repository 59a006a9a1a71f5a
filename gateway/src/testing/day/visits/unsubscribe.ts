import type { Random } from "../../random.ts";
import { expectStatus, NoResponse } from "../client.ts";
import { isCertainly, mayBeOnList, pickIdle } from "../records.ts";
import type { TestSite } from "../test-site.ts";

/** A fan unsubscribes by the link in an email: on the page, or with the button of the mail program. */
export async function unsubscribe(site: TestSite, random: Random, from: string): Promise<void> {
  const fan = pickIdle(
    site.records.fans,
    random,
    (one) => one.link !== undefined && mayBeOnList(one) && !one.possibleStates.has("absent"),
  );
  if (fan?.link === undefined) return;
  const { pathname, search, searchParams } = new URL(fan.link);
  const path = pathname + search;
  fan.isBusy = true;
  const { possibleStates, possibleWaits } = fan;
  try {
    const page = await site.send({ path, from });
    expectStatus(page, 200, "the unsubscribe page");
    site.records.attempted.unsubscribes += 1;
    if (possibleStates.has("active")) fan.possibleStates = new Set([...possibleStates, "unsubscribed"]);
    // Unsubscribing deletes a waiting sign-up. A second click changes nothing.
    if (isCertainly({ possibleStates }, "active")) fan.possibleWaits = new Set([false]);
    else if (possibleStates.has("active")) fan.possibleWaits = new Set([...possibleWaits, false]);
    const isByButton = random.happens(0.4);
    const byButton = { path, form: { "List-Unsubscribe": "One-Click" }, from };
    const byPage = { path: pathname, form: { t: searchParams.get("t") ?? "" }, from };
    const response = await site.send(isByButton ? byButton : byPage);
    expectStatus(response, isByButton ? 200 : 303, "unsubscribing");
    fan.possibleStates = new Set(possibleStates.has("removed") ? ["unsubscribed", "removed"] : ["unsubscribed"]);
    fan.left += 1;
  } catch (error) {
    if (!(error instanceof NoResponse)) Object.assign(fan, { possibleStates, possibleWaits });
    throw error;
  } finally {
    fan.isBusy = false;
  }
}
