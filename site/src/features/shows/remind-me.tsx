import { REMINDERS_PATH } from "@porchlight/protocol/reminders.ts";
import { type ReactNode, useId } from "react";
import * as words from "./words.ts";

/** Asks for the emails about one show. The form needs no script: it leads to a page of its own. */
export function RemindMe({ id }: { id: string }) {
  return (
    <ReminderForm heading={words.remindMe} promise={words.remindPromise} verb={words.remindMe}>
      <input type="hidden" name="show" value={id} />
    </ReminderForm>
  );
}

/**
 * Asks for an email about each new show near a town. The visitor types the town; the browser's position is not used.
 */
export function TellMe() {
  const id = useId();
  return (
    <ReminderForm heading={words.tellMe} promise={words.tellPromise} verb={words.tellButton}>
      <span className="reminder-field">
        <label htmlFor={id}>{words.town}</label>
        <input id={id} name="town" autoComplete="address-level2" maxLength={100} required />
      </span>
    </ReminderForm>
  );
}

type ReminderFormProps = { heading: string; promise: string; verb: string; children: ReactNode };

function ReminderForm({ heading, promise, verb, children }: ReminderFormProps) {
  const id = useId();
  return (
    <section className="reminder" aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      <form method="post" action={REMINDERS_PATH}>
        {children}
        <span className="reminder-field">
          <label htmlFor={id}>{words.email}</label>
          <input id={id} type="email" name="email" autoComplete="email" required aria-describedby={`${id}-promise`} />
        </span>
        <button type="submit" className="button button-quiet">
          {verb}
        </button>
      </form>
      <p id={`${id}-promise`}>{promise}</p>
    </section>
  );
}
