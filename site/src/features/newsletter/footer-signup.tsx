import type { ScreenName } from "@porchlight/protocol/content.ts";
import { NEWSLETTER_SUCCESS_DELAY_MS } from "@porchlight/protocol/limits.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { type FormEvent, useCallback, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { pause } from "../../lib/pause.ts";
import { Alert } from "../../ui/alert.tsx";
import { type SubscribeRefusal, subscribe } from "./subscribe.ts";
import "./footer-signup.css";

/** One union for the whole form, so that no two flags can disagree. */
type Signup =
  | { step: "idle" | "submitting" }
  | { step: "error"; message: string; isAboutEmail: boolean }
  | { step: "success"; isStatusShown: boolean };

const REFUSALS: Record<SubscribeRefusal, string> = {
  already_subscribed: MESSAGES.alreadySubscribed,
  invalid_email: MESSAGES.invalidEmail,
  refused: MESSAGES.subscribeRefused,
};

/**
 * The newsletter block of the footer. Source: docs/product.md §4, footer newsletter form.
 *
 * @param contactUrl where the artist can be written to, for whoever has no script
 * @param current the screen that it stands under
 */
export function FooterSignup(props: { artist: string; contactUrl: string; current: ScreenName }) {
  const { artist, contactUrl, current } = props;
  const [signup, setSignup] = useState<Signup>({ step: "idle" });
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const thanks = useRef<HTMLParagraphElement>(null);
  const sentFrom = useRef(current);
  const id = useId();

  // Someone may type before the page has become interactive; what stands in the field then is theirs.
  useEffect(() => setTyped((now) => input.current?.value || now), []);

  /** Leads the focus on that the form had when it was sent, unless its visitor has gone on meanwhile. */
  const leadOn = useEffectEvent((target: HTMLElement | null) => {
    const { activeElement, body } = document;
    const isFree = activeElement === body || target?.closest(".signup")?.contains(activeElement);
    // The view stays: they may be reading further up.
    if (isFree && sentFrom.current === current) target?.focus({ preventScroll: true });
  });

  useEffect(() => {
    // The field was disabled while busy and lost the focus; whoever has to correct it gets it back.
    if (signup.step === "error") leadOn(input.current);
    // The form that held the focus is gone.
    if (signup.step === "success" && signup.isStatusShown) leadOn(thanks.current);
  }, [signup]);

  const clearStatus = useCallback(() => setSignup({ step: "success", isStatusShown: false }), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    // Enter in the field reaches here even while the button is disabled.
    if (signup.step === "submitting" || typed.trim() === "") return;
    sentFrom.current = current;
    setSignup({ step: "submitting" });
    setSignup(await outcomeOf(typed));
  }

  if (signup.step === "success") {
    return (
      <div className="signup">
        <p className="signup-thanks" ref={thanks} tabIndex={-1}>
          <strong>{MESSAGES.thankYouTitle}</strong> {MESSAGES.thankYou}
        </p>
        {signup.isStatusShown && (
          <Alert type="success" onExpire={clearStatus}>
            {MESSAGES.subscribed}
          </Alert>
        )}
      </div>
    );
  }

  const isBusy = signup.step === "submitting";
  const hasError = signup.step === "error";
  const isEmailWrong = hasError && signup.isAboutEmail;
  return (
    <>
      <noscript>
        This form needs JavaScript. <a href={contactUrl}>Write to {artist}</a> to join.
      </noscript>
      <form className="signup" onSubmit={submit} noValidate aria-busy={isBusy}>
        <label htmlFor={`${id}-email`}>Email</label>
        <div className="signup-row">
          <input
            ref={input}
            id={`${id}-email`}
            type="email"
            name="email"
            required
            autoComplete="email"
            inputMode="email"
            placeholder="you@example.com"
            defaultValue=""
            disabled={isBusy}
            aria-invalid={isEmailWrong || undefined}
            aria-describedby={hasError ? `${id}-error` : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
          <button type="submit" className="button" disabled={isBusy || typed.trim() === ""}>
            {isBusy ? "Joining..." : "Join"}
          </button>
        </div>
        {signup.step === "error" && (
          <Alert type="error" id={`${id}-error`}>
            {signup.message}
          </Alert>
        )}
        <p className="signup-note">News of records and shows from {artist}. Leave whenever you like.</p>
      </form>
    </>
  );
}

async function outcomeOf(typed: string): Promise<Signup> {
  try {
    const result = await subscribe(typed);
    if (!result.ok) {
      return { step: "error", message: REFUSALS[result.reason], isAboutEmail: result.reason !== "refused" };
    }
    await pause(NEWSLETTER_SUCCESS_DELAY_MS);
    return { step: "success", isStatusShown: true };
  } catch (error) {
    console.warn("The sign-up did not reach the list", error);
    return { step: "error", message: MESSAGES.unexpected, isAboutEmail: false };
  }
}
