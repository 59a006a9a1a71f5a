import { UNIQUE_VIOLATION } from "@porchlight/protocol/subscriber.ts";
import { type Fan, newFan, stands } from "../books.ts";
import { Unanswered } from "../client.ts";
import type { Dice } from "../dice.ts";
import type { Scene } from "../scene.ts";
import { expectStatus } from "./expect-status.ts";
import { aFree } from "./someone.ts";

/** Which form is filled in. */
type Form = "footer" | "dialog";
/** What a form says at last. */
type Outcome = "joined" | "is on it";

/** A fan joins the list by one of its forms. Now and then somebody is on it already, or comes back. */
export async function join(scene: Scene, dice: Dice, from: string, visit: number): Promise<void> {
  const form: Form = dice.happens(0.67) ? "footer" : "dialog";
  const known = dice.happens(0.1) ? aFree(scene.books.fans, dice, (fan) => !fan.may.has("absent")) : undefined;
  const fan = known ?? newFan(scene.books, `fan-${visit}@example.com`);
  fan.isBusy = true;
  try {
    await signUp(scene, fan, form, from);
  } catch (error) {
    // Nobody knows whether it was stored. Most press the button again, some go away.
    if (!(error instanceof Unanswered) || dice.happens(0.3)) throw error;
    await signUp(scene, fan, form, from);
  } finally {
    fan.isBusy = false;
  }
}

async function signUp(scene: Scene, fan: Fan, form: Form, from: string): Promise<void> {
  scene.books.wanted.signUps += 1;
  const before = new Set(fan.may);
  const wasOnIt = stands(fan, "active");
  fan.may.add("active");
  let outcome: Outcome;
  try {
    outcome = form === "footer" ? await byFooter(scene, fan, from) : await byDialog(scene, fan, from);
  } catch (error) {
    // A refusal says that nothing was stored; only silence leaves it open.
    if (!(error instanceof Unanswered)) fan.may = before;
    throw error;
  }
  if (outcome === "joined" && wasOnIt) scene.note(`${fan.email} was on the list and could join again`);
  if (outcome === "is on it" && !before.has("active")) scene.note(`${fan.email} was taken for somebody on the list`);
  fan.may = new Set(["active"]);
  fan.joined += 1;
}

async function byFooter(scene: Scene, { email }: Fan, from: string): Promise<Outcome> {
  const { anonKey } = scene.config.database;
  const answer = await scene.ask({
    path: "/rest/v1/newsletter_subscribers",
    method: "POST",
    headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ email, status: "active", source: "website-footer", subscribed_at: "2026-01-01T00:00:00Z" }),
    from,
  });
  if (answer.status === 409 && answer.text.includes(UNIQUE_VIOLATION)) return "is on it";
  expectStatus(answer, 201, "a sign-up in the footer");
  return "joined";
}

async function byDialog(scene: Scene, { email }: Fan, from: string): Promise<Outcome> {
  const query = new URLSearchParams({ EMAIL: email, FNAME: "Ann", LNAME: "Lake", c: "__jp0" });
  const answer = await scene.ask({ path: `/mailing-list/subscribe/post-json?${query}`, from });
  expectStatus(answer, 200, "a sign-up in the dialog");
  if (answer.text.includes('"result":"success"')) return "joined";
  if (/already subscribed/i.test(answer.text)) return "is on it";
  scene.note(`The dialog said: ${answer.text.slice(0, 200)}`);
  return "is on it";
}
