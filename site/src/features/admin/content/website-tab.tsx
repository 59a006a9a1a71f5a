import type { Site } from "@porchlight/protocol/content.ts";
import type { ContentFiles } from "@porchlight/protocol/content-editing.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { createContentEditing } from "../../../api/content-editing.ts";
import { useDashboard } from "../shared/dashboard-context.ts";
import { LoadState } from "../shared/load-note.tsx";
import { AreaForm } from "./area-form.tsx";
import { areaOf, findArea } from "./areas.ts";
import { OwnPanel } from "./own-panel.tsx";
import { type Place, usePlace } from "./place.ts";
import { PublicationBar } from "./publication-bar.tsx";
import { StartScreen } from "./start-screen.tsx";
import { FILES_KEY } from "./use-edited-file.ts";
import { Versions } from "./versions.tsx";
import * as words from "./words.ts";
import "./content.css";

/** The whole website, to be edited: a start screen of areas, and a form for each. Source: docs/product.md §2, Admin. */
export function WebsiteTab({ site }: { site: Site }) {
  const { session } = useDashboard();
  const editing = useMemo(() => createContentEditing(session.accessToken), [session]);
  const query = useQuery({ queryKey: FILES_KEY, queryFn: ({ signal }) => editing.files(signal) });
  const queries = useQueryClient();
  const [place, openPlace] = usePlace();
  const [savedCount, setSavedCount] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const [hasMoved, setHasMoved] = useState(false);
  /** Counts what changes all open forms: a discarded draft, or a restored version. */
  const [reading, setReading] = useState(0);

  const open = (to: Place) => {
    setHasMoved(true);
    openPlace(to);
  };
  // The heading of what opens takes the focus, because the pressed button is gone.
  const at = `${place.area} ${place.path.join(".")}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when the place changes
  useEffect(() => {
    if (hasMoved) heading.current?.focus();
  }, [at]);

  if (!query.data) return <LoadState query={query} failed={words.loadFailed} />;
  const files: ContentFiles = query.data;
  if (files.place === "demo") return <OwnPanel editing={editing} onDone={() => query.refetch()} />;

  const area = findArea(place.area);
  return (
    <div className="website">
      {files.notWritable !== undefined && (
        <p className="load-note" role="alert">
          {files.notWritable}
        </p>
      )}
      {area ? (
        <AreaForm
          key={`${area.key} ${reading}`}
          editing={editing}
          area={area}
          path={place.path}
          isReadOnly={files.notWritable !== undefined}
          heading={heading}
          onOpen={(path) => open({ area: area.key, path })}
          onBack={() => open({ area: "start", path: [] })}
          onSaved={() => setSavedCount((count) => count + 1)}
        />
      ) : place.area === "history" ? (
        <Versions
          editing={editing}
          language={site.language}
          heading={heading}
          onBack={() => open({ area: "start", path: [] })}
          onRestored={() => {
            setReading((count) => count + 1);
            queries.invalidateQueries({ queryKey: FILES_KEY });
          }}
        />
      ) : (
        <StartScreen files={files} heading={heading} onOpen={(key) => open({ area: key, path: [] })} />
      )}
      <PublicationBar
        editing={editing}
        files={files}
        language={site.language}
        page={area?.page ?? "/"}
        savedCount={savedCount}
        onProblem={(file, path) => {
          const target = areaOf(file, path);
          if (target) open({ area: target.key, path: itemPathOf(path) });
        }}
        onChanged={() => {
          setReading((count) => count + 1);
          queries.invalidateQueries({ queryKey: FILES_KEY });
        }}
      />
    </div>
  );
}

/** The item of a list whose page shows a value: the path up to its last list index. */
function itemPathOf(path: readonly (string | number)[]): readonly (string | number)[] {
  const last = path.findLastIndex((part) => typeof part === "number");
  return path.slice(0, last + 1);
}
