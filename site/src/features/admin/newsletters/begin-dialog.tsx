import type { NewNewsletter, NewsletterSummary } from "@porchlight/protocol/newsletters.ts";
import { useState } from "react";
import { isMissing } from "../../../api/access.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { cancel } from "../../../ui/words.ts";
import { useDashboard } from "../shared/dashboard-context.ts";
import { LoadState } from "../shared/load-note.tsx";
import { useNewsletters } from "./context.ts";
import { useAction, useChoices, useRefresh } from "./queries.ts";
import { SelectField } from "./select-field.tsx";
import * as words from "./words.ts";

const SOURCES = ["release", "show", "newsletter"] as const;
type Source = (typeof SOURCES)[number];

/** Asks what a new newsletter begins with, and opens it. */
export function BeginDialog({ earlier, onClose }: { earlier: readonly NewsletterSummary[]; onClose: () => void }) {
  const { calls, open } = useNewsletters();
  const { notify } = useDashboard();
  const refresh = useRefresh();
  const [source, setSource] = useState<Source | "empty">("empty");
  const [which, setWhich] = useState("");
  const [isBusy, run] = useAction();
  const choices = useChoices(source === "release" || source === "show");
  const options =
    source === "newsletter"
      ? earlier.map(({ id, subject }) => ({ id: String(id), title: subject.trim() || words.noSubject }))
      : ((source === "empty" ? [] : choices.data?.[source === "release" ? "releases" : "shows"]) ?? []);
  const isLoading = (source === "release" || source === "show") && !choices.data;
  const isReady = source === "empty" || options.some(({ id }) => id === which);

  const begin = () =>
    run(async () => {
      try {
        const newsletter = await calls.begin(source === "empty" ? undefined : toFrom(source, which));
        await refresh();
        onClose();
        open(newsletter.id);
      } catch (error) {
        if (!isMissing(error)) throw error;
        notify("warning", words.begin.gone);
      }
    });

  return (
    <Dialog label={words.begin.title} onClose={onClose}>
      <form
        className="form-fields newsletter-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) begin();
        }}
      >
        <fieldset className="choices">
          <legend>{words.begin.about}</legend>
          {(["empty", ...SOURCES] as const).map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="begin-with"
                checked={source === one}
                onChange={() => {
                  setSource(one);
                  setWhich("");
                }}
              />
              {words.begin[one]}
            </label>
          ))}
        </fieldset>
        {isLoading && <LoadState query={choices} failed={words.insert.failed} />}
        {source !== "empty" && !isLoading && (
          <SelectField
            label={words.begin.which[source]}
            none={words.begin.none[source]}
            options={options}
            value={which}
            onChange={setWhich}
          />
        )}
        <div className="dialog-actions">
          <button type="button" className="button button-quiet" onClick={onClose}>
            {cancel}
          </button>
          <button type="submit" className="button" aria-disabled={!isReady || isBusy || undefined}>
            {words.begin.confirm}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function toFrom(source: Source, id: string): NonNullable<NewNewsletter["from"]> {
  if (source === "release") return { release: id };
  return source === "show" ? { show: id } : { newsletter: Number(id) };
}
