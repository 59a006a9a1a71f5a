import type { Newsletter, NewsletterEdit } from "@porchlight/protocol/newsletters.ts";
import { isSignInOver, isTransient } from "../../../api/access.ts";
import type { NewsletterCalls } from "../../../api/newsletters.ts";
import { local, readStoredJson, writeStored } from "../../../lib/storage.ts";
import { createSaveQueue, type SaveState } from "../shared/save-queue.ts";

/** What the owner writes and chooses. */
type DraftFields = Pick<Newsletter, "subject" | "preheader" | "body" | "segment" | "isInArchive">;
type FieldName = keyof DraftFields;
const FIELDS = ["subject", "preheader", "body", "segment", "isInArchive"] as const satisfies readonly FieldName[];

/** Sets a field. `value` has the type of that field. */
type FieldEdit = { field: FieldName; value: DraftFields[FieldName] };

/** A field that somebody else changed too, perhaps in another window. */
export type FieldClash = { field: FieldName; mine: DraftFields[FieldName]; theirs: DraftFields[FieldName] };

/** What the form shows: the gateway's newsletter, with the edits that are not stored yet. */
type ShownDraft = {
  fields: DraftFields;
  /** As the gateway has it. */
  stored: Newsletter;
  state: SaveState;
  clashes: readonly FieldClash[];
};

/** A draft while the owner writes it. */
export interface OpenDraft {
  getShown(): ShownDraft;
  /** Calls back after each change of what is shown. Returns a function that ends this. */
  subscribe(onChange: () => void): () => void;
  edit<Name extends FieldName>(field: Name, value: DraftFields[Name]): void;
  /** Shows the gateway's current newsletter, unless some edits are not stored yet. */
  update(now: Newsletter): void;
  /** Resolves a clash. */
  choose(clash: FieldClash, side: "mine" | "theirs"): void;
  /** Sends all edits that are not stored yet, at once. */
  flush(): void;
  /** Sends all edits, and returns whether the gateway has stored them. */
  settle(): Promise<boolean>;
  isWaiting(): boolean;
}

/** Edits that are not stored yet, for the next visit; `base` is what the gateway had before. */
type Unsent = { revision: number; base: Partial<DraftFields>; fields: Partial<DraftFields> };

export type DraftOptions = {
  calls: Pick<NewsletterCalls, "edit">;
  /** Called after each stored edit. */
  onStored: (now: Newsletter) => void;
  /** Called when the gateway refuses an edit: the newsletter may no longer be a draft. */
  onRefused: (id: number, error: unknown) => void;
  /** Called when the sign-in has ended. What was typed is still there after the next one. */
  onSignInOver: () => void;
};

/**
 * Opens a draft. Every edit is stored in this browser until the gateway has it, so that a reload, a closed window or an
 * ended session loses nothing.
 */
