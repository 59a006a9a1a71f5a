import type { ContentFiles } from "@porchlight/protocol/content-editing.ts";
import type { Ref } from "react";
import { areas as AREA_WORDS } from "../shared/area-words.ts";
import { AREA_GROUPS, type Area, type AreaKey } from "../shared/areas.ts";
import { areasOfDemo } from "../shared/demo-areas.ts";
import { useContentProblems } from "../shared/queries.ts";
import * as words from "./words.ts";

/** All areas of the website, grouped by topic. */
export function StartScreen(props: {
  files: ContentFiles;
  heading: Ref<HTMLHeadingElement>;
  onOpen: (area: AreaKey | "history") => void;
}) {
  const { files, heading, onOpen } = props;
  const { demo } = useContentProblems().data ?? {};
  // A shared text, such as the rules about returns, may be right as it is.
  const ofDemo = new Map(demo && areasOfDemo({ ...demo, shared: [] }).map(({ area, parts }) => [area, parts]));
  const originOf = (area: AreaKey) => {
    if (demo?.isWhole) return "demo";
    const parts = ofDemo.get(area);
    if (parts) return parts.every(({ isFrame }) => isFrame) ? "frame" : "demo";
    // Nothing can be sold with the rules of an empty frame.
    return area === "shop-rules" && demo?.own.shop === false ? "frame" : undefined;
  };
  return (
    <>
      <h2 className="visually-hidden" ref={heading} tabIndex={-1}>
        {words.website}
      </h2>
      {AREA_GROUPS.map(({ key, areas }) => (
        <section key={key} className="areas" aria-labelledby={`areas-${key}`}>
          <h3 id={`areas-${key}`}>{words.groups[key]}</h3>
          <ul>
            {areas.map((area) => (
              <li key={area.key}>
                <button type="button" className="area" onClick={() => onOpen(area.key)}>
                  <span className="area-name">{AREA_WORDS[area.key].name}</span>
                  <span className="area-about">{AREA_WORDS[area.key].about}</span>
                  <AreaState files={files} area={area} origin={originOf(area.key)} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section className="areas" aria-labelledby="areas-history">
        <h3 id="areas-history">{words.history}</h3>
        <ul>
          <li>
            <button type="button" className="area" onClick={() => onOpen("history")}>
              <span className="area-name">{words.historyArea.name}</span>
              <span className="area-about">{words.historyArea.about}</span>
            </button>
          </li>
        </ul>
      </section>
    </>
  );
}

/** Whether an area has a draft or a problem, or shows something of the demo or of the empty frame. */
function AreaState(props: { files: ContentFiles; area: Area; origin: "demo" | "frame" | undefined }) {
  const { files, area, origin } = props;
  const summary = files.files.find(({ file }) => file === area.file);
  const { names } = area;
  const problems = summary?.problems.filter(({ path: [name] }) => !names || names.includes(String(name))) ?? [];
  // A placeholder is not the owner's mistake.
  const wrong = problems.filter(({ isFrame }) => !isFrame);
  if (wrong.length > 0) return <span className="area-state area-wrong">{words.toCorrect(problems.length)}</span>;
  if (problems.length > 0) return <span className="area-state">{words.toFill}</span>;
  if (summary?.draftSince !== undefined) return <span className="area-state">{words.draft}</span>;
  if (summary?.exists === false) return <span className="area-state">{words.missing}</span>;
  if (origin === undefined) return null;
  return <span className="area-state">{origin === "frame" ? words.toFill : words.ofDemo}</span>;
}
