import type { Site } from "@porchlight/protocol/content.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { OwnerAuth } from "../../../api/auth.ts";
import { cancel } from "../../../ui/words.ts";
import { authErrorMessage } from "../shared/auth-error-messages.ts";
import { CODE_LENGTH, CodeField, Field, FormError, SubmitButton } from "../shared/fields.tsx";
import * as sharedWords from "../shared/words.ts";
import { usePasswordAgain } from "./password-again.tsx";
import { QrCode, type QrShapes, readQrCode } from "./qr-code.tsx";
import * as words from "./words.ts";

/** An authenticator app whose code has not been verified yet. */
type Enrolment = { factorId: string; name: string; qrCode: QrShapes | undefined; secret: string };

/**
 * Adds an authenticator app in two steps: its name, then its code.
 *
 * @param names the names of the current apps
 */
export function AddAuthenticator(props: {
  auth: OwnerAuth;
  site: Site;
  names: string[];
  onCancel: () => void;
  onDone: () => void | Promise<void>;
}) {
  const { auth, site, names, onCancel, onDone } = props;
  const [enrolment, setEnrolment] = useState<Enrolment>();
  if (!enrolment) {
    return <NameForm auth={auth} site={site} names={names} onCancel={onCancel} onEnrolled={setEnrolment} />;
  }
  return <CodeForm auth={auth} enrolment={enrolment} onCancel={onCancel} onDone={onDone} />;
}

/** The first step: the app's name. */
function NameForm(props: {
  auth: OwnerAuth;
  site: Site;
  names: string[];
  onCancel: () => void;
  onEnrolled: (enrolment: Enrolment) => void;
}) {
  const { auth, site, names, onCancel, onEnrolled } = props;
  const [name, setName] = useState(() => freeName(names));
  const step = useStep();
  const passwordAgain = usePasswordAgain(auth);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const wanted = name.trim();

  useEffect(() => field.current?.focus(), []);

  async function enrol() {
    if (step.isBusy || wanted === "") return;
    step.begin();
    const enrolment = { factorType: "totp", friendlyName: wanted, issuer: site.name } as const;
    const first = await auth.client.mfa.enroll(enrolment);
    const isTaken = first.error?.code === "mfa_factor_name_conflict";
    const { data, error } =
      isTaken && (await removeUnfinished(auth, wanted)) ? await auth.client.mfa.enroll(enrolment) : first;
    // The form is no longer on the page, because the owner has cancelled.
    if (!field.current) return data ? unenrol(auth, data.id) : undefined;
    step.end();
    if (error) {
      const failure = auth.toAuthFailure(error);
      if (!passwordAgain.handles(failure, () => enrol().catch(step.fail))) step.end(authErrorMessage(failure));
      return;
    }
    // The client turns the SVG into a data: URL, which this page's content security policy blocks.
    const svg = data.totp.qr_code.slice(data.totp.qr_code.indexOf(",") + 1);
    onEnrolled({ factorId: data.id, name: wanted, qrCode: readQrCode(svg), secret: data.totp.secret });
  }

  return (
    <>
      <form
        className="account-form"
        noValidate
        aria-busy={step.isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          enrol().catch(step.fail);
        }}
      >
        <Field
          ref={field}
          label={words.appName}
          value={name}
          maxLength={60}
          autoComplete="off"
          isBusy={step.isBusy}
          errorId={step.message && `${id}-error`}
          onChange={setName}
        />
        <FormEnd
          message={step.message}
          errorId={`${id}-error`}
          canSubmit={!step.isBusy && wanted !== ""}
          onCancel={onCancel}
        >
          {step.isBusy ? words.preparing : sharedWords.proceed}
        </FormEnd>
      </form>
      {passwordAgain.dialog}
    </>
  );
}

/** The second step: the owner adds the key to the app and types the app's code. */
function CodeForm(props: {
  auth: OwnerAuth;
  enrolment: Enrolment;
  onCancel: () => void;
  onDone: () => void | Promise<void>;
}) {
  const { auth, enrolment, onCancel, onDone } = props;
  const { factorId, name, qrCode, secret } = enrolment;
  const [code, setCode] = useState("");
  const step = useStep();
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  useEffect(() => heading.current?.focus(), []);

  async function verify(event: FormEvent) {
    event.preventDefault();
    if (step.isBusy || code.length < CODE_LENGTH) return;
    step.begin();
    const { error } = await auth.client.mfa.challengeAndVerify({ factorId, code });
    step.end(error ? authErrorMessage(auth.toAuthFailure(error)) : undefined);
    if (!error) return onDone();
    setCode("");
    field.current?.focus();
  }

  async function cancel() {
    onCancel();
    await unenrol(auth, factorId);
  }

  return (
    <form
      className="account-form"
      onSubmit={(event) => verify(event).catch(step.fail)}
      noValidate
      aria-busy={step.isBusy}
    >
      <h3 ref={heading} tabIndex={-1}>
        {words.scan(name)}
      </h3>
      <div className="enrolment">
        {qrCode && <QrCode code={qrCode} label={words.qrCode} />}
        <div>
          <p>{words.scanHint}</p>
          <p>
            <code className="secret">{inGroups(secret)}</code>
          </p>
        </div>
      </div>
      <CodeField
        ref={field}
        label={words.appCode}
        value={code}
        isBusy={step.isBusy}
        errorId={step.message && `${id}-error`}
        onChange={setCode}
      />
      <FormEnd
        message={step.message}
        errorId={`${id}-error`}
        canSubmit={!step.isBusy && code.length >= CODE_LENGTH}
        onCancel={cancel}
      >
        {step.isBusy ? sharedWords.verifying : sharedWords.verify}
      </FormEnd>
    </form>
  );
}

/** State of a step: whether it is running, and why it failed the last time. */
function useStep() {
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const end = (error?: string) => {
    setBusy(false);
    setMessage(error);
  };
  return {
    isBusy,
    message,
    begin() {
      setBusy(true);
      setMessage(undefined);
    },
    end,
    fail(error: unknown) {
      console.warn("An authenticator app could not be added", error);
      end(MESSAGES.unexpected);
    },
  };
}

/** The end of a form: an error message, the submit button and Cancel. */
function FormEnd(props: {
  message: string | undefined;
  errorId: string;
  canSubmit: boolean;
  onCancel: () => void;
  children: ReactNode;
}) {
  const { message, errorId, canSubmit, onCancel, children } = props;
  return (
    <>
      <FormError id={errorId} message={message} />
      <div className="account-actions">
        <SubmitButton isDisabled={!canSubmit}>{children}</SubmitButton>
        <button type="button" className="button button-quiet" onClick={onCancel}>
          {cancel}
        </button>
      </div>
    </>
  );
}

/** Removes an unverified factor. It protects nothing, but its name would prevent another try. */
async function unenrol(auth: OwnerAuth, factorId: string): Promise<void> {
  await auth.client.mfa.unenroll({ factorId });
}

/**
 * Removes an unverified app of this name. One is left behind if the page is closed before the code is typed.
 *
 * @returns whether there was such an app
 */
async function removeUnfinished(auth: OwnerAuth, wanted: string): Promise<boolean> {
  const { data } = await auth.client.mfa.listFactors();
  const begun = data?.all.find(({ status, friendly_name: name }) => status === "unverified" && name === wanted);
  if (begun) await unenrol(auth, begun.id);
  return begun !== undefined;
}

function freeName(names: string[]): string {
  const base = words.unnamedFactor.app;
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base} ${count}`;
    if (!names.includes(name)) return name;
  }
}

/** Formats the key in groups of four, which are easier to type. */
function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, "$1 ");
}
