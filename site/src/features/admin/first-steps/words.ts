/** Sentences of the first steps. */
import type { StepKey } from "./steps.ts";

export const title = "First steps";
export const note = "What to do next, in any order. Each can wait, and each is ticked once it is done and published.";
export const hide = "Hide these steps";
export const hidden = "The first steps are hidden.";
export const notHidden = "The first steps could not be hidden. Please try again.";
/** Precedes a step for screen readers. */
export const done = "Done: ";

export const steps: Readonly<Record<StepKey, { name: string; about: string }>> = {
  own: { name: "Make this site yours", about: "Begin with the demo, or with an empty frame" },
  name: { name: "Your name", about: "And one sentence about your music" },
  colour: { name: "Your colour", about: "Light or dark, and the typeface" },
  pictures: { name: "Three pictures", about: "Front page, your story, behind the pages" },
  links: { name: "Your pages elsewhere", about: "Where people hear and follow you" },
  story: { name: "Your story", about: "Where you come from, what you play, and why" },
  releases: { name: "A release", about: "Its cover and its songs" },
  shows: { name: "A show", about: "Where you play next" },
  products: { name: "What you sell", about: "Names, prices and pictures" },
  shop: { name: "Your shop", about: "Country, shipping, payment" },
  secondStep: { name: "A second step", about: "So that a stolen password is not enough to sign in" },
  mail: { name: "Mail", about: "So that emails reach you and your buyers" },
  domain: { name: "Your domain", about: "So that everybody can open the site" },
};
