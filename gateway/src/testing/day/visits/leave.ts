import { Unanswered } from "../client.ts";
import type { Dice } from "../dice.ts";
import type { Scene } from "../scene.ts";
import { expectStatus } from "./expect-status.ts";
import { aFree } from "./someone.ts";

/** A fan who has had a letter leaves the list by its link: on the page, or by the mail program's own button. */
export async function leave(scene: Scene, dice: Dice, from: string): Promise<void> {
  const fan = aFree(scene.books.fans, dice, ({ link, may }) => link !== undefined && !may.has("absent"));
  if (fan?.link === undefined) return;
  const { pathname, search, searchParams } = new URL(fan.link);
  const path = pathname + search;
  fan.isBusy = true;
  const before = new Set(fan.may);
  try {
    const question = await scene.ask({ path, from });
    expectStatus(question, 200, "the page for leaving");
    scene.books.wanted.leavings += 1;
    fan.may.add("unsubscribed");
    const isByButton = dice.happens(0.4);
    const answer = await scene.ask({
      path: isByButton ? path : pathname,
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: isByButton ? "List-Unsubscribe=One-Click" : `t=${searchParams.get("t")}`,
      from,
    });
    expectStatus(answer, isByButton ? 200 : 303, "leaving");
    fan.may = new Set(["unsubscribed"]);
    fan.left += 1;
  } catch (error) {
    if (!(error instanceof Unanswered)) fan.may = before;
    throw error;
  } finally {
    fan.isBusy = false;
  }
}
