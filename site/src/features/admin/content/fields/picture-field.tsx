import type { ContentPicture, PictureFolder } from "@porchlight/protocol/content-editing.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { Alert } from "../../../../ui/alert.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { cancel } from "../../../../ui/words.ts";
import { DashboardButton } from "../../shared/dashboard-button.tsx";
import { useDashboard } from "../../shared/dashboard-context.ts";
import { tryAgain } from "../../shared/words.ts";
import { Crops, FocalPoint } from "./focal-point.tsx";
import { nameOfPicture, useOwnPictures } from "./own-pictures.ts";
import { CROPS, hasFocus, type PicturePlace } from "./picture-places.ts";
import { useLocalPicture } from "./use-local-picture.ts";
import { useUpload } from "./use-upload.ts";
import * as words from "./words.ts";
import "./fields.css";

/**
 * A picture that a file names: by `name`, without ending, or by `file`. Without `alt`, the owner has not decided about
 * the description yet.
 */
export type PictureValue = { name?: string; file?: string; alt?: string; focus?: string };

/** Places without a description: the background, and covers, logos and icons, which have a name. */
const UNDESCRIBED: readonly (PicturePlace | undefined)[] = ["background", "cover", "logo", "icon"];

/** Formats that the gateway stores. Without HEIC here, an iPhone hands over a JPEG. */
const ACCEPTED = "image/jpeg,image/png,image/webp,image/avif,image/gif";

/** Formats of drawings, by their place. The gateway stores a JPEG among them as PNG. */
const ACCEPTED_DRAWINGS: Readonly<Record<string, string>> = {
  logo: "image/svg+xml,image/png",
  icon: "image/svg+xml,image/png,image/jpeg",
};

/**
 * Chooses a picture of the content folder, or uploads one, with its description and the point that stays in view.
 *
 * @param place where the site shows it; undefined where it is never cropped
 */
