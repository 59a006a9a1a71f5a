import type { ContentProblem, ContentProblems as Report } from "@porchlight/protocol/admin.ts";
import { DASHBOARD_MESSAGES } from "@porchlight/protocol/dashboard-messages.ts";
import {
  DEMO_MESSAGES,
  type DemoState,
  demoFileInWords,
  demoFilesToName,
  partsInWords,
} from "@porchlight/protocol/demo.ts";
import { useLanguage } from "../../../ui/language.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { goToCheckUp } from "../shared/words.ts";
import { useContentProblems } from "./queries.ts";
import { picturesInPreparation } from "./words.ts";

const SHOWN_INSTEAD: Readonly<Record<ContentProblem["shown"], string>> = {
  before: DASHBOARD_MESSAGES.contentAsBefore,
  nothing: DASHBOARD_MESSAGES.contentLeftOut,
};

/** Lists the problems in the owner's files, so that the owner sees why an edited file has no effect. */
export function ProblemList({ problems, onCheckUp }: Pick<Report, "problems"> & { onCheckUp: () => void }) {
  return (
    <div className="load-note content-problems">
      <ul>
        {problems.map(({ sentence, shown }) => (
          <li key={sentence}>
            {sentence} {SHOWN_INSTEAD[shown]}
          </li>
        ))}
      </ul>
      <DashboardButton onClick={onCheckUp}>{goToCheckUp}</DashboardButton>
    </div>
  );
}

/** Notes on the content folder: how far pictures are prepared, and what is still the demo's. */
export function ContentNotes() {
  const language = useLanguage();
  const { demo, preparing } = useContentProblems().data ?? {};
  return (
    <>
      {preparing && (
        <div className="load-note">
          <p>{picturesInPreparation(preparing, language)}</p>
        </div>
      )}
      {demo && <DemoNote demo={demo} />}
    </>
  );
}

/** A list with more entries is collapsed, so that the numbers stay in view. */
const MOST_SHOWN = 8;

/** Lists the parts of the content folder that are still the demo's. For an unchanged demo, one sentence is enough. */
function DemoNote({ demo }: { demo: DemoState }) {
  if (demo.isWhole) {
    return (
      <div className="load-note demo-note" data-public={demo.isPublic || undefined}>
        <p>
          {DEMO_MESSAGES.whole} {demo.isPublic && `${DEMO_MESSAGES.wholeInPublic} `}
          {DEMO_MESSAGES.next}
        </p>
      </div>
    );
  }
  const files = demoFilesToName(demo);
  const count = files.reduce((sum, { parts }) => sum + parts.length, 0);
  if (count === 0) return null;
  return (
    <div className="load-note demo-note" data-public={demo.isPublic || undefined}>
      <details open={count <= MOST_SHOWN}>
        <summary>{partsInWords(count, demo.isPublic)}</summary>
        <ul>
          {files.map((file) => (
            <li key={file.file}>{demoFileInWords(file)}</li>
          ))}
        </ul>
        <p>{DEMO_MESSAGES.next}</p>
      </details>
    </div>
  );
}
