import type { ContentEdit, EditClash, EditResponse } from "@porchlight/protocol/content-editing.ts";

/** Pause after the last edit before it is sent, in milliseconds. */
export const SAVE_AFTER_MS = 400;
/** Pauses before a failed save is tried again, in milliseconds; the last one repeats. */
const RETRY_AFTER_MS = [1_000, 3_000, 10_000];

/** How the edits stand: all stored, on their way, or not stored because the line is dead. */
export type SaveState = "saved" | "saving" | "retrying" | "refused";

type SaveQueueOptions = {
  /** The revision of the file that is shown. */
  revision: string;
  send: (
    base: string,
    edits: readonly ContentEdit[],
  ) => Promise<{ ok: true; now: EditResponse } | { ok: false; clash: EditClash }>;
  /** Whether a failed save may succeed when it is sent again. */
  isTransient: (error: unknown) => boolean;
  onState: (state: SaveState) => void;
  /** Called after a save. `isLatest`: no other edit waits, so the response is all that there is. */
  onSaved: (now: EditResponse, isLatest: boolean) => void;
  onClash: (clash: EditClash) => void;
  onRefused: (error: unknown) => void;
};

/** Edits on their way to the gateway, in their order. */
export interface SaveQueue {
  push(edit: ContentEdit): void;
  /** Sends what waits, at once. */
  flush(): void;
  /** Whether an edit is not stored yet. */
  isWaiting(): boolean;
}

/**
 * Sends edits one request at a time. Each request is based on the revision that the last response named, so edits of one
 * window never clash with each other. While a request is under way, later edits of the same value replace each other.
 */
export function createSaveQueue(options: SaveQueueOptions): SaveQueue {
  const { send, isTransient, onState, onSaved, onClash, onRefused } = options;
  let { revision } = options;
  let waiting: ContentEdit[] = [];
  let isSending = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function sendLater(pause: number): void {
    clearTimeout(timer);
    timer = setTimeout(sendNow, pause);
  }

  async function sendNow(): Promise<void> {
    clearTimeout(timer);
    if (isSending || waiting.length === 0) return;
    isSending = true;
    const edits = waiting;
    waiting = [];
    onState("saving");
    try {
      const result = await send(revision, edits);
      failures = 0;
      if (result.ok) {
        revision = result.now.revision;
        onSaved(result.now, waiting.length === 0);
      } else {
        revision = result.clash.revision;
        onClash(result.clash);
      }
      if (waiting.length === 0) onState("saved");
    } catch (error) {
      if (isTransient(error)) {
        waiting = [...edits, ...waiting];
        onState("retrying");
        sendLater(RETRY_AFTER_MS[Math.min(failures, RETRY_AFTER_MS.length - 1)] ?? 0);
        failures += 1;
        isSending = false;
        return;
      }
      onState("refused");
      onRefused(error);
    }
    isSending = false;
    if (waiting.length > 0) sendLater(SAVE_AFTER_MS);
  }

  return {
    push(edit) {
      const last = waiting.at(-1);
      const isSame = last && "set" in last && "set" in edit && last.path.join("\n") === edit.path.join("\n");
      waiting = isSame ? [...waiting.slice(0, -1), edit] : [...waiting, edit];
      onState("saving");
      if (failures === 0) sendLater(SAVE_AFTER_MS);
    },
    flush: () => void sendNow(),
    isWaiting: () => isSending || waiting.length > 0,
  };
}
