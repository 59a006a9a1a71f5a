import type { Random } from "../../random.ts";
import { expectStatus, NoResponse } from "../client.ts";
import { pickIdle } from "../records.ts";
import type { TestSite } from "../test-site.ts";

/** A fan unsubscribes by the link in an email: on the page, or with the mail program's own button. */
export async function unsubscribe(site: TestSite, random: Random, from: string): Promise<void> {
  const fan = pickIdle(site.records.fans, random, ({ link, may }) => link !== undefined && !may.has("absent"));
  if (fan?.link === undefined) return;
  const { pathname, search, searchParams } = new URL(fan.link);
  const path = pathname + search;
  fan.isBusy = true;
  const before = new Set(fan.may);
  try {
    const question = await site.send({ path, from });
    expectStatus(question, 200, "the unsubscribe page");
    site.records.attempted.unsubscribes += 1;
    fan.may.add("unsubscribed");
    const isByButton = random.happens(0.4);
    const response = await site.send({
      path: isByButton ? path : pathname,
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: isByButton ? "List-Unsubscribe=One-Click" : `t=${searchParams.get("t")}`,
      from,
    });
    expectStatus(response, isByButton ? 200 : 303, "unsubscribing");
    fan.may = new Set(["unsubscribed"]);
    fan.left += 1;
  } catch (error) {
    if (!(error instanceof NoResponse)) fan.may = before;
    throw error;
  } finally {
    fan.isBusy = false;
  }
}
