import type { ScreenName } from "@porchlight/protocol/content.ts";
import { NEWSLETTER_SUCCESS_DELAY_MS } from "@porchlight/protocol/limits.ts";
import { MESSAGES, SIGN_UP_NOTES } from "@porchlight/protocol/messages.ts";
import { type FormEvent, useCallback, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { pause } from "../../lib/pause.ts";
import { Alert } from "../../ui/alert.tsx";
import { type SubscribeError, subscribe } from "./subscribe.ts";
import * as words from "./words.ts";
import "./footer-signup.css";

type Signup =
  | { step: "idle" | "submitting" }
  | { step: "error"; message: string; isAboutEmail: boolean }
  | { step: "success"; isStatusShown: boolean };

const ERRORS: Record<SubscribeError, string> = {
  already_subscribed: MESSAGES.alreadySubscribed,
  invalid_email: MESSAGES.invalidEmail,
  rejected: MESSAGES.subscribeFailed,
};

/**
 * The newsletter form of the footer. Source: docs/product.md §4, footer newsletter form.
 *
 * @param contactUrl the artist's contact page, for visitors without script
 */
export function FooterSignup(props: { artist: string; contactUrl: string; current: ScreenName }) {
  const { artist, contactUrl, current } = props;
  const [signup, setSignup] = useState<Signup>({ step: "idle" });
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const thanks = useRef<HTMLParagraphElement>(null);
  const sentFrom = useRef(current);
  const id = useId();

  // The visitor may have typed something before hydration.
  useEffect(() => setTyped((now) => input.current?.value || now), []);

  /** Moves the focus within the form, unless the visitor has moved on. */
  const moveFocus = useEffectEvent((target: HTMLElement | null) => {
    const { activeElement, body } = document;
    const isFree = activeElement === body || target?.closest(".signup")?.contains(activeElement);
    // Does not scroll, because the visitor may be reading further up.
    if (isFree && sentFrom.current === current) target?.focus({ preventScroll: true });
  });

  useEffect(() => {
    // The field lost the focus because it was disabled while busy.
    if (signup.step === "error") moveFocus(input.current);
    // The form that had the focus is no longer in the page.
    if (signup.step === "success" && signup.isStatusShown) moveFocus(thanks.current);
  }, [signup]);

  const clearStatus = useCallback(() => setSignup({ step: "success", isStatusShown: false }), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    // The Enter key submits the form even while the button is disabled.
    if (signup.step === "submitting" || typed.trim() === "") return;
    sentFrom.current = current;
    setSignup({ step: "submitting" });
    setSignup(await sendSignUp(typed));
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
        {words.beforeWriteTo}
        <a href={contactUrl}>{words.writeTo(artist)}</a>
        {words.afterWriteTo}
      </noscript>
      <form className="signup" onSubmit={submit} noValidate aria-busy={isBusy}>
        <label htmlFor={`${id}-email`}>{words.email}</label>
        <div className="signup-row">
          <input
            ref={input}
            id={`${id}-email`}
            type="email"
            name="email"
            required
            autoComplete="email"
            inputMode="email"
            placeholder={words.emailExample}
            defaultValue=""
            disabled={isBusy}
            aria-invalid={isEmailWrong || undefined}
            aria-describedby={hasError ? `${id}-error` : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
          <button type="submit" className="button" disabled={isBusy || typed.trim() === ""}>
            {isBusy ? words.joining : words.join}
          </button>
        </div>
        {signup.step === "error" && (
          <Alert type="error" id={`${id}-error`}>
            {signup.message}
          </Alert>
        )}
        <p className="signup-note">{SIGN_UP_NOTES["website-footer"](artist)}</p>
      </form>
    </>
  );
}

async function sendSignUp(typed: string): Promise<Signup> {
  try {
    const result = await subscribe(typed);
    if (!result.ok) {
      return { step: "error", message: ERRORS[result.reason], isAboutEmail: result.reason !== "rejected" };
    }
    await pause(NEWSLETTER_SUCCESS_DELAY_MS);
    return { step: "success", isStatusShown: true };
  } catch (error) {
    console.warn("The sign-up did not reach the list", error);
    return { step: "error", message: MESSAGES.unexpected, isAboutEmail: false };
  }
}
