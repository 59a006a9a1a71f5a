import { useId } from "react";
import { DashboardButton } from "../../shared/dashboard-button.tsx";
import type { FileUpload, FileUploads } from "./file-uploads.ts";
import { sizeInWords, upload as words } from "./words.ts";
import "./uploads.css";

const percent = new Intl.NumberFormat("en", { style: "percent" });

/** An upload with its progress and what the owner can do about it. */
export function UploadRow({ upload, uploads }: { upload: FileUpload; uploads: FileUploads }) {
  const { key, name, size, sent, step } = upload;
  const id = useId();
  const part = size > 0 ? sent / size : 0;
  const isUnderWay = step === "waiting" || step === "sending" || step === "interrupted";
  const canEnd = isUnderWay || step === "paused";
  const button = (action: "pause" | "resume" | "cancel" | "tryAgain" | "dismiss", onClick: () => void) => (
    <DashboardButton label={words[action](name)} onClick={onClick}>
      {words.short[action]}
    </DashboardButton>
  );
  return (
    <div className="upload-row" data-step={step}>
      {/* For screen readers, every percent would be too much. */}
      <p role="status" className={step === "failed" ? "form-problem" : undefined}>
        <span id={id}>{sentenceOf(upload)}</span>
        {step === "sending" && part >= 0.25 && (
          <span className="visually-hidden"> {words.quarter(name, percent.format(Math.floor(part * 4) / 4))}</span>
        )}
      </p>
      {canEnd && (
        <>
          <progress aria-labelledby={id} value={part} />
          <p className="field-hint upload-sizes">
            {words.progress(sizeInWords(sent), sizeInWords(size), percent.format(Math.floor(part * 100) / 100))}
          </p>
        </>
      )}
      <div className="dashboard-buttons">
        {isUnderWay && button("pause", () => uploads.pause(key))}
        {step === "paused" && button("resume", () => uploads.resume(key))}
        {step === "failed" && button("tryAgain", () => uploads.resume(key))}
        {(canEnd || step === "failed") && button("cancel", () => uploads.cancel(key))}
        {step === "done" && button("dismiss", () => uploads.cancel(key))}
      </div>
    </div>
  );
}

function sentenceOf(upload: FileUpload): string {
  switch (upload.step) {
    case "failed":
      return `${upload.name}: ${upload.message}`;
    case "done":
      return upload.isNamed ? words.done(upload.stored) : words.doneUnnamed(upload.stored);
    default:
      return words[upload.step](upload.name);
  }
}
