import type { SendingProblem } from "@porchlight/protocol/newsletters.ts";
import { useNewsletters } from "./context.ts";
import * as words from "./words.ts";

/** Ids of the fields that solve a problem. */
export const FIELD_IDS = {
  subject: "newsletter-subject",
  preheader: "newsletter-preheader",
  body: "newsletter-body",
  audience: "newsletter-audience",
} as const;

/** Problems that are solved outside the newsletter's own form. */
const ELSEWHERE: ReadonlySet<SendingProblem["code"]> = new Set([
  "no-mail-server",
  "no-public-address",
  "no-postal-address",
]);

/**
 * What is missing before a newsletter can be sent, each with a way to the place that solves it.
 *
 * @param onGo called before a field of the newsletter's form gets the focus; absent where there is no form
 */
export function Missing({ problems, onGo }: { problems: readonly SendingProblem[]; onGo?: () => void }) {
  const { open, onCheckUp } = useNewsletters();
  if (problems.length === 0) return null;

  function solve(code: SendingProblem["code"]): void {
    onGo?.();
    if (code === "no-mail-server" || code === "no-public-address") onCheckUp();
    else if (code === "no-postal-address") open("settings");
    else if (code === "no-subject") focusOn(FIELD_IDS.subject);
    else focusOn(code === "no-recipients" ? FIELD_IDS.audience : FIELD_IDS.body);
  }

  return (
    <section className="load-note newsletter-missing" aria-label={words.missing.title}>
      <h3>{words.missing.title}</h3>
      <ul>
        {problems.map(({ code, message }) => (
          <li key={message}>
            <p dir="auto">{message}</p>
            {(onGo !== undefined || ELSEWHERE.has(code)) && (
              <button type="button" className="text-button" onClick={() => solve(code)}>
                {words.solutions[code]}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function focusOn(id: string): void {
  const field = document.getElementById(id);
  field?.scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
}
