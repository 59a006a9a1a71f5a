import type { ContentVersion } from "@porchlight/protocol/content-editing.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type Ref, useState } from "react";
import type { ContentEditing } from "../../../api/content-editing.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { useDashboard } from "../shared/dashboard-context.ts";
import { LoadState } from "../shared/load-note.tsx";
import { Moment } from "../shared/moment.tsx";
import * as shared from "../shared/words.ts";
import * as words from "./words.ts";

/** The version to restore, and the file if it is only one. */
type Chosen = { version: ContentVersion; file?: string };

/** All publications. Each can be restored, one file or all of them. */
export function Versions(props: {
  editing: ContentEditing;
  heading: Ref<HTMLHeadingElement>;
  isReadOnly: boolean;
  onBack: () => void;
  onRestored: () => void;
}) {
  const { editing, heading, isReadOnly, onBack, onRestored } = props;
  const { notify } = useDashboard();
  const [chosen, setChosen] = useState<Chosen>();
  const query = useInfiniteQuery({
    queryKey: ["content-versions"],
    queryFn: ({ pageParam, signal }) => editing.versions(pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
  const versions = query.data?.pages.flatMap((page) => page.versions);

  async function restore({ version, file }: Chosen) {
    setChosen(undefined);
    try {
      const result = await editing.restore(version.id, "restore", file === undefined ? undefined : [file]);
      if (result.ok) notify("success", words.versions.done);
      else if ("problems" in result) {
        const [first] = result.problems;
        notify("warning", `${words.bar.correct} ${nameOf(first?.file ?? "")}: ${first?.problems[0]?.message}`);
      } else notify("warning", "message" in result ? result.message : words.clashInFolder);
      await query.refetch();
      if (result.ok) onRestored();
    } catch (error) {
      console.warn("A version could not be brought back", error);
      notify("error", words.bar.failed);
    }
  }

  return (
    <>
      <div className="form-head">
        <button type="button" className="text-button" onClick={onBack}>
          <span aria-hidden="true">←</span> {words.back}
        </button>
        <h2 ref={heading} tabIndex={-1}>
          {words.historyArea.name}
        </h2>
        <p className="field-hint">{words.versions.about}</p>
      </div>
      {!versions && <LoadState query={query} failed={words.openFailed} />}
      {versions?.length === 0 && <p className="form-empty">{words.versions.empty}</p>}
      <ol className="versions">
        {versions?.map((version) => (
          <li key={version.id}>
            <div className="version-head">
              <h3>
                <Moment iso={version.at} />
              </h3>
              <p>
                {words.versions.by[version.reason]}
                {version.by !== undefined && ` · ${version.by}`}
              </p>
              {!isReadOnly && (
                <DashboardButton onClick={() => setChosen({ version })}>{words.versions.restoreAll}</DashboardButton>
              )}
            </div>
            <ul>
              {version.files.map(({ file, change }) => (
                <li key={file}>
                  <span>{words.versions.change[change](nameOf(file))}</span>
                  {!isReadOnly && (
                    <button type="button" className="text-button" onClick={() => setChosen({ version, file })}>
                      {words.versions.restoreFile(nameOf(file))}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <DashboardButton onClick={() => query.fetchNextPage()} isDisabled={query.isFetchingNextPage}>
          {shared.older}
        </DashboardButton>
      )}
      {chosen && (
        <ConfirmDialog
          question={words.versions.question}
          verb={words.versions.verb}
          onCancel={() => setChosen(undefined)}
          onConfirm={() => restore(chosen)}
        >
          <p>
            <Moment iso={chosen.version.at} />:{" "}
            {chosen.file === undefined ? words.versions.questionAll : words.versions.questionFile(nameOf(chosen.file))}
          </p>
          <p>{words.versions.stays}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function nameOf(file: string): string {
  return Object.entries(words.fileNames).find(([name]) => name === file)?.[1] ?? file;
}
