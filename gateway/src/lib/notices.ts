/** A log message about the owner's files. `version` distinguishes two notices with the same message. */
export type Notice = { fields: object; message: string; version?: string };

/**
 * Logs each notice about the owner's files only once, although the files are checked often. It logs a notice again only
 * after a check that did not find the problem.
 *
 * @returns a function that takes all notices of one check
 */
export function createNotices(log: (fields: object, message: string) => void): (found: readonly Notice[]) => void {
  let logged: ReadonlySet<string> = new Set();
  return (found) => {
    for (const notice of found) {
      if (!logged.has(JSON.stringify(notice))) log(notice.fields, notice.message);
    }
    logged = new Set(found.map((notice) => JSON.stringify(notice)));
  };
}
