import type { NewsletterState } from "@porchlight/protocol/newsletters.ts";
import * as words from "./words.ts";

/** The state of a newsletter, with a mark whose shape shows it without colour. */
export function StateMark({ state }: { state: NewsletterState }) {
  return (
    <span className="newsletter-mark" data-state={state}>
      {words.states[state]}
    </span>
  );
}
