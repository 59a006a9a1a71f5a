import type { ContentFiles, EditableFile, FieldProblem, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { formatInstant } from "@porchlight/protocol/format-date.ts";
import { useState } from "react";
import type { ContentEditing, PublicationResult } from "../../../api/content-editing.ts";
import { ConfirmDialog, Dialog } from "../../../ui/dialog.tsx";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { useDashboard } from "../shared/dashboard-context.ts";
import { fieldWordsOf } from "./form/field-words.ts";
import { nameOfPath } from "./form/schema.ts";
import { Preview } from "./preview.tsx";
import * as words from "./words.ts";

type PublicationBarProps = {
  editing: ContentEditing;
  files: ContentFiles;
  language: string;
  /** The page that the preview shows. */
  page: string;
  /** Grows with each stored edit, so that the preview follows. */
  savedCount: number;
  onProblem: (file: EditableFile, path: ValuePath) => void;
  /** Called when drafts were published, discarded or undone: open forms have to be read anew. */
  onChanged: () => void;
};

type Asked = "discard" | "later" | undefined;

/** What is not published yet, and what can be done with it. It is always in view. */
export function PublicationBar(props: PublicationBarProps) {
  const { editing, files, language, page, savedCount, onProblem, onChanged } = props;
  const { notify } = useDashboard();
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const [problems, setProblems] = useState<Extract<PublicationResult, { problems: unknown }>["problems"]>([]);
  const [published, setPublished] = useState<number>();
  const [isPreviewed, setPreviewed] = useState(false);

  const drafts = files.files.filter(({ draftSince }) => draftSince !== undefined);
  const names = drafts.map(({ file }) => words.fileNames[file]).join(", ");

  /** Runs a change and shows its result. */
  async function run(change: () => Promise<PublicationResult | undefined>, done: string, isUndoable: boolean) {
    setBusy(true);
    setAsked(undefined);
    setProblems([]);
    setPublished(undefined);
    try {
      const result = await change();
      if (result && !result.ok && "problems" in result) setProblems(result.problems);
      else if (result && !result.ok) {
        notify("warning", "message" in result ? result.message : words.clash.title);
        if ("clash" in result) onProblem(result.clash, []);
      } else {
        notify("success", done);
        if (isUndoable && result?.ok) setPublished(result.version?.id);
        onChanged();
      }
    } catch (error) {
      console.warn("A publication failed", error);
      notify("error", words.bar.failed);
    }
    setBusy(false);
  }

  return (
    <>
      {isPreviewed && (
        <Preview editing={editing} page={page} savedCount={savedCount} onClose={() => setPreviewed(false)} />
      )}
      <section className="publication" aria-label={words.bar.label}>
        {problems.length > 0 && (
          <div className="publication-problems" role="alert">
            <p>{words.bar.correct}</p>
            <ul>
              {problems.flatMap((one) =>
                one.problems.map((problem) => (
                  <li key={`${one.file} ${problem.path.join(".")} ${problem.message}`}>
                    <button type="button" className="text-button" onClick={() => onProblem(one.file, problem.path)}>
                      {words.fileNames[one.file]}: {problemInWords(one.file, problem)}
                    </button>
                  </li>
                )),
              )}
            </ul>
          </div>
        )}
        <p className="publication-state" role="status">
          {drafts.length === 0 ? words.bar.none : words.bar.drafts(names)}
          {files.publishAt !== undefined && (
            <span className="publication-time">
              {files.publishFailed === undefined
                ? words.bar.scheduled(
                    formatInstant(files.publishAt, language, { dateStyle: "long", timeStyle: "short" }),
                  )
                : `${words.bar.scheduleFailed} ${files.publishFailed}`}
            </span>
          )}
        </p>
        <div className="dashboard-buttons">
          <DashboardButton onClick={() => setPreviewed(!isPreviewed)}>
            {isPreviewed ? words.bar.closePreview : words.bar.preview}
          </DashboardButton>
          {published !== undefined && (
            <DashboardButton
              isDisabled={isBusy}
              onClick={() => run(() => editing.restore(published, "undo"), words.bar.undone, false)}
            >
              {words.bar.undo}
            </DashboardButton>
          )}
          {drafts.length > 0 && (
            <>
              <DashboardButton isDisabled={isBusy} onClick={() => setAsked("discard")}>
                {words.bar.discard}
              </DashboardButton>
              {files.publishAt === undefined ? (
                <DashboardButton isDisabled={isBusy} onClick={() => setAsked("later")}>
                  {words.bar.later}
                </DashboardButton>
              ) : (
                <DashboardButton
                  isDisabled={isBusy}
                  onClick={() =>
                    run(async () => void (await editing.cancelSchedule()), words.bar.cancelSchedule, false)
                  }
                >
                  {words.bar.cancelSchedule}
                </DashboardButton>
              )}
              <DashboardButton
                className="dashboard-button-main"
                isDisabled={isBusy}
                onClick={() => run(() => editing.publish(), words.bar.published, true)}
              >
                {isBusy ? words.bar.publishing : words.bar.publish}
              </DashboardButton>
            </>
          )}
        </div>
      </section>
      {asked === "discard" && (
        <ConfirmDialog
          question={words.bar.discardQuestion}
          verb={words.bar.discard}
          onCancel={() => setAsked(undefined)}
          onConfirm={() =>
            run(
              async () => {
                for (const { file } of drafts) await editing.discard(file);
                return undefined;
              },
              words.bar.none,
              false,
            )
          }
        >
          <p>{words.bar.discardAbout}</p>
          <p>{names}</p>
        </ConfirmDialog>
      )}
      {asked === "later" && (
        <LaterDialog
          onCancel={() => setAsked(undefined)}
          onChoose={(at) =>
            run(() => editing.publish(undefined, at), words.bar.scheduled(at.toLocaleString(language)), false)
          }
        />
      )}
    </>
  );
}

/** Where a problem is, and what it is: "Price: must be an amount". */
function problemInWords(file: EditableFile, { path, message }: FieldProblem): string {
  const label = path.length > 0 ? fieldWordsOf(file, nameOfPath(path))?.label : undefined;
  return label === undefined ? message : `${label}: ${message}`;
}

/** Asks when to publish, by the clock of this device. */
function LaterDialog({ onCancel, onChoose }: { onCancel: () => void; onChoose: (at: Date) => void }) {
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Dialog label={words.bar.later} onClose={onCancel}>
      <form
        className="form-fields"
        onSubmit={(event) => {
          event.preventDefault();
          const at = new Date(typed);
          if (at.getTime() > Date.now()) onChoose(at);
          else setWrong(true);
        }}
      >
        <div className="form-field">
          <label className="form-label" htmlFor="publish-at">
            {words.bar.when}
          </label>
          <input
            id="publish-at"
            className="field"
            type="datetime-local"
            required
            value={typed}
            aria-invalid={isWrong || undefined}
            aria-describedby="publish-at-hint"
            onChange={(event) => setTyped(event.target.value)}
          />
          <p className="field-hint" id="publish-at-hint">
            {isWrong ? words.bar.inTheFuture : timeZone}
          </p>
        </div>
        <div className="dialog-actions">
          <button type="button" className="button button-quiet" onClick={onCancel}>
            {words.bar.cancelLater}
          </button>
          <button type="submit" className="button">
            {words.bar.publish}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
