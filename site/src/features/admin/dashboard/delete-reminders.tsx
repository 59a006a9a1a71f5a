import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { isSignInOver } from "../../../api/access.ts";
import { AdminRequestError, deleteReminders } from "../../../api/admin.ts";
import { Field, FormError, SubmitButton } from "../shared/fields.tsx";
import { type Notice, NoticeRegion } from "../shared/notices.tsx";
import { Section } from "../shared/section.tsx";
import { type AdminSession, SignedOut } from "../shared/session.ts";
import { deleting } from "../shared/words.ts";
import * as words from "./words.ts";

/** Deletes the requests of an address for emails about shows, for people who are neither subscribers nor buyers. */
export function DeleteReminders({ session }: { session: AdminSession }) {
  const [email, setEmail] = useState("");
  const [notice, setNotice] = useState<Notice>();
  const errorId = useId();
  const { mutate, isPending, error } = useMutation({
    networkMode: "always",
    mutationFn: async () => deleteReminders(await session.accessToken(), email.trim()),
    onSuccess(deleted) {
      setEmail("");
      setNotice({ type: "success", text: words.requestsDeleted(deleted) });
    },
    onError(failure) {
      if (isSignInOver(failure)) session.onRejected();
      else if (!isTyped(failure) && !(failure instanceof SignedOut))
        console.warn("Requests for reminders could not be deleted", failure);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending || email.trim() === "") return;
    setNotice(undefined);
    mutate();
  }

  const message = error ? whyNot(error) : undefined;
  return (
    <Section id="show-reminders-heading" title={words.showReminders}>
      <p className="dashboard-note">{words.showRemindersNote}</p>
      <form className="account-form" noValidate aria-busy={isPending} onSubmit={submit}>
        <Field
          label={words.email}
          type="email"
          name="fan-email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          isBusy={isPending}
          errorId={message && errorId}
          onChange={setEmail}
        />
        <FormError id={errorId} message={message} />
        <SubmitButton isDisabled={isPending || email.trim() === ""}>
          {isPending ? deleting : words.deleteRequests}
        </SubmitButton>
      </form>
      <NoticeRegion notice={notice} />
    </Section>
  );
}

function whyNot(error: Error): string {
  return isTyped(error) ? error.message : words.notDeleted;
}

/** Whether the error is about what was typed. */
const isTyped = (error: Error) => error instanceof AdminRequestError && error.status === 400;
