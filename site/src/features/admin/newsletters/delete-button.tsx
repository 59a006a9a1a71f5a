import { useState } from "react";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { useDashboard } from "../shared/dashboard-context.ts";
import { useNewsletters } from "./context.ts";
import { useAction, useRefresh } from "./queries.ts";
import * as words from "./words.ts";

/**
 * Deletes a newsletter after a confirmation, and returns to the list.
 *
 * @param before called first, and waited for
 */
export function DeleteButton(props: { id: number; before?: () => Promise<void>; onRemoved?: () => void }) {
  const { id, before, onRemoved } = props;
  const { calls, open } = useNewsletters();
  const { notify } = useDashboard();
  const refresh = useRefresh();
  const [isBusy, run] = useAction();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <DashboardButton className="newsletter-delete" isDisabled={isBusy} onClick={() => setAsked(true)}>
        {words.remove.verb}
      </DashboardButton>
      {isAsked && (
        <ConfirmDialog
          question={words.remove.question}
          verb={words.remove.verb}
          onCancel={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false);
            run(async () => {
              await before?.();
              await calls.remove(id);
              onRemoved?.();
              await refresh();
              notify("success", words.remove.done);
              open("list");
            });
          }}
        >
          <p>{words.remove.about}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
