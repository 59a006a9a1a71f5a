/** Something about the owner's files that a log says. `version` tells two apart that are said in the same words. */
export type Notice = { fields: object; message: string; version?: string };

/**
 * Says what is wrong with the owner's files once, however often they are looked through: again only after it was mended.
 *
 * @returns takes all that a look has found, which is what the next one is compared with
 */
export function createNotices(say: (fields: object, message: string) => void): (found: readonly Notice[]) => void {
  let said: ReadonlySet<string> = new Set();
  return (found) => {
    for (const notice of found) {
      if (!said.has(JSON.stringify(notice))) say(notice.fields, notice.message);
    }
    said = new Set(found.map((notice) => JSON.stringify(notice)));
  };
}
