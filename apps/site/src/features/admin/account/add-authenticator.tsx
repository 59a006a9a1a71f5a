import type { Site } from "@porchlight/protocol/content.ts";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { OwnerAuth } from "../../../api/auth.ts";
import { Alert } from "../../../ui/alert.tsx";
import { wordsFor } from "../refusal-words.ts";
import { CODE_LENGTH, CodeField } from "../sign-in/fields.tsx";
import { usePasswordAgain } from "./password-again.tsx";
import { QrCode, type QrShapes, readQrCode } from "./qr-code.tsx";

/** An app that is being added: its code is not checked yet. */
type Enrolment = { factorId: string; qrCode: QrShapes | undefined; secret: string };

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
  const [name, setName] = useState(() => freeName(names));
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [code, setCode] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const passwordAgain = usePasswordAgain(auth);
  const first = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const id = useId();

  useEffect(() => first.current?.focus(), []);
  useEffect(() => {
    if (enrolment) heading.current?.focus();
  }, [enrolment]);

  async function enrol() {
    if (isBusy || name.trim() === "") return;
    setBusy(true);
    setMessage(undefined);
    const { data, error } = await auth.client.mfa.enroll({
      factorType: "totp",
      friendlyName: name.trim(),
      issuer: site.name,
    });
    setBusy(false);
    if (error) {
      const refusal = auth.refusalOf(error);
      if (!passwordAgain.isAsked(refusal, enrol)) setMessage(wordsFor(refusal));
      return;
    }
    // The client makes a data: address of the SVG, which this page's content policy does not let in.
    const svg = data.totp.qr_code.slice(data.totp.qr_code.indexOf(",") + 1);
    setEnrolment({ factorId: data.id, qrCode: readQrCode(svg), secret: data.totp.secret });
  }

  async function verify(event: FormEvent) {
    event.preventDefault();
    if (!enrolment || isBusy || code.length < CODE_LENGTH) return;
    setBusy(true);
    setMessage(undefined);
    const { error } = await auth.client.mfa.challengeAndVerify({ factorId: enrolment.factorId, code });
    setBusy(false);
    if (!error) return onDone();
    setCode("");
    setMessage(wordsFor(auth.refusalOf(error)));
    codeField.current?.focus();
  }

  async function cancel() {
    onCancel();
    // What was never checked opens nothing; it is only in the way of another try.
    if (enrolment) await auth.client.mfa.unenroll({ factorId: enrolment.factorId });
  }

  const alert = message && (
    <Alert type="error" id={`${id}-error`}>
      {message}
    </Alert>
  );
  const cancelButton = (
    <button type="button" className="button button-quiet" onClick={cancel}>
      Cancel
    </button>
  );
  if (!enrolment) {
    return (
      <>
        <form
          className="account-form"
          noValidate
          aria-busy={isBusy}
          onSubmit={(event) => {
            event.preventDefault();
            enrol();
          }}
        >
          <label htmlFor={`${id}-name`}>Name of the app or device</label>
          <input
            ref={first}
            id={`${id}-name`}
            className="field"
            value={name}
            maxLength={60}
            autoComplete="off"
            readOnly={isBusy}
            aria-describedby={message && `${id}-error`}
            onChange={(event) => setName(event.target.value)}
          />
          {alert}
          <div className="account-actions">
            <button type="submit" className="button" disabled={isBusy || name.trim() === ""}>
              {isBusy ? "Preparing..." : "Continue"}
            </button>
            {cancelButton}
          </div>
        </form>
        {passwordAgain.dialog}
      </>
    );
  }
  return (
    <form className="account-form" onSubmit={verify} noValidate aria-busy={isBusy}>
      <h3 ref={heading} tabIndex={-1}>
        Scan this with {name.trim()}
      </h3>
      <div className="enrolment">
        {enrolment.qrCode && <QrCode code={enrolment.qrCode} label="QR code for the authenticator app" />}
        <div>
          <p>Open the app, add an account, and point the camera at the square. Or type this key into the app:</p>
          <p>
            <code className="secret">{inGroups(enrolment.secret)}</code>
          </p>
        </div>
      </div>
      <CodeField
        field={codeField}
        label="Code that the app shows now"
        value={code}
        isBusy={isBusy}
        errorId={message && `${id}-error`}
        onChange={setCode}
      />
      {alert}
      <div className="account-actions">
        <button type="submit" className="button" disabled={isBusy || code.length < CODE_LENGTH}>
          {isBusy ? "Verifying..." : "Verify"}
        </button>
        {cancelButton}
      </div>
    </form>
  );
}

/** A name that no other app has. */
function freeName(names: string[]): string {
  const base = "Authenticator app";
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base} ${count}`;
    if (!names.includes(name)) return name;
  }
}

/** The key in groups of four, as people read it off. */
function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, "$1 ");
}
