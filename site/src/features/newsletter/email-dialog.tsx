import type { Picture as PictureContent } from "@porchlight/protocol/content.ts";
import { MESSAGES, SIGN_UP_NOTES } from "@porchlight/protocol/messages.ts";
import { NAME_MAX_LENGTH } from "@porchlight/protocol/subscriber.ts";
import { type FormEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { subscribeToMailingList } from "../../api/mailing-list.ts";
import { Alert } from "../../ui/alert.tsx";
import { Modal } from "../../ui/dialog.tsx";
import { Picture, phoneSizes } from "../../ui/picture.tsx";
import * as words from "./dialog-words.ts";
import { email, join, joining } from "./words.ts";
import "./email-dialog.css";

/** The `sizes` of the picture, which is beside the form in wide windows and above it in others. */
const PICTURE_SIZES = `(min-width: 48rem) 50vw, ${phoneSizes(100)}`;

type Signup = { step: "idle" | "sending" } | { step: "error" | "success"; message: string };

const FIELDS = {
  FNAME: { label: words.firstName, autoComplete: "given-name", enterKeyHint: "next", maxLength: NAME_MAX_LENGTH },
  LNAME: { label: words.lastName, autoComplete: "family-name", enterKeyHint: "next", maxLength: NAME_MAX_LENGTH },
  EMAIL: { label: email, autoComplete: "email", enterKeyHint: "send", type: "email", inputMode: "email" },
} as const;

/**
 * The form of the mailing list in a dialog. Source: docs/product.md §2 and §4, Email dialog.
 *
 * @param variant `full` asks for both names and the email, `simple` only for the email
 */
export function EmailDialog(props: {
  artist: string;
  picture?: PictureContent | undefined;
  variant?: "full" | "simple";
  onClose: () => void;
}) {
  const { artist, picture, variant = "full", onClose } = props;
  const [signup, setSignup] = useState<Signup>({ step: "idle" });
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const problem = useRef<HTMLDivElement>(null);
  const isDone = signup.step === "success";
  const isSending = signup.step === "sending";

  // Runs after the dialog has opened. On a touch screen, a focused field would open the keyboard, which covers half of
  // the dialog.
  useLayoutEffect(() => {
    const hasKeyboard = matchMedia("(pointer: fine)").matches;
    const first = hasKeyboard ? form.current?.querySelector("input") : heading.current;
    first?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    // The button that had the focus is no longer in the page.
    if (signup.step === "success") heading.current?.focus();
    // In a low window the message may be out of view.
    if (signup.step === "error") problem.current?.scrollIntoView({ block: "nearest" });
  }, [signup]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    if (isSending) return;
    const missing = [...currentTarget.querySelectorAll("input")].find((input) => !isFilled(input));
    if (missing) return missing.focus();
    setSignup({ step: "sending" });
    const result = await sendSignUp(new FormData(currentTarget));
    if (result.step === "success") currentTarget.reset();
    setSignup(result);
  }

  return (
    <Modal labelledBy={id} className="email-dialog" onClose={onClose}>
      <div className="email">
        {picture && (
          <div className="email-picture" data-focus={picture.focus}>
            <Picture picture={{ ...picture, alt: "" }} sizes={PICTURE_SIZES} />
          </div>
        )}
        <form
          className="email-words"
          ref={form}
          data-done={isDone || undefined}
          noValidate
          aria-busy={isSending}
          onSubmit={submit}
        >
          <h2 id={id} ref={heading} tabIndex={-1}>
            {isDone ? words.successTitle : words.title}
          </h2>
          <p className="email-lead" role="status">
            {isDone ? signup.message : SIGN_UP_NOTES["website-dialog"](artist)}
          </p>
          <div className="email-fields" hidden={isDone}>
            {variant === "full" && (
              <>
                <EmailField name="FNAME" isReadOnly={isSending} />
                <EmailField name="LNAME" isReadOnly={isSending} />
              </>
            )}
            <EmailField name="EMAIL" isReadOnly={isSending} />
          </div>
          {signup.step === "error" && (
            <div ref={problem}>
              <Alert type="error">{signup.message}</Alert>
            </div>
          )}
          <div className="email-actions">
            {isDone ? (
              <button type="button" className="button" onClick={onClose}>
                {words.close}
              </button>
            ) : (
              <>
                <button type="button" className="button button-quiet" onClick={onClose}>
                  {words.close}
                </button>
                {/* While busy, the button is not disabled, so that it does not lose the focus. */}
                <button type="submit" className="button" aria-disabled={isSending || undefined}>
                  {isSending ? joining : join}
                </button>
              </>
            )}
          </div>
        </form>
      </div>
    </Modal>
  );
}

function EmailField({ name, isReadOnly }: { name: keyof typeof FIELDS; isReadOnly: boolean }) {
  const id = useId();
  const { label, ...attributes } = FIELDS[name];
  return (
    <p className="email-field">
      <label htmlFor={id}>{label}</label>
      <input id={id} name={name} required readOnly={isReadOnly} {...attributes} />
    </p>
  );
}

/** The list itself validates the email. */
function isFilled({ name, value }: HTMLInputElement): boolean {
  return name === "EMAIL" ? value.includes("@") : value.trim() !== "";
}

async function sendSignUp(data: FormData): Promise<Signup> {
  // The form has only text fields. A missing field is empty.
  const read = (name: string) => String(data.get(name) ?? "");
  try {
    const signUp = { EMAIL: read("EMAIL"), FNAME: read("FNAME"), LNAME: read("LNAME") };
    const { result, msg } = await subscribeToMailingList(signUp);
    // The message may begin with the number of a field in the provider's own form.
    const message = msg.replace(/^\d+ - /, "");
    if (result === "success") return { step: "success", message };
    return { step: "error", message: message || MESSAGES.subscribeFailed };
  } catch (error) {
    return { step: "error", message: error instanceof Error ? error.message : String(error) };
  }
}
