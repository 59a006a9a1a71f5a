import type { EditableFile, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createContentEditing } from "../../../api/content-editing.ts";
import { areaOf, findArea } from "../shared/areas.ts";
import { useDashboard } from "../shared/dashboard-context.ts";
import { LoadState } from "../shared/load-note.tsx";
import { ARTIST_NAME_KEY, CONTENT_KEY } from "../shared/queries.ts";
import type { TabProps } from "../shared/tab-props.ts";
import { AreaForm } from "./area-form.tsx";
import { createEditedFiles } from "./edited-files.ts";
import { titleIn } from "./form/item-words.ts";
import { fieldId, isSamePath, itemAround, startsWith } from "./form/paths.ts";
import { OwnPanel } from "./own-panel.tsx";
import { findPlaceOfPage } from "./page-place.ts";
import { type Place, readRequestedPage, useWebsitePlace } from "./place.ts";
import { Preview } from "./preview.tsx";
import { PublicationBar } from "./publication-bar.tsx";
import { renewLook } from "./renew-look.ts";
import { StartScreen } from "./start-screen.tsx";
import { UploadRow } from "./uploads/upload-row.tsx";
import { fileUploadsOf, useFileUploads } from "./uploads/use-file-uploads.ts";
import { Versions } from "./versions.tsx";
import * as words from "./words.ts";
import "./content.css";

const FILES_KEY = ["content-files"];

/** A notice about a list, with a way back if there is one. */
type Announced = { message: string; undo: (() => void) | undefined };