export function openDraft(opened: Newsletter, options: DraftOptions): OpenDraft {
  const { calls, onStored, onRefused, onSignInOver } = options;
  const { id } = opened;
  const key = `newsletter-${id}`;
  const listeners = new Set<() => void>();
  const before = readUnsent(key);
  /** What the unstored edits are based on. */
  let base: DraftFields = { ...fieldsOf(opened), ...before?.base };
  let unsent: Partial<DraftFields> = {};
  let shown: ShownDraft = { fields: fieldsOf(opened), stored: opened, state: "saved", clashes: [] };
  let revision = before?.revision ?? opened.revision;

  const show = (next: Partial<ShownDraft>) => {
    shown = { ...shown, ...next };
    for (const listener of listeners) listener();
  };

  /** Stores in this browser the edits that the gateway does not have, with the values that wait for a choice. */
  function storeUnsent(): void {
    const mine = Object.fromEntries(shown.clashes.map(({ field, mine }) => [field, mine]));
    const fields = { ...mine, ...unsent };
    const names = FIELDS.filter((name) => name in fields);
    const text = JSON.stringify({
      revision,
      base: Object.fromEntries(names.map((name) => [name, base[name]])),
      fields,
    } satisfies Unsent);
    writeStored(local, key, names.length > 0 ? text : null);
  }

  const queue = createSaveQueue({
    revision,
    async send(onRevision: number, edits: readonly FieldEdit[]) {
      const body: NewsletterEdit = { ...toFields(edits), revision: onRevision };
      const { ok, now } = await calls.edit(id, body);
      if (ok) return { ok, now };
      const changed = FIELDS.filter((name) => !isEqual(now[name], base[name]));
      return { ok, clash: { revision: now.revision, now, changed } };
    },
    replaces: (later, earlier) => later.field === earlier.field,
    isClashing: ({ field }, { changed }) => changed.includes(field),
    isTransient,
    onState: (state) => show({ state }),
    onSaved(now, waiting) {
      accept(now, waiting);
      show({ fields: { ...fieldsOf(now), ...unsent } });
      onStored(now);
    },
    onClash({ now, changed }, waiting) {
      const mine = shown.fields;
      // A field that was not edited here gets the other window's value.
      const clashing = changed.filter((field) => field in unsent && !isEqual(mine[field], now[field]));
      const clashes = clashing.map((field) => ({ field, mine: mine[field], theirs: now[field] }));
      accept(now, waiting);
      show({
        clashes: [...shown.clashes.filter(({ field }) => !clashing.includes(field)), ...clashes],
        fields: { ...fieldsOf(now), ...unsent },
      });
      storeUnsent();
    },
    onRefused(error) {
      if (isSignInOver(error)) onSignInOver();
      else onRefused(id, error);
    },
  });

  function accept(now: Newsletter, waiting: readonly FieldEdit[]): void {
    base = fieldsOf(now);
    revision = now.revision;
    unsent = toFields(waiting);
    shown = { ...shown, stored: now };
    storeUnsent();
  }

  function edit<Name extends FieldName>(field: Name, value: DraftFields[Name]): void {
    unsent = { ...unsent, [field]: value };
    storeUnsent();
    show({ fields: { ...shown.fields, [field]: value } });
    queue.push({ field, value });
  }

  for (const name of FIELDS) {
    const value = before?.fields[name];
    if (value !== undefined) edit(name, value);
  }

  return {
    getShown: () => shown,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    edit,
    update(now) {
      if (now.revision <= revision || queue.isWaiting() || shown.clashes.length > 0) return;
      base = fieldsOf(now);
      revision = now.revision;
      show({ fields: base, stored: now });
    },
    choose({ field, mine }, side) {
      show({ clashes: shown.clashes.filter((one) => one.field !== field) });
      if (side === "mine") edit(field, mine);
      else storeUnsent();
      queue.flush();
    },
    flush: queue.flush,
    settle: async () => (await queue.settle()) && shown.clashes.length === 0 && shown.state === "saved",
    isWaiting: () => queue.isWaiting() || shown.clashes.length > 0,
  };
}

function fieldsOf({ subject, preheader, body, segment, isInArchive }: DraftFields): DraftFields {
  return { subject, preheader, body, segment, isInArchive };
}

function toFields(edits: readonly FieldEdit[]): Partial<DraftFields> {
  return Object.fromEntries(edits.map(({ field, value }) => [field, value]));
}

/** Whether both are the same text, or the same segment, whatever the order of its parts. */
function isEqual(one: unknown, other: unknown): boolean {
  const sorted = (_name: string, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return JSON.stringify(one, sorted) === JSON.stringify(other, sorted);
}

/** Reads what an earlier visit could not send. */
function readUnsent(key: string): Unsent | undefined {
  const stored = readStoredJson(local, key);
  // Only this module writes it.
  return typeof stored === "object" && stored !== null && "fields" in stored ? (stored as Unsent) : undefined;
}
