import type { ContentProblem, ContentProblems as Report } from "@porchlight/protocol/admin.ts";
import { DASHBOARD_MESSAGES } from "@porchlight/protocol/dashboard-messages.ts";
import { DEMO_MESSAGES, type DemoState, nameSome, partsInWords } from "@porchlight/protocol/demo.ts";
import { areas as AREA_WORDS } from "../shared/area-words.ts";
import { AREA_GROUPS, type AreaKey } from "../shared/areas.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { areasOfDemo } from "../shared/demo-areas.ts";
import type { OpenWebsite } from "./content-notes.tsx";
import { openNamed } from "./words.ts";

/** @param area the area that opens; absent: the list of all areas */
const openForm = (area?: AreaKey) => openNamed(area && AREA_WORDS[area].name);

const SHOWN_INSTEAD: Readonly<Record<ContentProblem["shown"], string>> = {
  before: DASHBOARD_MESSAGES.contentAsBefore,
  nothing: DASHBOARD_MESSAGES.contentLeftOut,
};

/**
 * Lists the problems in the owner's files, so that the owner sees why an edited file has no effect. Each leads to the
 * form where it can be corrected.
 */
export function ProblemList({ problems, onWebsite }: Pick<Report, "problems"> & OpenWebsite) {
  return (
    <ul className="content-problems">
      {problems.map(({ sentence, shown }) => {
        const area = areaOfProblem(sentence);
        return (
          <li key={sentence} className="load-note">
            <p>
              {sentence} {SHOWN_INSTEAD[shown]}
            </p>
            <DashboardButton onClick={() => onWebsite(area ?? "start")}>{openForm(area)}</DashboardButton>
          </li>
        );
      })}
    </ul>
  );
}

/** The area of a problem's file, whose name begins the sentence; undefined if the area is unknown. */
function areaOfProblem(sentence: string): AreaKey | undefined {
  const ofFile = AREA_GROUPS.flatMap(({ areas }) => [...areas]).filter(({ file }) => sentence.startsWith(`${file},`));
  return ofFile.length === 1 ? ofFile[0]?.key : undefined;
}

/** A list with more entries is collapsed, so that the numbers stay in view. */
const MOST_SHOWN = 8;

/** The largest number of parts of an area that are named. */
const MOST_NAMED = 4;

/**
 * Lists the parts of the site that are still the demo's, each area with a button to its form. For an unchanged demo, one
 * sentence is enough.
 */
export function DemoNote({ demo, onWebsite }: { demo: DemoState } & OpenWebsite) {
  if (demo.isWhole) {
    return (
      <div className="load-note demo-note" data-public={demo.isPublic || undefined}>
        <p>
          {DEMO_MESSAGES.whole} {demo.isPublic && DEMO_MESSAGES.wholeInPublic}
        </p>
        <DashboardButton onClick={() => onWebsite("start")}>{openForm()}</DashboardButton>
      </div>
    );
  }
  const areas = areasOfDemo(demo);
  const count = areas.reduce((sum, { parts }) => sum + parts.length, 0);
  if (count === 0) return null;
  return (
    <div className="load-note demo-note" data-public={demo.isPublic || undefined}>
      <details open={count <= MOST_SHOWN}>
        <summary>
          {partsInWords(
            areas.flatMap(({ parts }) => parts),
            demo.isPublic,
          )}
        </summary>
        <ul>
          {areas.map(({ area, parts }) => (
            <li key={area}>
              <button type="button" onClick={() => onWebsite(area)}>
                {AREA_WORDS[area].name}
              </button>
              <span>
                {nameSome(
                  parts.map(({ words, label }) => words ?? label),
                  MOST_NAMED,
                )}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
