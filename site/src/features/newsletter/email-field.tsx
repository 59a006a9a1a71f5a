import { NAME_MAX_LENGTH } from "@porchlight/protocol/subscriber.ts";
import { useId } from "react";

/** What a field asks for, by its name on the wire. */
const KINDS = {
  FNAME: { label: "First name", autoComplete: "given-name", enterKeyHint: "next", maxLength: NAME_MAX_LENGTH },
  LNAME: { label: "Last name", autoComplete: "family-name", enterKeyHint: "next", maxLength: NAME_MAX_LENGTH },
  EMAIL: { label: "Email", autoComplete: "email", enterKeyHint: "send", type: "email", inputMode: "email" },
} as const;

/** A field of the email dialog with its label. */
export function EmailField({ name, isReadOnly }: { name: keyof typeof KINDS; isReadOnly: boolean }) {
  const id = useId();
  const { label, ...kind } = KINDS[name];
  return (
    <p className="email-field">
      <label htmlFor={id}>{label}</label>
      <input id={id} name={name} required readOnly={isReadOnly} {...kind} />
    </p>
  );
}
