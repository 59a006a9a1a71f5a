import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { isSignInOver } from "../../../api/access.ts";
import { AdminRequestError } from "../../../api/admin.ts";
import { deleteConsent, fetchConsent, fetchPersonFile } from "../../../api/people.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { Field, FormError, SubmitButton } from "../shared/fields.tsx";
import { type Notice, NoticeRegion } from "../shared/notices.tsx";
import { saveBlob } from "../shared/save-file.ts";
import { Section } from "../shared/section.tsx";
import { type AdminSession, SignedOut } from "../shared/session.ts";
import { deleting } from "../shared/words.ts";
import * as words from "./words.ts";

const { people } = words;

/** What the owner can do about one address. */
type PersonAction = "save-file" | "save-consent" | "delete-consent";

/**
 * Files for people who ask what the site has about them, and everyone's record of consent.
 *
 * @param props.hasConsent whether the data file has the record of consent; a list at a provider has its own
 */
export function PeopleFiles({ session, hasConsent }: { session: AdminSession; hasConsent: boolean }) {
  const [email, setEmail] = useState("");
  const [isAsking, setAsking] = useState(false);
  const [notice, setNotice] = useState<Notice>();
  const errorId = useId();
  const typed = email.trim();

  function onError(failure: Error) {
    if (isSignInOver(failure)) session.onRejected();
    else if (!isAboutAddress(failure) && !(failure instanceof SignedOut))
      console.warn("A request about people failed", failure);
  }
  const person = useMutation({
    networkMode: "always",
    async mutationFn(action: PersonAction) {
      const token = await session.accessToken();
      if (action === "delete-consent") return people.deleted(await deleteConsent(token, typed));
      if (action === "save-file") saveBlob(await fetchPersonFile(token, typed), "person.json");
      else saveBlob(await fetchConsent(token, typed), "consent.csv");
      return people.saved;
    },
    onSuccess(text) {
      setEmail("");
      setNotice({ type: "success", text });
    },
    onError,
  });
  const everyone = useMutation({
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
  const isIdle = !person.isPending && typed !== "";

  function act(action: PersonAction) {
    setNotice(undefined);
    person.mutate(action);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isIdle) act("save-file");
  }

  function saveConsent() {
    if (everyone.isPending) return;
    setNotice(undefined);
    everyone.mutate();
  }

  const isPending = (action: PersonAction) => person.isPending && person.variables === action;
  const message = person.error ? whyNot(person.error, person.variables) : undefined;
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
        <div className="account-actions">
          <SubmitButton isDisabled={!isIdle}>{isPending("save-file") ? people.loading : people.save}</SubmitButton>
          {hasConsent && (
            <>
              <DashboardButton isDisabled={!isIdle} onClick={() => act("save-consent")}>
                {isPending("save-consent") ? people.loading : people.saveTheirConsent}
              </DashboardButton>
              <DashboardButton isDisabled={!isIdle} onClick={() => setAsking(true)}>
                {isPending("delete-consent") ? deleting : people.deleteTheirConsent}
              </DashboardButton>
            </>
          )}
        </div>
      </form>
      {hasConsent && (
        <div className="people-consent">
          <p className="dashboard-note">{people.consentNote}</p>
          <DashboardButton isDisabled={everyone.isPending} onClick={saveConsent}>
            {everyone.isPending ? people.loading : people.saveConsent}
          </DashboardButton>
        </div>
      )}
      <NoticeRegion notice={notice} />
      {isAsking && (
        <ConfirmDialog
          question={people.deleteQuestion(typed)}
          verb={people.delete}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            act("delete-consent");
          }}
        >
          <p>{people.deleteMeans}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function whyNot(error: Error, action: PersonAction | undefined): string {
  if (isAboutAddress(error)) return error.message;
  return action === "delete-consent" ? people.notDeleted : people.notSaved;
}

/** Whether the error is about the address: it is invalid, or it is on the list. */
const isAboutAddress = (error: Error) =>
  error instanceof AdminRequestError && (error.status === 400 || error.status === 409);