/** The whole website, to be edited: a start screen of areas, and a form for each. Source: docs/product.md §2, Admin. */
export function WebsiteTab({ site }: Pick<TabProps, "site">) {
  const { session } = useDashboard();
  const queries = useQueryClient();
  const [savedCount, setSavedCount] = useState(0);
  const [editing] = useState(() => createContentEditing(session.accessToken));
  const refreshFiles = () => queries.invalidateQueries({ queryKey: FILES_KEY });
  /** Another tab shows what is still the demo's, and which first steps are done. */
  const refreshReport = () => queries.invalidateQueries({ queryKey: CONTENT_KEY });
  const renewHead = () =>
    renewLook().then(
      (name) => queries.setQueryData(ARTIST_NAME_KEY, name),
      (error: unknown) => console.warn("The dashboard did not get the site's new look", error),
    );
  const createFiles = () =>
    createEditedFiles(editing, () => {
      setSavedCount((count) => count + 1);
      refreshFiles();
    });
  const [edited, setEdited] = useState(createFiles);
  const query = useQuery({ queryKey: FILES_KEY, queryFn: ({ signal }) => editing.files(signal) });
  const uploads = fileUploadsOf(session, titleIn);
  const allUploads = useFileUploads(uploads);
  const [place, openPlace] = useWebsitePlace();
  const [announced, setAnnounced] = useState<Announced>();
  const [isPreviewed, setPreviewed] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const hasMoved = useRef(false);
  const lastPlace = useRef(place);
  /** The value to which the focus goes as soon as its form is there. */
  const sought = useRef<ValuePath>(undefined);

  const open = (to: Place) => {
    edited.flush();
    hasMoved.current = true;
    setAnnounced(undefined);
    openPlace(to);
  };
  /** Opens the form of a value and moves the focus there. */
  const openValue = (file: EditableFile, path: ValuePath) => {
    const target = areaOf(file, path);
    if (!target) return;
    const to = { area: target.key, path: itemAround(path) };
    sought.current = path;
    setPreviewed(false);
    // An open form is not rendered again.
    if (place.area === to.area && isSamePath(place.path, to.path)) focusSought();
    else open(to);
  };
  const focusSought = () => {
    if (!sought.current) return;
    if (focusValue(sought.current)) sought.current = undefined;
  };
  // The heading of what opens takes the focus, because the pressed button is gone.
  const at = `${place.area} ${place.path.join(".")}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when the place changes
  useLayoutEffect(() => {
    if (hasMoved.current) heading.current?.focus();
    scrollTo(0, 0);
    // Back from an item, the owner is where they left the list.
    const { area, path } = lastPlace.current;
    if (area === place.area && path.length > place.path.length && startsWith(path, place.path)) sought.current ??= path;
    lastPlace.current = place;
  }, [at]);
  useLayoutEffect(focusSought);
  const findPlace = (page: string) => findPlaceOfPage(page, async (file) => (await editing.open(file)).value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const page = readRequestedPage();
    if (page === undefined) return;
    findPlace(page).then(openPlace, (error: unknown) => console.warn("The form of a page was not found", error));
  }, []);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      edited.flush();
      if (edited.isWaiting()) event.preventDefault();
    };
    // A phone may end a hidden page without any other event.
    document.addEventListener("visibilitychange", edited.flush);
    addEventListener("pagehide", edited.flush);
    addEventListener("beforeunload", warn);
    return () => {
      edited.flush();
      document.removeEventListener("visibilitychange", edited.flush);
      removeEventListener("pagehide", edited.flush);
      removeEventListener("beforeunload", warn);
    };
  }, [edited]);

  if (!query.data) return <LoadState query={query} failed={words.loadFailed} />;
  const files = query.data;
  if (files.place === "demo")
    return <OwnPanel editing={editing} onDone={() => Promise.all([query.refetch(), refreshReport(), renewHead()])} />;

  /** Reads all files again, after drafts were published or discarded, or a version was restored. */
  const readAnew = () => {
    setEdited(createFiles);
    setSavedCount((count) => count + 1);
    refreshFiles();
    refreshReport();
    renewHead();
  };
  const toStart = () => open({ area: "start", path: [] });
  const area = findArea(place.area);
  // The form of a file's own field shows its upload there.
  const elsewhere = allUploads.filter(
    ({ target }) => !(target.file === area?.file && isSamePath(itemAround(target.path), place.path)),
  );
  return (
    <div className="website" data-previewed={isPreviewed || undefined}>
      <div className="website-page">
        {files.notWritable !== undefined && (
          <p className="load-note" role="alert">
            {files.notWritable}
          </p>
        )}
        {elsewhere.length > 0 && (
          <section className="uploads" aria-label={words.uploads}>
            {elsewhere.map((one) => (
              <UploadRow key={one.key} upload={one} uploads={uploads} />
            ))}
          </section>
        )}
        {area ? (
          <AreaForm
            key={area.key}
            edited={edited}
            area={area}
            path={place.path}
            isReadOnly={files.notWritable !== undefined}
            language={site.language}
            uploads={uploads}
            heading={heading}
            onOpen={(path) => open({ area: area.key, path })}
            onBack={toStart}
            onReady={() => {
              // The heading of the loading form has disappeared, and with it the focus.
              if (hasMoved.current && document.activeElement === document.body) heading.current?.focus();
              focusSought();
            }}
            onAnnounce={(message, undo) => setAnnounced({ message, undo })}
          />
        ) : place.area === "history" ? (
          <Versions
            editing={editing}
            heading={heading}
            isReadOnly={files.notWritable !== undefined}
            onBack={toStart}
            onRestored={readAnew}
          />
        ) : (
          <StartScreen files={files} heading={heading} onOpen={(key) => open({ area: key, path: [] })} />
        )}
      </div>
      {isPreviewed && (
        <Preview
          editing={editing}
          page={area?.page ?? "/"}
          savedCount={savedCount}
          place={place}
          findPlace={findPlace}
          onEdit={(to) => {
            setPreviewed(false);
            open(to);
          }}
          onClose={() => setPreviewed(false)}
        />
      )}
      <PublicationBar
        editing={editing}
        edited={edited}
        files={files}
        language={site.language}
        isPreviewed={isPreviewed}
        onPreview={() => setPreviewed(!isPreviewed)}
        onProblem={openValue}
        onChanged={readAnew}
        onScheduled={refreshFiles}
      >
        <div className="publication-notice" role="status">
          {announced && (
            <p>
              {announced.message}{" "}
              {announced.undo && (
                <button
                  type="button"
                  className="text-button"
                  onClick={() => {
                    announced.undo?.();
                    setAnnounced(undefined);
                  }}
                >
                  {words.list.undo}
                </button>
              )}
            </p>
          )}
        </div>
      </PublicationBar>
    </div>
  );
}

/** Moves the focus to the field of a value, or to the field around it. Returns whether there is one. */
function focusValue(path: ValuePath): boolean {
  for (let length = path.length; length > 0; length -= 1) {
    const field = document.getElementById(fieldId(path.slice(0, length)));
    if (!field) continue;
    field.closest("details")?.setAttribute("open", "");
    field.focus();
    field.scrollIntoView({ block: "center" });
    return true;
  }
  return false;
}
