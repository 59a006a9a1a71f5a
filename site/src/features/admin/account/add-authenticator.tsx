import type { Site } from "@porchlight/protocol/content.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { OwnerAuth } from "../../../api/auth.ts";
import { Alert } from "../../../ui/alert.tsx";
import { cancel } from "../../../ui/words.ts";
import { authErrorMessage } from "../shared/auth-error-messages.ts";
import { CODE_LENGTH, CodeField } from "../shared/fields.tsx";
import * as sharedWords from "../shared/words.ts";
import { usePasswordAgain } from "./password-again.tsx";
import { QrCode, type QrShapes, readQrCode } from "./qr-code.tsx";
import * as words from "./words.ts";

/** An app that is being added: its code is not checked yet. */
type Enrolment = { factorId: string; name: string; qrCode: QrShapes | undefined; secret: string };

/**
 * Adds an authenticator app: a name, then its code.
 *
 * @param names of the apps that are there already
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

/** The first step: what the app is called. */
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
      isTaken && (await takeBackBegun(auth, wanted)) ? await auth.client.mfa.enroll(enrolment) : first;
    // Cancelled meanwhile.
    if (!field.current) return data ? takeBack(auth, data.id) : undefined;
    step.end();
    if (error) {
      const refusal = auth.toAuthFailure(error);
      if (!passwordAgain.isAsked(refusal, () => enrol().catch(step.fail))) step.end(authErrorMessage(refusal));
      return;
    }
    // The client makes a data: address of the SVG, which this page's content policy does not let in.
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
        <label htmlFor={`${id}-name`}>{words.appName}</label>
        <input
          ref={field}
          id={`${id}-name`}
          className="field"
          value={name}
          maxLength={60}
          autoComplete="off"
          readOnly={step.isBusy}
          aria-describedby={step.message && `${id}-error`}
          onChange={(event) => setName(event.target.value)}
        />
        <FormEnd
          message={step.message}
          errorId={`${id}-error`}
          canGoOn={!step.isBusy && wanted !== ""}
          onCancel={onCancel}
        >
          {step.isBusy ? words.preparing : sharedWords.proceed}
        </FormEnd>
      </form>
      {passwordAgain.dialog}
    </>
  );
}

/** The second step: the app is shown the key, and shows that it has it. */
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
    await takeBack(auth, factorId);
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
        field={field}
        label={words.appCode}
        value={code}
        isBusy={step.isBusy}
        errorId={step.message && `${id}-error`}
        onChange={setCode}
      />
      <FormEnd
        message={step.message}
        errorId={`${id}-error`}
        canGoOn={!step.isBusy && code.length >= CODE_LENGTH}
        onCancel={cancel}
      >
        {step.isBusy ? sharedWords.verifying : sharedWords.verify}
      </FormEnd>
    </form>
  );
}

/** Whether a step is being taken, and in words what went wrong when it last was. */
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

/** What went wrong, the button that goes on and the one that gives up. */
function FormEnd(props: {
  message: string | undefined;
  errorId: string;
  canGoOn: boolean;
  onCancel: () => void;
  children: ReactNode;
}) {
  const { message, errorId, canGoOn, onCancel, children } = props;
  return (
    <>
      {message && (
        <Alert type="error" id={errorId}>
          {message}
        </Alert>
      )}
      <div className="account-actions">
        {/* Not disabled: the focus stays where it is. */}
        <button type="submit" className="button" aria-disabled={!canGoOn}>
          {children}
        </button>
        <button type="button" className="button button-quiet" onClick={onCancel}>
          {cancel}
        </button>
      </div>
    </>
  );
}

/** What was never checked opens nothing; it is only in the way of another try. */
async function takeBack(auth: OwnerAuth, factorId: string): Promise<void> {
  await auth.client.mfa.unenroll({ factorId });
}

/**
 * Takes back an app of this name that was begun in a page that was closed since: it is only in the way.
 *
 * @returns whether there was one
 */
async function takeBackBegun(auth: OwnerAuth, wanted: string): Promise<boolean> {
  const { data } = await auth.client.mfa.listFactors();
  const begun = data?.all.find(({ status, friendly_name: name }) => status === "unverified" && name === wanted);
  if (begun) await takeBack(auth, begun.id);
  return begun !== undefined;
}

/** A name that no other app has. */
function freeName(names: string[]): string {
  const base = words.unnamedFactor.app;
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base} ${count}`;
    if (!names.includes(name)) return name;
  }
}

/** The key in groups of four, as people read it off. */
function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, "$1 ");
}
