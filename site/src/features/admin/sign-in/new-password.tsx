import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import type { Site } from "@porchlight/protocol/content.ts";
import type { OwnerAuth } from "../../../api/auth.ts";
import { NewPasswordForm } from "../shared/new-password-form.tsx";
import { Door } from "./door.tsx";
import type { StepControl } from "./steps.ts";
import * as words from "./words.ts";

/** Sets a new password after the owner followed an email's link. */
export function NewPassword(props: { site: Site; auth: OwnerAuth; steps: StepControl; isFirst: boolean }) {
  const { site, auth, steps, isFirst } = props;
  return (
    <Door site={site} title={ADMIN_MESSAGES.newPasswordTitle} prompt={words.replacesPassword} isFirst={isFirst}>
      <NewPasswordForm
        auth={auth}
        button={words.setPassword}
        className="door-form"
        onDone={steps.passwordChosen}
        onRejected={steps.recheck}
      />
      <button
        type="button"
        className="text-button"
        onClick={() => steps.attempt(({ client }) => client.signOut({ scope: "local" }))}
      >
        {words.keepPassword}
      </button>
    </Door>
  );
}
