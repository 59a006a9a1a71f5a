import type { Newsletter } from "@porchlight/protocol/newsletters.ts";
import { type Ref, useEffect, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { ClashDialog } from "../shared/clash-dialog.tsx";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { useDashboard } from "../shared/dashboard-context.ts";
import { FormHead } from "../shared/form-head.tsx";
import { type MakeChange, MarkdownField } from "../shared/markdown/markdown-field.tsx";
import { Audience } from "./audience.tsx";
import { useNewsletters } from "./context.ts";
import { DeleteButton } from "./delete-button.tsx";
import { EmailPreview } from "./email-preview.tsx";
import { insertBlock } from "./insert-block.ts";
import { InsertDialog } from "./insert-dialog.tsx";
import { FIELD_IDS } from "./missing.tsx";
import type { FieldClash, OpenDraft } from "./open-draft.ts";
import { useAction } from "./queries.ts";
import { SendDialog } from "./send-dialog.tsx";
import { TextField } from "./text-field.tsx";
import * as words from "./words.ts";

/** Longest texts that the gateway stores, in characters. */
const MAX_LENGTH = { line: 500 } as const;

/** The form of a draft, with its preview. It is stored while the owner types. */
export function Compose({ opened, heading }: { opened: Newsletter; heading: Ref<HTMLHeadingElement> }) {
  const { drafts, open } = useNewsletters();
  const [draft] = useState(() => drafts.open(opened));
  // Another window may have changed it.
  useEffect(() => draft.update(opened), [draft, opened]);
  const { fields, stored, clashes } = useSyncExternalStore(draft.subscribe, draft.getShown);
  /** Changes the text after the dialog of the toolbar has closed. */
  const [inserting, setInserting] = useState<{ change: (make: MakeChange) => void }>();
  const [clash] = clashes;

  return (
    <>
      <FormHead
        heading={heading}
        title={fields.subject.trim() || words.noSubject}
        up={words.back}
        onUp={() => open("list")}
      />
      <div className="newsletter-columns">
        <form
          className="form-fields newsletter-part"
          aria-label={words.write.heading}
          onSubmit={(event) => event.preventDefault()}
          onBlur={draft.flush}
        >
          <TextField
            id={FIELD_IDS.subject}
            label={words.write.subject}
            hint={words.write.subjectHint}
            maxLength={MAX_LENGTH.line}
            value={fields.subject}
            onChange={(text) => draft.edit("subject", text)}
          />
          <TextField
            id={FIELD_IDS.preheader}
            label={words.write.preheader}
            hint={words.write.preheaderHint}
            maxLength={MAX_LENGTH.line}
            value={fields.preheader}
            onChange={(text) => draft.edit("preheader", text)}
          />
          <div className="form-field">
            <MarkdownField
              id={FIELD_IDS.body}
              label={words.write.body}
              value={fields.body}
              describedBy={undefined}
              isReadOnly={false}
              tool={{ label: words.write.insert, onPress: (change) => setInserting({ change }) }}
              onChange={(text) => draft.edit("body", text)}
            />
          </div>
          <div className="form-field form-check">
            <label>
              <input
                type="checkbox"
                checked={fields.isInArchive}
                aria-describedby="archive-hint"
                onChange={({ target }) => draft.edit("isInArchive", target.checked)}
              />
              {words.write.archive}
            </label>
            <p className="field-hint" id="archive-hint">
              {words.write.archiveHint}
            </p>
          </div>
        </form>
        <EmailPreview id={opened.id} revision={stored.revision} />
        <div className="newsletter-part">
          <Audience segment={fields.segment} onChange={(segment) => draft.edit("segment", segment)} />
          <DeleteDraft draft={draft} id={opened.id} />
        </div>
      </div>
      <ComposeBar draft={draft} />
      {inserting && (
        <InsertDialog
          onClose={() => setInserting(undefined)}
          onInsert={(block) => {
            // The field takes the focus after the dialog has returned it.
            flushSync(() => setInserting(undefined));
            inserting.change((text, from) => insertBlock(text, from, block));
          }}
        />
      )}
      {clash && (
        <ClashDialog
          key={clash.field}
          field={words.fieldNames[clash.field]}
          mine={inWords(clash, "mine")}
          theirs={inWords(clash, "theirs")}
          more={clashes.length - 1}
          onChoose={(side) => draft.choose(clash, side)}
        />
      )}
    </>
  );
}

/** Whether it is saved, and what can be done with the draft. It is always in view. */
function ComposeBar({ draft }: { draft: OpenDraft }) {
  const { calls } = useNewsletters();
  const { notify } = useDashboard();
  const { stored, state } = useSyncExternalStore(draft.subscribe, draft.getShown);
  const [isBusy, run] = useAction();
  const [isReviewed, setReviewed] = useState(false);
  const { id } = stored;

  /** Runs an action on the newsletter after everything typed is stored. */
  const withStored = (action: () => Promise<void>, failed?: string) =>
    run(async () => {
      if (await draft.settle()) await action();
      else notify("warning", words.notStored);
    }, failed);

  return (
    <section className="dashboard-bar newsletter-bar" aria-label={words.send.title}>
      <p className="newsletter-saved" role="status" data-state={state}>
        {words.save[state]}
      </p>
      <div className="dashboard-buttons">
        <DashboardButton
          isDisabled={isBusy}
          onClick={() =>
            withStored(async () => {
              const result = await calls.test(id);
              notify(result.ok ? "success" : "warning", result.ok ? words.test.sent(result.to) : result.message);
            }, words.test.failed)
          }
        >
          {words.test.send}
        </DashboardButton>
        <DashboardButton
          className="dashboard-button-main"
          isDisabled={isBusy}
          onClick={() => withStored(async () => setReviewed(true))}
        >
          {words.send.review}
        </DashboardButton>
      </div>
      {isReviewed && <SendDialog newsletter={stored} onClose={() => setReviewed(false)} />}
    </section>
  );
}

/** Deletes the draft after a confirmation. */
function DeleteDraft({ draft, id }: { draft: OpenDraft; id: number }) {
  const { drafts } = useNewsletters();
  return (
    <DeleteButton
      id={id}
      onRemoved={() => drafts.close(id)}
      before={async () => {
        // A late edit would find no draft.
        await draft.settle();
      }}
    />
  );
}

/** One side of a clash as text. */
function inWords(clash: FieldClash, side: "mine" | "theirs"): string {
  const value = clash[side];
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (typeof value === "string") return value;
  const { sources, from, to, bought, town } = value;
  const parts = [
    sources && `${words.audience.sources}: ${sources.join(", ")}`,
    from && `${words.audience.from}: ${from}`,
    to && `${words.audience.to}: ${to}`,
    bought && `${words.audience.bought}: ${typeof bought === "string" ? bought : bought.product}`,
    town && `${words.audience.town}: ${town}`,
  ].filter(Boolean);
  return parts.length === 0 ? words.audience.everyone : parts.join("\n");
}
