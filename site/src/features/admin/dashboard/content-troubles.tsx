import type { ContentTroubles as Answer, ContentTrouble } from "@porchlight/protocol/admin.ts";
import { DASHBOARD_MESSAGES } from "@porchlight/protocol/dashboard-messages.ts";
import { DemoNote } from "./demo-note.tsx";
import { useContentTroubles } from "./queries.ts";

const SHOWN_INSTEAD: Readonly<Record<ContentTrouble["shown"], string>> = {
  before: DASHBOARD_MESSAGES.contentAsBefore,
  nothing: DASHBOARD_MESSAGES.contentLeftOut,
};

/**
 * What in the owner's files cannot be used as it is now: whoever edits a file and sees no change looks here. The region
 * is there before its words.
 */
export function ContentTroubles({ onCheckUp }: { onCheckUp: () => void }) {
  const { troubles, demo } = useContentTroubles().data ?? NO_TROUBLES;
  return (
    <>
      <div className="content-troubles" role="status">
        {troubles.length > 0 && (
          <div className="load-note">
            <ul>
              {troubles.map(({ sentence, shown }) => (
                <li key={sentence}>
                  {sentence} {SHOWN_INSTEAD[shown]}
                </li>
              ))}
            </ul>
            <button type="button" className="desk-button" onClick={onCheckUp}>
              Go to the check-up
            </button>
          </div>
        )}
      </div>
      {demo && <DemoNote demo={demo} />}
    </>
  );
}

const NO_TROUBLES: Answer = { troubles: [] };
