import { NEWSLETTERS_PATH } from "@porchlight/protocol/newsletters.ts";

/** Path of a newsletter's own page. */
export function newsletterPath(id: number): string {
  return `${NEWSLETTERS_PATH}/${id}`;
}
