import { DASHBOARD_MESSAGES, removalQuestion } from "@porchlight/protocol/dashboard-messages.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { isSignInOver } from "../../../api/access.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { useDashboard } from "../shared/dashboard-context.ts";
import { useReload } from "../shared/queries.ts";
import { SignedOut } from "../shared/session.ts";
import { remove } from "../shared/words.ts";
import { KEYS } from "./queries.ts";

/** Removes subscribers, each after a confirmation. */
export type Removal = {
  ask: (row: Subscriber) => void;
  /** Whether this row is being removed. */
  isRemoving: (row: Subscriber) => boolean;
  /** The confirmation, to be rendered. */
  dialog: ReactNode;
};

/**
 * Removes a subscriber after the owner has confirmed it. Source: docs/product.md §2, Admin, and §8.
 *
 * @param onRemoved called after the removal, before the list is reloaded
 */
export function useRemoval(onRemoved: (row: Subscriber) => void): Removal {
  const { subscribers, removing, notify, session } = useDashboard();
  const reload = useReload();
  const [pending, setPending] = useState<Subscriber>();
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());

  const reloadList = () => reload(KEYS.pages, KEYS.summary, KEYS.matches);

  const { mutate } = useMutation({
    networkMode: "always",
    mutationFn: (row: Subscriber) => subscribers.remove(row.email),
    onMutate(row) {
      removing.add(row.id);
      setBusy((known) => new Set(known).add(row.id));
    },
    async onSuccess(_, row) {
      notify("success", DASHBOARD_MESSAGES.removed);
      // The plot is large and not urgent, so this does not wait for it.
      reload(KEYS.growth, KEYS.sources);
      onRemoved(row);
      await reloadList();
    },
    onError(error, row) {
      removing.delete(row.id);
      if (error instanceof SignedOut) return;
      console.warn("A subscriber could not be removed", error);
      notify("error", DASHBOARD_MESSAGES.removalFailed);
      if (isSignInOver(error)) session.onRejected();
      // The removal may have succeeded although the request failed, and its change event was ignored.
      else reloadList();
    },
    onSettled(_, __, row) {
      setBusy((known) => new Set([...known].filter((id) => id !== row.id)));
    },
  });

  return {
    ask: setPending,
    isRemoving: (row) => busy.has(row.id),
    dialog: pending && (
      <ConfirmDialog
        question={removalQuestion(pending.email)}
        verb={remove}
        onCancel={() => setPending(undefined)}
        onConfirm={() => {
          setPending(undefined);
          mutate(pending);
        }}
      >
        <p>{DASHBOARD_MESSAGES.removalMeans}</p>
      </ConfirmDialog>
    ),
  };
}
