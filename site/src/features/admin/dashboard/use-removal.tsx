import { DASHBOARD_MESSAGES, removalQuestion } from "@porchlight/protocol/dashboard-messages.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { isSignInOver } from "../../../api/access.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { useDashboard } from "../shared/dashboard-context.ts";
import { SignedOut } from "../shared/session.ts";
import { remove } from "../shared/words.ts";
import { KEYS } from "./queries.ts";

/** Removing subscribers, each after a question. */
export type Removal = {
  ask: (row: Subscriber) => void;
  /** Whether this row is being removed just now. */
  isRemoving: (row: Subscriber) => boolean;
  /** The question, to be rendered while it stands. */
  dialog: ReactNode;
};

/**
 * Removes a subscriber once the owner has agreed. Source: docs/product.md §2, Admin, and §8.
 *
 * @param onRemoved called once the row is off the list, before the list is loaded again
 */
export function useRemoval(onRemoved: (row: Subscriber) => void): Removal {
  const { subscribers, removing, notify, session } = useDashboard();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Subscriber>();
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());

  const reload = () =>
    Promise.all([KEYS.pages, KEYS.summary, KEYS.matches].map((queryKey) => queries.invalidateQueries({ queryKey })));

  const { mutate } = useMutation({
    networkMode: "always",
    mutationFn: (row: Subscriber) => subscribers.remove(row.email),
    onMutate(row) {
      removing.add(row.id);
      setBusy((known) => new Set(known).add(row.id));
    },
    async onSuccess(_, row) {
      notify("success", DASHBOARD_MESSAGES.removed);
      // The plot is heavy and in no hurry; it is asked for like the rest but nobody waits for it.
      queries.invalidateQueries({ queryKey: KEYS.growth });
      queries.invalidateQueries({ queryKey: KEYS.sources });
      onRemoved(row);
      await reload();
    },
    onError(error, row) {
      removing.delete(row.id);
      if (error instanceof SignedOut) return;
      console.warn("A subscriber could not be removed", error);
      notify("error", DASHBOARD_MESSAGES.removalFailed);
      if (isSignInOver(error)) session.refused();
      // An answer that never came may have been a yes, and hearing of it live was passed over.
      else reload();
    },
    onSettled(_, __, row) {
      setBusy((known) => new Set([...known].filter((id) => id !== row.id)));
    },
  });

  return {
    ask: setAsked,
    isRemoving: (row) => busy.has(row.id),
    dialog: asked && (
      <ConfirmDialog
        question={removalQuestion(asked.email)}
        verb={remove}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => {
          setAsked(undefined);
          mutate(asked);
        }}
      >
        <p>{DASHBOARD_MESSAGES.removalMeans}</p>
      </ConfirmDialog>
    ),
  };
}
