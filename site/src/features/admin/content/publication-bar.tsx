import type {
  ContentFiles,
  EditableFile,
  FieldProblem,
  FileValue,
  ValuePath,
} from "@porchlight/protocol/content-editing.ts";
import { valueAt } from "@porchlight/protocol/content-values.ts";
import { formatInstant } from "@porchlight/protocol/format-date.ts";
import { findInstant } from "@porchlight/protocol/zoned-time.ts";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import type { ContentEditing, PublicationResult } from "../../../api/content-editing.ts";
import { ConfirmDialog, Dialog } from "../../../ui/dialog.tsx";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { useDashboard } from "../shared/dashboard-context.ts";
import { useTimeZone } from "../shared/time-zone.ts";
import { clocksOf, inTheFuture } from "../shared/words.ts";
import type { EditedFiles } from "./edited-files.ts";
import { fieldWordsOf, ITEM_WORDS } from "./form/field-words.ts";
import { titleIn } from "./form/item-words.ts";
import { isSamePath } from "./form/paths.ts";
import { nameOfPath } from "./form/schema.ts";
import * as words from "./words.ts";

type PublicationBarProps = {
  editing: ContentEditing;
  edited: EditedFiles;
  files: ContentFiles;
  language: string;
  isPreviewed: boolean;
  onPreview: () => void;
  /** Opens the field of a value. */
  onProblem: (file: EditableFile, path: ValuePath) => void;
  /** Called when drafts were published, discarded or undone: open forms have to be read again. */
  onChanged: () => void;
  onScheduled: () => void;
  /** A notice above the buttons. */
  children: ReactNode;
};

type Problems = readonly { file: EditableFile; problems: readonly FieldProblem[] }[];

/** What is not published yet, and what can be done with it. It is always in view. */
export function PublicationBar(props: PublicationBarProps) {
  const { editing, edited, files, language, isPreviewed, onPreview, onProblem, onChanged, onScheduled } = props;
  const { notify } = useDashboard();
  const saved = useSyncExternalStore(edited.subscribe, edited.getState);
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<"discard" | "later">();
  const [found, setProblems] = useState<Problems>([]);
  const [published, setPublished] = useState<number>();
  const timeZone = useTimeZone(asked === "later" || files.publishAt !== undefined);

  // Problems that were corrected since then are no longer shown.
  const problems = found.flatMap(({ file, problems }) => {
    const now = files.files.find((one) => one.file === file)?.problems ?? [];
    const left = problems.filter((problem) => now.some((other) => isSameProblem(other, problem)));
    return left.length > 0 ? [{ file, problems: left }] : [];
  });
  const isReadOnly = files.notWritable !== undefined;
  const drafts = files.files.filter(({ draftSince }) => draftSince !== undefined);
  const hasDraft = drafts.length > 0 || saved !== "saved";
  const timeOf = (at: string | Date) =>
    `${formatInstant(at, language, { dateStyle: "long", timeStyle: "short", timeZone })} (${timeZone})`;

  /** Runs a change after everything that was typed is stored, and shows its result. */
  async function run(change: () => Promise<PublicationResult | undefined>, done: string, onDone: () => void) {
    setBusy(true);
    setAsked(undefined);
    setProblems([]);
    setPublished(undefined);
    try {
      const result = (await edited.settle())
        ? await change()
        : ({ ok: false, message: words.bar.notStored } satisfies PublicationResult);
      if (!result || result.ok) {
        notify("success", done);
        if (result?.version?.reason === "published") {
          setPublished(result.version.id);
          // What stayed a draft because it is not finished.
          setProblems(drafts.filter(({ problems: found }) => found.length > 0));
        }
        onDone();
      } else if ("problems" in result) setProblems(result.problems);
      else if ("clash" in result) {
        notify("warning", words.clashInFolder);
        onChanged();
        onProblem(result.clash, []);
      } else notify("warning", result.message);
    } catch (error) {
      console.warn("A publication failed", error);
      notify("error", words.bar.failed);
    }
    setBusy(false);
  }

  return (
    <>
      <section className="dashboard-bar publication" aria-label={words.bar.label}>
        {props.children}
        {problems.length > 0 && (
          <div className="publication-problems" role="alert">
            <p>{words.bar.correct}</p>
            <ul>
              {problems.flatMap((one) =>
                inLines(one.file, one.problems, edited.valueOf(one.file)).map(({ line, path }) => (
                  <li key={`${one.file} ${line}`}>
                    <button type="button" className="text-button" onClick={() => onProblem(one.file, path)}>
                      {words.fileNames[one.file]}: {line}
                    </button>
                  </li>
                )),
              )}
            </ul>
          </div>
        )}
        <div className="publication-state">
          <p role="status" data-state={saved}>
            {saved !== "saved"
              ? words.save[saved]
              : drafts.length > 0
                ? words.save.saved
                : published === undefined
                  ? words.bar.none
                  : words.bar.published}
          </p>
          {drafts.length > 0 && (
            <p className="publication-drafts">
              {words.bar.drafts(drafts.map(({ file }) => words.fileNames[file]).join(", "))}
            </p>
          )}
          {files.publishAt !== undefined && (
            <p className="publication-time">
              {files.publishFailed === undefined
                ? words.bar.scheduled(timeOf(files.publishAt))
                : `${words.bar.scheduleFailed} ${files.publishFailed}`}
            </p>
          )}
        </div>
        <div className="publication-buttons">
          {/* Not in the place of Publish: a second click would undo it. */}
          {published !== undefined && !hasDraft && (
            <DashboardButton
              isDisabled={isBusy}
              onClick={() => run(() => editing.restore(published, "undo"), words.bar.undone, onChanged)}
            >
              {words.bar.undo}
            </DashboardButton>
          )}
          <DashboardButton onClick={onPreview}>
            {isPreviewed ? words.bar.closePreview : words.bar.preview}
          </DashboardButton>
          {hasDraft && !isReadOnly && (
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
                    run(async () => void (await editing.cancelSchedule()), words.bar.scheduleCancelled, onScheduled)
                  }
                >
                  {words.bar.cancelSchedule}
                </DashboardButton>
              )}
              <DashboardButton
                className="dashboard-button-main"
                isDisabled={isBusy}
                onClick={() => run(() => editing.publish(), words.bar.published, onChanged)}
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
                // The list may be older than the last edit.
                const now = await editing.files();
                for (const { file, draftSince } of now.files) if (draftSince !== undefined) await editing.discard(file);
                return undefined;
              },
              words.bar.discarded,
              onChanged,
            )
          }
        >
          <p>{words.bar.discardAbout}</p>
          <p>{drafts.map(({ file }) => words.fileNames[file]).join(", ")}</p>
        </ConfirmDialog>
      )}
      {asked === "later" && (
        <LaterDialog
          timeZone={timeZone}
          onCancel={() => setAsked(undefined)}
          onChoose={(at) => run(() => editing.publish(undefined, at), words.bar.scheduled(timeOf(at)), onScheduled)}
        />
      )}
    </>
  );
}

