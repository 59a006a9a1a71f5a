import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import type { Site } from "@porchlight/protocol/content.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { useState } from "react";
import { Alert } from "../../../ui/alert.tsx";
import { tryAgain } from "../shared/words.ts";
import { Door } from "./door.tsx";

/** Replaces the dashboard while the gateway does not respond, with a button to retry. */
export function Unreachable(props: { site: Site; isSignedIn: boolean; retry: () => Promise<void> }) {
  const { site, isSignedIn, retry } = props;
  const [state, setState] = useState<"idle" | "trying" | "failed">("idle");
  return (
    <Door
      site={site}
      title={ADMIN_MESSAGES.unreachableTitle}
      prompt={isSignedIn ? `${ADMIN_MESSAGES.stillSignedIn} ${ADMIN_MESSAGES.unreachable}` : ADMIN_MESSAGES.unreachable}
      isFirst={false}
    >
      {state === "failed" && <Alert type="error">{MESSAGES.unexpected}</Alert>}
      <div className="door-form">
        <button
          type="button"
          className="button"
          // The button is not `disabled`, so that it does not lose the focus.
          aria-disabled={state === "trying"}
          onClick={() => {
            if (state === "trying") return;
            setState("trying");
            retry().then(
              () => setState("failed"),
              () => setState("failed"),
            );
          }}
        >
          {tryAgain}
        </button>
      </div>
    </Door>
  );
}
