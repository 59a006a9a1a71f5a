import type { HeroPicture } from "@porchlight/protocol/content.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { type FormEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { subscribeToMailingList } from "../../api/mailing-list.ts";
import { Alert } from "../../ui/alert.tsx";
import { Modal } from "../../ui/dialog.tsx";
import { ofPhone, Picture } from "../../ui/picture.tsx";
import { EmailField } from "./email-field.tsx";
import "./email-dialog.css";

/** How wide the picture is shown: beside the form on wide windows, above it on others. */
const PICTURE_SIZES = `(min-width: 48rem) 50vw, ${ofPhone(100)}`;

/** One union for the whole form, so that no two flags can disagree. */
type Signup = { step: "idle" | "sending" } | { step: "error" | "success"; message: string };

/**
 * The window that takes fans onto the email list. Source: docs/product.md §2 and §4, Email dialog.
 *
 * @param variant `full` asks for both names and the email, `simple` for the email alone
 * @param picture what stands beside the form
 */
export function EmailDialog(props: {
  artist: string;
  picture?: HeroPicture | undefined;
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

  // After the window itself has opened. On a touch screen a field that has the focus brings up the keyboard, over half
  // of what there is to see.
  useLayoutEffect(() => {
    const hasKeyboard = matchMedia("(pointer: fine)").matches;
    const first = hasKeyboard ? form.current?.querySelector("input") : heading.current;
    first?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    // The button that held the focus is gone.
    if (signup.step === "success") heading.current?.focus();
    // In a low window it may be below what is seen.
    if (signup.step === "error") problem.current?.scrollIntoView({ block: "nearest" });
  }, [signup]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    if (isSending) return;
    const missing = [...currentTarget.querySelectorAll("input")].find((input) => !isAnswered(input));
    if (missing) return missing.focus();
    setSignup({ step: "sending" });
    const outcome = await outcomeOf(new FormData(currentTarget));
    if (outcome.step === "success") currentTarget.reset();
    setSignup(outcome);
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
            {isDone ? "Success!" : "Join the list"}
          </h2>
          <p className="email-lead" role="status">
            {isDone ? signup.message : `Word of new records and shows, from ${artist} to you. Leave whenever you like.`}
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
                Close
              </button>
            ) : (
              <>
                <button type="button" className="button button-quiet" onClick={onClose}>
                  Close
                </button>
                {/* Not disabled: the focus stays where it is, for whoever has to try again. */}
                <button type="submit" className="button" aria-disabled={isSending || undefined}>
                  {isSending ? "Joining..." : "Join"}
                </button>
              </>
            )}
          </div>
        </form>
      </div>
    </Modal>
  );
}

/** Whether a field holds what the form asks for. Whether an email is one, the list says. */
function isAnswered({ name, value }: HTMLInputElement): boolean {
  return name === "EMAIL" ? value.includes("@") : value.trim() !== "";
}

async function outcomeOf(data: FormData): Promise<Signup> {
  // The form holds text fields only; one that it does not have is empty.
  const told = (name: string) => String(data.get(name) ?? "");
  try {
    const signUp = { EMAIL: told("EMAIL"), FNAME: told("FNAME"), LNAME: told("LNAME") };
    const { result, msg } = await subscribeToMailingList(signUp);
    // It may begin with the number of a field in the list's own form, which says nothing here.
    const message = msg.replace(/^\d+ - /, "");
    if (result === "success") return { step: "success", message };
    return { step: "error", message: message || MESSAGES.subscribeRefused };
  } catch (error) {
    return { step: "error", message: error instanceof Error ? error.message : String(error) };
  }
}