/** Where a problem is, and what it is: "Price: must be an amount". */

/** A line for each problem. Rows of one item with the same problem share a line. */
function inLines(
  file: EditableFile,
  problems: readonly FieldProblem[],
  value: FileValue | undefined,
): { line: string; path: ValuePath }[] {
  const lines = problems.map((problem) => ({ line: problemInWords(file, problem, value), path: problem.path }));
  return lines.filter(({ line }, at) => lines.findIndex((other) => other.line === line) === at);
}

/** "Salt tee: Price: is missing": the item of the file's list, the field, and the problem. */
function problemInWords(file: EditableFile, { path, message }: FieldProblem, value: FileValue | undefined): string {
  const at = path.findIndex((part) => typeof part === "number");
  const around = path.slice(0, at + 1);
  const noun = ITEM_WORDS[nameOfPath(around)] ?? words.list.item;
  // Nothing is known about a file that was not opened.
  const isInKnownList = at >= 0 && value !== undefined;
  const unnamed = words.list.unnamed(noun, Number(path[at]) + 1);
  const item = isInKnownList ? (titleIn(valueAt(value, around)) ?? unnamed) : undefined;
  const label = path.length > 0 ? fieldWordsOf(file, nameOfPath(path))?.label : undefined;
  // The label of a list adds nothing to the name of its item.
  return [item, path.length === around.length && item ? undefined : label, message].filter(Boolean).join(": ");
}

function isSameProblem(one: FieldProblem, other: FieldProblem): boolean {
  return one.message === other.message && isSamePath(one.path, other.path);
}

/** Asks when to publish, in a time zone. */
function LaterDialog(props: { timeZone: string; onCancel: () => void; onChoose: (at: Date) => void }) {
  const { timeZone, onCancel, onChoose } = props;
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  return (
    <Dialog label={words.bar.laterTitle} onClose={onCancel}>
      <form
        className="form-fields"
        onSubmit={(event) => {
          event.preventDefault();
          const at = new Date(findInstant(typed, timeZone));
          if (at.getTime() > Date.now()) onChoose(at);
          else setWrong(true);
        }}
      >
        <div className="form-field" data-invalid={isWrong || undefined}>
          <label className="form-label" htmlFor="publish-at">
            {words.bar.when}
          </label>
          <p className="field-hint" id="publish-at-hint">
            {clocksOf(timeZone)}
          </p>
          <input
            id="publish-at"
            className="field"
            type="datetime-local"
            required
            value={typed}
            aria-invalid={isWrong || undefined}
            aria-describedby="publish-at-hint publish-at-problem"
            onChange={(event) => setTyped(event.target.value)}
          />
          <p className="form-problem" id="publish-at-problem" role="alert">
            {isWrong && inTheFuture}
          </p>
        </div>
        <div className="dialog-actions">
          <button type="button" className="button button-quiet" onClick={onCancel}>
            {words.bar.cancelLater}
          </button>
          <button type="submit" className="button">
            {words.bar.publishThen}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
