import { Fragment } from "react";

/** An email address that breaks before "@" or "." if it is too long for its line. */
export function EmailAddress({ email }: { email: string }) {
  const parts = email.split(/(?=[@.])/);
  // The parts of an address never change places, so the index can be the key.
  return parts
    .map((part, at) => ({ part, at }))
    .map(({ part, at }) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ));
}
