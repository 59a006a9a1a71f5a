/** Pause after the last edit before it is sent, in milliseconds. */
export const SAVE_AFTER_MS = 120;
/** Pauses before a failed save is tried again, in milliseconds; the last one repeats. */
const RETRY_AFTER_MS = [1_000, 3_000, 10_000] as const;

/** The state of the edits: all stored, being sent, not stored because there is no connection, or refused. */
export type SaveState = "saved" | "saving" | "retrying" | "refused";

/** What the gateway has stored, under a revision. An edit names the revision that it is based on. */
type Stored<Revision> = { revision: Revision };

type SaveQueueOptions<Revision, Edit, Now extends Stored<Revision>, Clash extends Stored<Revision>> = {
  /** The revision of what is shown. */
  revision: Revision;
  send: (base: Revision, edits: readonly Edit[]) => Promise<{ ok: true; now: Now } | { ok: false; clash: Clash }>;
  /** Whether a later edit replaces the previous one. */
  replaces: (later: Edit, before: Edit) => boolean;
  /** Whether somebody else changed the same value. */
  isClashing: (edit: Edit, clash: Clash) => boolean;
  /** Whether a failed save may succeed when it is sent again. */
  isTransient: (error: unknown) => boolean;
  onState: (state: SaveState) => void;
  /** @param waiting edits that the response does not have yet */
  onSaved: (now: Now, waiting: readonly Edit[]) => void;
  /** Called for values that somebody else changed too. The edits of other values stay in the queue, as `waiting`. */
  onClash: (clash: Clash, waiting: readonly Edit[]) => void;
  onRefused: (error: unknown) => void;
};

/** Edits that wait for the gateway, in their order. */
export interface SaveQueue<Edit> {
  push(edit: Edit): void;
  /** Sends the waiting edits at once. */
  flush(): void;
  /** Sends all edits, and returns whether the gateway has stored them. */
  settle(): Promise<boolean>;
  /** Whether an edit is not stored yet. */
  isWaiting(): boolean;
}

/**
 * Sends edits one request at a time. Each request is based on the revision that the last response named, so edits of
 * one window never clash with each other. While a request is running, later edits of the same value replace each other.
 */
export function createSaveQueue<Revision, Edit, Now extends Stored<Revision>, Clash extends Stored<Revision>>(
  options: SaveQueueOptions<Revision, Edit, Now, Clash>,
): SaveQueue<Edit> {
  const { send, replaces, isClashing, isTransient, onState, onSaved, onClash, onRefused } = options;
  let { revision } = options;
  /** The edits of the request that is running or is being retried. The gateway may have stored them already. */
  let batch: readonly Edit[] = [];
  let waiting: readonly Edit[] = [];
  let sending: Promise<void> | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isWaiting = () => batch.length > 0 || waiting.length > 0;

  function sendLater(pause: number): void {
    clearTimeout(timer);
    timer = setTimeout(sendNow, pause);
  }

  function sendNow(): Promise<void> {
    clearTimeout(timer);
    sending ??= sendBatch().finally(() => {
      sending = undefined;
      if (failures > 0) sendLater(RETRY_AFTER_MS[failures - 1] ?? RETRY_AFTER_MS[2]);
      else if (isWaiting()) sendLater(SAVE_AFTER_MS);
    });
    return sending;
  }

  async function sendBatch(): Promise<void> {
    if (!isWaiting()) return;
    if (batch.length === 0) {
      batch = waiting;
      waiting = [];
    }
    if (failures === 0) onState("saving");
    try {
      const result = await send(revision, batch);
      failures = 0;
      if (result.ok) {
        revision = result.now.revision;
        batch = [];
        onSaved(result.now, waiting);
      } else {
        const { clash } = result;
        revision = clash.revision;
        // The gateway stored nothing of the batch.
        waiting = [...batch, ...waiting].filter((edit) => !isClashing(edit, clash));
        batch = [];
        onClash(clash, waiting);
      }
      onState(isWaiting() ? "saving" : "saved");
    } catch (error) {
      if (isTransient(error)) {
        failures += 1;
        onState("retrying");
        return;
      }
      batch = [];
      failures = 0;
      onState("refused");
      onRefused(error);
    }
  }

  return {
    push(edit) {
      const last = waiting.at(-1);
      waiting = last && replaces(edit, last) ? [...waiting.slice(0, -1), edit] : [...waiting, edit];
      if (failures > 0) return;
      onState("saving");
      if (!sending) sendLater(SAVE_AFTER_MS);
    },
    flush: () => void sendNow(),
    async settle() {
      while (isWaiting()) {
        await sendNow();
        if (failures > 0) return false;
      }
      return true;
    },
    isWaiting,
  };
}
