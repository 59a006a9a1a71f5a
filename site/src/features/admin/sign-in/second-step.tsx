import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import type { Site } from "@porchlight/protocol/content.ts";
import type { Factor } from "@supabase/auth-js";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Alert } from "../../../ui/alert.tsx";
import { cancel } from "../../../ui/words.ts";
import { authErrorMessage } from "../shared/auth-error-messages.ts";
import { CODE_LENGTH, CodeField, FormError, SubmitButton } from "../shared/fields.tsx";
import * as sharedWords from "../shared/words.ts";
import { Door } from "./door.tsx";
import type { StepControl } from "./steps.ts";
import * as words from "./words.ts";

type Check = { step: "idle" | "sending" | "verifying" } | { step: "failed"; message: string };

/** The code of a second factor. Source: docs/product.md §4, admin authentication. */
export function SecondStep(props: { site: Site; steps: StepControl; factors: Factor[]; isFirst: boolean }) {
  const { site, steps, factors, isFirst } = props;
  const [chosenId, setChosenId] = useState(factors[0]?.id);
  const [challengeId, setChallengeId] = useState<string>();
  const [check, setCheck] = useState<Check>({ step: "idle" });
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const factor = factors.find((one) => one.id === chosenId) ?? factors[0];
  const isBusy = check.step === "sending" || check.step === "verifying";
  const isPhone = factor?.factor_type === "phone";
  const isReady = !isPhone || challengeId !== undefined;
  const message = check.step === "failed" ? check.message : undefined;

  useEffect(() => {
    if (challengeId) field.current?.focus();
  }, [challengeId]);

  function choose(factorId: string) {
    setChosenId(factorId);
    setChallengeId(undefined);
    setCode("");
    setCheck({ step: "idle" });
  }

  async function sendCode() {
    if (!factor || isBusy) return;
    setCheck({ step: "sending" });
    await steps.attempt(async ({ client, toAuthFailure }) => {
      const { data, error } = await client.mfa.challenge({ factorId: factor.id, channel: "sms" });
      if (error) return setCheck({ step: "failed", message: authErrorMessage(toAuthFailure(error)) });
      setChallengeId(data.id);
      setCheck({ step: "idle" });
    });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!factor || isBusy || !isReady || code.length < CODE_LENGTH) return;
    setCheck({ step: "verifying" });
    await steps.attempt(async ({ client, toAuthFailure }) => {
      const { error } = challengeId
        ? await client.mfa.verify({ factorId: factor.id, challengeId, code })
        : await client.mfa.challengeAndVerify({ factorId: factor.id, code });
      if (!error) return;
      const failure = toAuthFailure(error);
      // A challenge accepts one try. After that, a telephone needs a new code.
      if (failure.code !== "unreachable") setChallengeId(undefined);
      setCode("");
      setCheck({ step: "failed", message: authErrorMessage(failure) });
      field.current?.focus();
    });
  }

  return (
    <Door
      site={site}
      title={ADMIN_MESSAGES.secondStepTitle}
      prompt={isPhone ? ADMIN_MESSAGES.secondStepPhone : ADMIN_MESSAGES.secondStepApp}
      isFirst={isFirst}
    >
      <form className="door-form" onSubmit={submit} noValidate aria-busy={isBusy}>
        {factors.length > 1 && (
          <FactorChoice factors={factors} chosenId={factor?.id} isBusy={isBusy} onChoose={choose} />
        )}
        {isPhone && (
          // The button is not `disabled`, so that it does not lose the focus.
          <button type="button" className="button button-quiet" aria-disabled={isBusy} onClick={sendCode}>
            {check.step === "sending" ? words.sending : isReady ? words.sendAnotherCode : words.sendCode}
          </button>
        )}
        {isPhone && isReady && <Alert type="info">{ADMIN_MESSAGES.codeSent}</Alert>}
        {isReady && (
          <CodeField
            ref={field}
            label={factors.length > 1 || !factor ? words.code : words.codeFromFactor(nameOf(factor))}
            value={code}
            isBusy={check.step === "verifying"}
            errorId={message && `${id}-error`}
            onChange={setCode}
          />
        )}
        <FormError id={`${id}-error`} message={message} />
        {isReady && (
          <SubmitButton isDisabled={isBusy || code.length < CODE_LENGTH}>
            {check.step === "verifying" ? sharedWords.verifying : sharedWords.verify}
          </SubmitButton>
        )}
      </form>
      <button
        type="button"
        className="text-button"
        onClick={() => steps.attempt(({ client }) => client.signOut({ scope: "local" }))}
      >
        {cancel}
      </button>
    </Door>
  );
}

function FactorChoice(props: {
  factors: Factor[];
  chosenId: string | undefined;
  isBusy: boolean;
  onChoose: (factorId: string) => void;
}) {
  const { factors, chosenId, isBusy, onChoose } = props;
  const name = useId();
  return (
    <fieldset className="choices">
      <legend>{words.codeFrom}</legend>
      {factors.map((factor) => (
        <label key={factor.id}>
          <input
            type="radio"
            name={name}
            checked={factor.id === chosenId}
            aria-disabled={isBusy || undefined}
            onChange={() => isBusy || onChoose(factor.id)}
          />
          {nameOf(factor)}
        </label>
      ))}
    </fieldset>
  );
}

function nameOf(factor: Factor): string {
  return factor.friendly_name || words.unnamedFactor[factor.factor_type === "phone" ? "phone" : "app"];
}
