import type { Newsletter } from "@porchlight/protocol/newsletters.ts";
import { type DraftOptions, type OpenDraft, openDraft } from "./open-draft.ts";

/** The drafts that were opened since the tab opened. Their edits outlive the forms. */
export interface Drafts {
  open(newsletter: Newsletter): OpenDraft;
  /** Forgets a draft: it was deleted or sent. */
  close(id: number): void;
  flush(): void;
  isWaiting(): boolean;
}

export function createDrafts(options: DraftOptions): Drafts {
  const drafts = new Map<number, OpenDraft>();
  const all = () => [...drafts.values()];
  return {
    open(newsletter) {
      const before = drafts.get(newsletter.id);
      // A draft with edits that are not stored yet is still sending them.
      if (before?.isWaiting()) return before;
      const draft = openDraft(newsletter, options);
      drafts.set(newsletter.id, draft);
      return draft;
    },
    close: (id) => void drafts.delete(id),
    flush() {
      for (const draft of all()) draft.flush();
    },
    isWaiting: () => all().some((draft) => draft.isWaiting()),
  };
}
