/** Why an upload is not stored. */
export type UploadFailure =
  | "length-missing"
  | "too-large"
  | "incomplete"
  | "disk-full"
  | "heic"
  | "svg-elsewhere"
  | "svg-unusable"
  | "unknown-format"
  | "moving"
  | "too-many-pixels"
  | "unreadable";

/** An upload that is not stored, for a reason that the owner can act on. Nothing of it stays on the disk. */
export class UploadError extends Error {
  override readonly name = "UploadError";
  readonly reason: UploadFailure;

  constructor(reason: UploadFailure, options?: ErrorOptions) {
    super(`The upload was not stored: ${reason}`, options);
    this.reason = reason;
  }
}
