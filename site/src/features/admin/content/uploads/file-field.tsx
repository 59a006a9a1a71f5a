import {
  type ContentFile,
  type FileFolder,
  type FileValue,
  MAX_FILE_BYTES,
} from "@porchlight/protocol/content-editing.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { createOwnFiles } from "../../../../api/own-files.ts";
import { Dialog } from "../../../../ui/dialog.tsx";
import { DashboardButton } from "../../shared/dashboard-button.tsx";
import { useDashboard } from "../../shared/dashboard-context.ts";
import { type FileUploads, isSameTarget, type UploadTarget } from "./file-uploads.ts";
import { UploadRow } from "./upload-row.tsx";
import { useFileUploads } from "./use-file-uploads.ts";
import { sizeInWords, file as words } from "./words.ts";
import "./uploads.css";

/** Endings that a browser offers to choose. The gateway decides. */
const ACCEPTED: Readonly<Record<FileFolder, string>> = {
  music: ".mp3,.m4a,.ogg,.opus,.flac,.wav",
  press: ".pdf,.svg,.png,.jpg,.jpeg,.tif,.tiff,.webp,.avif,.txt,.zip,.mp3,.wav",
};

const percent = new Intl.NumberFormat("en", { style: "percent" });

/**
 * Chooses a file of the content folder that is used as it is, or uploads one.
 *
 * @param whole the whole file in which the target is
 */
export function FileField(props: {
  label: string;
  hint: string | undefined;
  folder: FileFolder;
  /** Empty: none. */
  value: string;
  target: UploadTarget;
  whole: FileValue;
  uploads: FileUploads;
  isRequired: boolean;
  isReadOnly: boolean;
  onChange: (file: string | undefined) => void;
}) {
  const { label, hint, folder, value, target, whole, uploads, isRequired, isReadOnly, onChange } = props;
  const { session } = useDashboard();
  const queries = useQueryClient();
  const [files] = useState(() => createOwnFiles(session.accessToken));
  const queryKey = ["content-uploads", folder];
  const { data, isError } = useQuery({ queryKey, queryFn: ({ signal }) => files.list(folder, signal), staleTime: 0 });
  const all = useFileUploads(uploads);
  const mine = all.filter((one) => isSameTarget(one.target, target));
  const [isChoosing, setChoosing] = useState(false);
  const [isOver, setOver] = useState(false);
  const [isTooLarge, setTooLarge] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  // What is stored and what is unfinished changes with the steps of every upload.
  const steps = all.map(({ key, step }) => `${key} ${step}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is the same
  useEffect(() => void queries.invalidateQueries({ queryKey }), [steps]);

  const chosen = data?.files.find((one) => one.file === value);
  const isUnderWay = mine.some(({ step }) => step !== "done" && step !== "failed");
  // An upload of this window has its own row.
  const stopped = data?.unfinished.filter(
    ({ name, size }) => !all.some((one) => one.name === name && one.size === size && one.step !== "done"),
  );

  function take(list: FileList | null): void {
    const file = list?.[0];
    if (!file || isReadOnly || isUnderWay) return;
    setTooLarge(file.size > MAX_FILE_BYTES);
    if (file.size > MAX_FILE_BYTES) return;
    for (const { key, step } of mine) if (step === "failed") uploads.cancel(key);
    uploads.start({ folder, file, target, value: whole });
  }

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };

  return (
    <fieldset
      className="file-field"
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
    >
      <legend className="form-label" id={`${id}-label`}>
        {label}
      </legend>
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="file-chosen">
        {value === "" ? (
          <p>{words.none(folder)}</p>
        ) : (
          <p>
            <span className="file-name">{value}</span>{" "}
            {chosen && <span className="field-hint">{sizeInWords(chosen.size)}</span>}
          </p>
        )}
        {value !== "" && data && !chosen && <p className="form-problem">{words.missing(value, folder)}</p>}
        {!isReadOnly && (
          <>
            <div className="dashboard-buttons">
              <DashboardButton onClick={() => setChoosing(true)}>
                {value === "" ? words.choose(folder) : words.chooseOther(folder)}
              </DashboardButton>
              <DashboardButton isDisabled={isUnderWay} onClick={() => input.current?.click()}>
                {words.upload(folder)}
              </DashboardButton>
              {value !== "" && !isRequired && (
                <DashboardButton onClick={() => onChange(undefined)}>{words.remove(folder)}</DashboardButton>
              )}
            </div>
            <p className="field-hint picture-drop">{words.orDrop}</p>
            <input
              ref={input}
              type="file"
              accept={ACCEPTED[folder]}
              hidden
              onChange={(event) => {
                take(event.target.files);
                // The same file can be chosen again after a failure.
                event.target.value = "";
              }}
            />
          </>
        )}
      </div>
      {isTooLarge && (
        <p className="form-problem" role="alert">
          {words.tooLarge}
        </p>
      )}
      {mine.map((one) => (
        <UploadRow key={one.key} upload={one} uploads={uploads} />
      ))}
      {!isReadOnly && stopped && stopped.length > 0 && (
        <div className="file-unfinished">
          <p className="field-hint">{words.unfinished}</p>
          <ul>
            {stopped.map(({ id: uploadId, name, size, offset }) => (
              <li key={uploadId}>
                {words.unfinishedFile(name, percent.format(Math.floor((100 * offset) / size) / 100), sizeInWords(size))}
                <button
                  type="button"
                  className="text-button"
                  onClick={() => files.discard(uploadId).finally(() => queries.invalidateQueries({ queryKey }))}
                >
                  {words.discard(name)}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isChoosing && (
        <Chooser
          label={words.choose(folder)}
          files={data?.files}
          isError={isError}
          chosen={value}
          onChoose={(file) => {
            setChoosing(false);
            if (file !== value) onChange(file);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </fieldset>
  );
}

/** All files of a folder, in a dialog. */
function Chooser(props: {
  label: string;
  files: readonly ContentFile[] | undefined;
  isError: boolean;
  chosen: string;
  onChoose: (file: string) => void;
  onClose: () => void;
}) {
  const { label, files, isError, chosen, onChoose, onClose } = props;
  return (
    <Dialog label={label} onClose={onClose}>
      <div className="dialog-actions picture-chooser-close">
        <button type="button" className="button button-quiet" onClick={onClose}>
          {words.close}
        </button>
      </div>
      {!files && <p>{isError ? words.loadFailed : words.loading}</p>}
      {files?.length === 0 && <p>{words.chooserEmpty}</p>}
      <ul className="file-chooser">
        {files?.map(({ file, size }) => (
          <li key={file}>
            <button type="button" aria-pressed={file === chosen} onClick={() => onChoose(file)}>
              <span>{file}</span>
              <span className="field-hint">{sizeInWords(size)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
