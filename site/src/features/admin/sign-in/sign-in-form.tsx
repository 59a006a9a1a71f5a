import { ADMIN_MESSAGES, LINKED_SIGN_IN_WORDS } from "@porchlight/protocol/admin-messages.ts";
import type { Site } from "@porchlight/protocol/content.ts";
import { SIGN_IN_FLOOR_MS } from "@porchlight/protocol/limits.ts";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { OwnerAuth } from "../../../api/auth.ts";
import { pause } from "../../../lib/pause.ts";
import { authErrorMessage } from "../shared/auth-error-messages.ts";
import { Field, FormError, UsernameField } from "../shared/fields.tsx";
import type { Notice } from "../shared/notices.tsx";
import { storeRequestedOrder } from "../shared/order-in-address.ts";
import * as sharedWords from "../shared/words.ts";
import { Door } from "./door.tsx";
import type { StepControl } from "./steps.ts";
import * as words from "./words.ts";

type SignIn = { step: "idle" | "verifying" } | { step: "failed"; message: string };

/** The login. Source: docs/product.md §2, Admin login, and §4. */
export function SignInForm(props: {
  site: Site;
  auth: OwnerAuth;
  steps: StepControl;
  notice?: Notice | undefined;
  isFirst: boolean;
}) {
  const { site, auth, steps, notice, isFirst } = props;
  const [signIn, setSignIn] = useState<SignIn>({ step: "idle" });
  const [password, setPassword] = useState("");
  const [hasProvider, setHasProvider] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const isBusy = signIn.step === "verifying";
  const message = signIn.step === "failed" ? signIn.message : undefined;

  useEffect(() => {
    let isWanted = true;
    auth.providers().then(({ google }) => isWanted && setHasProvider(google === true));
    return () => {
      isWanted = false;
    };
  }, [auth]);

  useEffect(() => {
    // The owner can type at once, unless another element already has the focus.
    const isFree = document.activeElement === document.body || document.activeElement?.id === "main";
    if (isFirst && isFree) field.current?.focus();
  }, [isFirst]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    // The Enter key submits the form even while the button is disabled.
    if (isBusy || password.trim() === "") return;
    setSignIn({ step: "verifying" });
    await steps.attempt(async ({ client, email, toAuthFailure }) => {
      const [{ error }] = await Promise.all([client.signInWithPassword({ email, password }), pause(SIGN_IN_FLOOR_MS)]);
      if (!error) return;
      const failure = toAuthFailure(error);
      // After another error the password may be right, so it stays.
      if (failure.code === "invalid_credentials") setPassword("");
      setSignIn({ step: "failed", message: authErrorMessage(failure) });
      field.current?.focus();
    });
  }

  return (
    <Door
      site={site}
      title={ADMIN_MESSAGES.signInTitle}
      prompt={ADMIN_MESSAGES.signInPrompt}
      notice={notice}
      isFirst={isFirst}
      footer={<p>{ADMIN_MESSAGES.secureArea}</p>}
    >
      <form className="door-form" onSubmit={submit} noValidate aria-busy={isBusy}>
        <UsernameField email={auth.email} />
        <Field
          ref={field}
          label={words.password}
          type="password"
          name="password"
          required
          autoComplete="current-password"
          placeholder={ADMIN_MESSAGES.passwordPlaceholder}
          value={password}
          isBusy={isBusy}
          errorId={message && `${id}-error`}
          onChange={setPassword}
        />
        <FormError id={`${id}-error`} message={message} />
        <button type="submit" className="button" disabled={isBusy || password.trim() === ""}>
          {isBusy ? sharedWords.verifying : words.login}
        </button>
      </form>
      {hasProvider && (
        <button type="button" className="button button-quiet" onClick={() => continueAtProvider(auth)}>
          {LINKED_SIGN_IN_WORDS[auth.linkedSignIn].signIn}
        </button>
      )}
      <button type="button" className="text-button" onClick={steps.forgotten}>
        {words.forgotPassword}
      </button>
    </Door>
  );
}

/** Navigates to the provider, which redirects back to the dashboard with a code. */
async function continueAtProvider({ client }: OwnerAuth): Promise<void> {
  storeRequestedOrder();
  await client.signInWithOAuth({ provider: "google", options: { redirectTo: `${location.origin}/admin` } });
}
