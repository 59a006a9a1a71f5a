/** A file that cannot be imported. `message` is a sentence that the owner can act on; nothing was changed. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}

/** Turns an error of the file system about a list file into a sentence. Returns any other error unchanged. */
export function explainListFile(file: string, cause: unknown): unknown {
  if (!(cause instanceof Error && "code" in cause)) return cause;
  if (cause.code === "ENOENT") return new ImportError(`There is no file ${file}.`, { cause });
  if (cause.code === "EISDIR") return new ImportError(`${file} is a folder. Name one file in it.`, { cause });
  if (cause.code === "EACCES") return new ImportError(`${file} may not be read by this user.`, { cause });
  return cause;
}
