import type { ContentProblem, ContentProblems as Report } from "@porchlight/protocol/admin.ts";
import { DASHBOARD_MESSAGES } from "@porchlight/protocol/dashboard-messages.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { goToCheckUp } from "../shared/words.ts";
import { DemoNote } from "./demo-note.tsx";
import { useContentProblems } from "./queries.ts";

const SHOWN_INSTEAD: Readonly<Record<ContentProblem["shown"], string>> = {
  before: DASHBOARD_MESSAGES.contentAsBefore,
  nothing: DASHBOARD_MESSAGES.contentLeftOut,
};

/**
 * Lists the problems in the owner's files, where an owner finds out why an edited file changed nothing. The region is
 * always there, so that screen readers announce it.
 */
export function ContentProblems({ onCheckUp }: { onCheckUp: () => void }) {
  const { problems, demo } = useContentProblems().data ?? NO_PROBLEMS;
  return (
    <>
      <div className="content-problems" role="status">
        {problems.length > 0 && (
          <div className="load-note">
            <ul>
              {problems.map(({ sentence, shown }) => (
                <li key={sentence}>
                  {sentence} {SHOWN_INSTEAD[shown]}
                </li>
              ))}
            </ul>
            <DashboardButton onClick={onCheckUp}>{goToCheckUp}</DashboardButton>
          </div>
        )}
      </div>
      {demo && <DemoNote demo={demo} />}
    </>
  );
}

const NO_PROBLEMS: Report = { problems: [] };
