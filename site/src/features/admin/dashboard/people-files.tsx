import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { isSignInOver } from "../../../api/access.ts";
import { AdminRequestError } from "../../../api/admin.ts";
import { fetchConsent, fetchPersonFile } from "../../../api/people.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { Field, FormError, SubmitButton } from "../shared/fields.tsx";
import { type Notice, NoticeRegion } from "../shared/notices.tsx";
import { saveBlob } from "../shared/save-file.ts";
import { Section } from "../shared/section.tsx";
import { type AdminSession, SignedOut } from "../shared/session.ts";
import * as words from "./words.ts";

const { people } = words;

/**
 * Files for people who ask what the site has about them, and of what everyone agreed to.
 *
 * @param props.hasConsent whether the data file has the record of consent; a list at a provider has its own
 */
export function PeopleFiles({ session, hasConsent }: { session: AdminSession; hasConsent: boolean }) {
  const [email, setEmail] = useState("");
  const [notice, setNotice] = useState<Notice>();
  const errorId = useId();

  function onError(failure: Error) {
    if (isSignInOver(failure)) session.onRejected();
    else if (!isTyped(failure) && !(failure instanceof SignedOut)) console.warn("A file could not be saved", failure);
  }
  const person = useMutation({
    networkMode: "always",
    mutationFn: async () => fetchPersonFile(await session.accessToken(), email.trim()),
    onSuccess(file) {
      saveBlob(file, "person.json");
      setEmail("");
      setNotice({ type: "success", text: people.saved });
    },
    onError,
  });
  const consent = useMutation({
    networkMode: "always",
    mutationFn: async () => fetchConsent(await session.accessToken()),
    onSuccess(file) {
      saveBlob(file, "consent.csv");
      setNotice({ type: "success", text: people.consentSaved });
    },
    onError(failure) {
      onError(failure);
      setNotice({ type: "error", text: people.notSaved });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (person.isPending || email.trim() === "") return;
    setNotice(undefined);
    person.mutate();
  }

  function saveConsent() {
    if (consent.isPending) return;
    setNotice(undefined);
    consent.mutate();
  }

  const message = person.error ? whyNot(person.error) : undefined;
  return (
    <Section id="people-heading" title={people.title}>
      <p className="dashboard-note">{people.note}</p>
      <form className="account-form" noValidate aria-busy={person.isPending} onSubmit={submit}>
        <Field
          label={words.email}
          type="email"
          name="person-email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          isBusy={person.isPending}
          errorId={message && errorId}
          onChange={setEmail}
        />
        <FormError id={errorId} message={message} />
        <SubmitButton isDisabled={person.isPending || email.trim() === ""}>
          {person.isPending ? people.loading : people.save}
        </SubmitButton>
      </form>
      {hasConsent && (
        <div className="people-consent">
          <p className="dashboard-note">{people.consentNote}</p>
          <DashboardButton isDisabled={consent.isPending} onClick={saveConsent}>
            {consent.isPending ? people.loading : people.saveConsent}
          </DashboardButton>
        </div>
      )}
      <NoticeRegion notice={notice} />
    </Section>
  );
}

function whyNot(error: Error): string {
  return isTyped(error) ? error.message : people.notSaved;
}

/** Whether the error is about what was typed. */
const isTyped = (error: Error) => error instanceof AdminRequestError && error.status === 400;