export function PictureField(props: {
  label: string;
  hint?: string | undefined;
  folder: PictureFolder;
  by: "name" | "file";
  value: PictureValue;
  place?: PicturePlace | undefined;
  /** Id of the field of the description, so that a problem can lead to it. */
  altId?: string;
  isReadOnly?: boolean;
  /** Whether the picture may be left out. */
  isOptional?: boolean;
  /** Whether to ask for a file as soon as the field is there. */
  opensAtOnce?: boolean;
  onChange: (value: PictureValue) => void;
}) {
  const { label, hint, folder, by, value, place, altId, isReadOnly = false, isOptional = false, onChange } = props;
  const { session, notify } = useDashboard();
  const isDrawing = place === "logo" || place === "icon";
  const queries = useQueryClient();
  const { pictures, queryKey, data, isError } = useOwnPictures(folder, isDrawing);
  const { upload, start, cancel: stop } = useUpload({ pictures, session, notify, folder, onStored: store });
  const [isChoosing, setChoosing] = useState(false);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const shouldOpen = useRef(props.opensAtOnce);
  useEffect(() => {
    if (shouldOpen.current) input.current?.click();
    shouldOpen.current = false;
  }, []);

  const named = value[by];
  const [first] = useState(named);
  const shown = data?.find((one) => nameOfPicture(one, by) === named);
  const crops = place === undefined ? [] : CROPS[place];
  // The owner sees their own file until the stored picture has loaded.
  const [loaded, setLoaded] = useState<string>();
  const isUploaded = upload.step === "done" && upload.file === shown?.file;
  const source = upload.step === "sending" || isUploaded ? upload.source : undefined;
  const preview = useLocalPicture(source);
  const isWaiting = isUploaded && preview.isDrawn && loaded !== shown?.thumbnail;

  function choose(picture: ContentPicture): void {
    setChoosing(false);
    const name = nameOfPicture(picture, by);
    if (name === named) return;
    // Description and point belong to the previous picture. A background needs no description.
    const { alt: _alt, focus: _focus, ...rest } = value;
    onChange({ ...rest, [by]: name, ...(place === "background" && { alt: "" }) });
  }

  function store(picture: ContentPicture): void {
    queries.setQueryData<ContentPicture[]>(queryKey, (before = []) => [...before, picture]);
    choose(picture);
  }

  function take(files: FileList | undefined): boolean {
    const file = files?.[0];
    if (!file || isReadOnly) return false;
    start(file);
    return true;
  }

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };

  return (
    <fieldset
      className="picture-field"
      aria-labelledby={`${id}-label`}
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (isReadOnly || !event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      }}
      onDrop={onDrop}
      onPaste={(event) => {
        if (take(event.clipboardData.files)) event.preventDefault();
      }}
    >
      <legend className="form-label" id={`${id}-label`}>
        {label}
      </legend>
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="picture-chosen">
        <div className="picture-frame">
          <canvas ref={preview.canvas} hidden={!(preview.isDrawn && (upload.step === "sending" || isWaiting))} />
          {preview.isDrawn && upload.step === "sending" ? null : shown?.thumbnail ? (
            <img
              src={shown.thumbnail}
              width={shown.width}
              height={shown.height}
              alt={value.alt ?? ""}
              hidden={isWaiting}
              onLoad={() => setLoaded(shown.thumbnail)}
            />
          ) : (
            <p>
              {named === undefined || named === ""
                ? words.picture.none
                : data && !shown
                  ? words.picture.missing(named, folder)
                  : named}
            </p>
          )}
        </div>
        <div className="picture-actions">
          {shown && (
            <p>
              <span className="picture-name">{shown.file}</span>{" "}
              <span className="field-hint">{words.picture.size(shown.width, shown.height)}</span>
            </p>
          )}
          {!isReadOnly && (
            <>
              <div className="dashboard-buttons">
                <DashboardButton onClick={() => setChoosing(true)}>
                  {named ? words.picture.chooseOther : words.picture.choose}
                </DashboardButton>
                <DashboardButton onClick={() => input.current?.click()}>{words.picture.upload}</DashboardButton>
                {isOptional && named && (
                  <DashboardButton onClick={() => onChange({})}>{words.picture.remove}</DashboardButton>
                )}
              </div>
              <p className="field-hint picture-drop">{words.picture.orDrop}</p>
              <input
                ref={input}
                type="file"
                accept={ACCEPTED_DRAWINGS[place ?? ""] ?? ACCEPTED}
                hidden
                onChange={(event) => {
                  take(event.target.files ?? undefined);
                  // The same file can be chosen again after a failure.
                  event.target.value = "";
                }}
              />
            </>
          )}
        </div>
      </div>
      <div role="status">
        {upload.step === "sending" && (
          <div className="picture-upload">
            <label htmlFor={`${id}-progress`}>
              {upload.part < 1 ? words.picture.uploading(upload.source.name) : words.picture.preparing}
            </label>
            <progress id={`${id}-progress`} {...(upload.part < 1 && { value: upload.part })} />
            <DashboardButton onClick={stop}>{cancel}</DashboardButton>
          </div>
        )}
        {upload.step === "done" && <p className="picture-done">{words.picture.uploaded(upload.file)}</p>}
      </div>
      {upload.step === "failed" && (
        <Alert type="error">
          {upload.message}{" "}
          {upload.again && (
            <button type="button" className="text-button" onClick={() => upload.again && start(upload.again)}>
              {tryAgain}
            </button>
          )}
        </Alert>
      )}
      {named && !UNDESCRIBED.includes(place) && (
        <AltField
          key={named}
          id={altId ?? `${id}-alt`}
          value={value}
          isChosenBefore={named === first}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
      )}
      {shown?.thumbnail && hasFocus(place) && !isReadOnly && !isWaiting && (
        <FocalPoint
          src={shown.thumbnail}
          width={shown.width}
          height={shown.height}
          crops={crops}
          focus={value.focus}
          onChange={(focus) => {
            const { focus: _before, ...rest } = value;
            onChange({ ...rest, ...(focus !== undefined && { focus }) });
          }}
        />
      )}
      {shown?.thumbnail && crops.length > 0 && !(hasFocus(place) && !isReadOnly) && (
        <Crops src={shown.thumbnail} crops={crops} focus={value.focus} />
      )}
      {isChoosing && (
        <Chooser
          pictures={data}
          isError={isError}
          chosen={shown}
          onChoose={choose}
          onUpload={() => {
            setChoosing(false);
            input.current?.click();
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </fieldset>
  );
}

/** What the picture shows, or that it is only decoration. One of the two has to be chosen. */
function AltField(props: {
  id: string;
  value: PictureValue;
  /** Whether the picture was there when the form opened. Otherwise the description is missed once the field was left. */
  isChosenBefore: boolean;
  isReadOnly: boolean;
  onChange: (value: PictureValue) => void;
}) {
  const { id, value, isChosenBefore, isReadOnly, onChange } = props;
  const [isLeft, setLeft] = useState(isChosenBefore);
  const isDecorative = value.alt === "";
  const isMissing = value.alt === undefined && isLeft;
  const change = (alt: string | undefined) => {
    const { alt: _before, ...rest } = value;
    onChange({ ...rest, ...(alt !== undefined && { alt }) });
  };
  return (
    <div className="picture-alt">
      <label className="form-label" htmlFor={id}>
        {words.picture.alt}
      </label>
      <div className="grow" data-text={value.alt ?? ""}>
        <textarea
          id={id}
          className="field"
          rows={1}
          value={value.alt ?? ""}
          readOnly={isReadOnly || isDecorative}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? `${id}-missing` : `${id}-hint`}
          onBlur={() => setLeft(true)}
          onChange={(event) => {
            // A description is one line, however long.
            const typed = event.target.value.replaceAll("\n", " ");
            change(typed === "" ? undefined : typed);
          }}
        />
      </div>
      {isMissing ? (
        <p className="form-problem" id={`${id}-missing`}>
          {words.picture.altMissing}
        </p>
      ) : (
        <p className="field-hint" id={`${id}-hint`}>
          {words.picture.altHint}
        </p>
      )}
      <label className="picture-decorative">
        <input
          type="checkbox"
          checked={isDecorative}
          disabled={isReadOnly}
          onChange={(event) => change(event.target.checked ? "" : undefined)}
        />
        {words.picture.decorative}
      </label>
    </div>
  );
}

/** All pictures of a folder, in a dialog. */
function Chooser(props: {
  pictures: readonly ContentPicture[] | undefined;
  isError: boolean;
  chosen: ContentPicture | undefined;
  onChoose: (picture: ContentPicture) => void;
  onUpload: () => void;
  onClose: () => void;
}) {
  const { pictures, isError, chosen, onChoose, onUpload, onClose } = props;
  return (
    <Dialog label={words.picture.chooserTitle} onClose={onClose}>
      <div className="dialog-actions picture-chooser-close">
        <button type="button" className="button button-quiet" onClick={onUpload}>
          {words.picture.upload}
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          {words.picture.close}
        </button>
      </div>
      {!pictures && <p>{isError ? words.picture.chooserFailed : words.picture.chooserLoading}</p>}
      {pictures?.length === 0 && <p>{words.picture.chooserEmpty}</p>}
      <ul className="picture-chooser">
        {pictures?.map((picture) => (
          <li key={picture.file}>
            <button type="button" aria-pressed={picture === chosen} onClick={() => onChoose(picture)}>
              {picture.thumbnail && (
                <img src={picture.thumbnail} width={picture.width} height={picture.height} alt="" loading="lazy" />
              )}
              <span>{picture.file}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
