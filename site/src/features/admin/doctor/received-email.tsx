import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { isSignInOver } from "../../../api/access.ts";
import { checkReceivedEmail } from "../../../api/doctor.ts";
import { FormError, SubmitButton } from "../shared/fields.tsx";
import { type AdminSession, SignedOut } from "../shared/session.ts";
import { FindingItems, mostUrgentFirst } from "./findings.tsx";
import * as words from "./words.ts";

/** Reads the source of a test email, for owners whose site cannot read a mailbox. */
export function ReceivedEmail({ session }: { session: AdminSession }) {
  const [source, setSource] = useState("");
  const id = useId();
  const { mutate, data, error, isPending } = useMutation({
    networkMode: "always",
    mutationFn: async () => checkReceivedEmail(await session.accessToken(), source),
    onError(failure) {
      if (isSignInOver(failure)) session.onRejected();
      else if (!(failure instanceof SignedOut)) console.warn("The email could not be checked", failure);
    },
  });
  const isOff = isPending || source.trim() === "";

  return (
    <details className="check-up-email">
      <summary>{words.email.title}</summary>
      <form
        className="account-form"
        aria-busy={isPending}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOff) mutate();
        }}
      >
        <label htmlFor={id}>{words.email.source}</label>
        <p className="field-hint" id={`${id}-hint`}>
          {words.email.hint}
        </p>
        <textarea
          id={id}
          className="field"
          rows={6}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          value={source}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setSource(target.value)}
        />
        <FormError id={`${id}-error`} message={error ? words.email.failed : undefined} />
        <SubmitButton isDisabled={isOff}>{words.email.check}</SubmitButton>
      </form>
      <div className="check-up-group" role="status">
        {data && (
          <ul aria-label={words.email.found}>
            <FindingItems findings={mostUrgentFirst(data)} />
          </ul>
        )}
      </div>
    </details>
  );
}
