import type { ContentProblem } from "@porchlight/protocol/admin.ts";
import { useLanguage } from "../../../ui/language.ts";
import { useContentProblems } from "../shared/queries.ts";
import { useLater } from "../shared/use-later.ts";
import { picturesInPreparation } from "./words.ts";

/** Opens an area of the website's forms, or `start`, the list of all areas. */
export type OpenWebsite = { onWebsite: (area: string) => void };

/** The areas and their names are fetched only when there is something to say. */
const load = () => import("./content-problems.tsx");

/** Problems in the owner's files. */
export function LaterProblems(props: { problems: ContentProblem[] } & OpenWebsite) {
  const loaded = useLater(true, load);
  return loaded ? <loaded.ProblemList {...props} /> : null;
}

/** Notes on the content folder: the progress of pictures, and what is still the demo's. */
export function ContentNotes({ onWebsite }: OpenWebsite) {
  const language = useLanguage();
  const { demo, preparing } = useContentProblems().data ?? {};
  const loaded = useLater(demo !== undefined && (demo.isWhole || demo.files.length > 0), load);
  return (
    <>
      {preparing && (
        <div className="load-note">
          <p>{picturesInPreparation(preparing, language)}</p>
        </div>
      )}
      {demo && loaded && <loaded.DemoNote demo={demo} onWebsite={onWebsite} />}
    </>
  );
}
