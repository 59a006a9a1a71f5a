/** Addresses that letters can go to. Stands outside the services: the store must take no order for any other. */

import { EMAIL_MAX_LENGTH } from "@porchlight/protocol/subscriber.ts";

/** One plain address. Quoted names before the @ are left out: no owner or fan has one, and attacks on parsers do. */
const ADDRESS = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u;

/** Whether a text is one address that a letter can go to. A name alone will do for its domain, as in `root@localhost`. */
export function isMailAddress(text: string): boolean {
  return text.length <= EMAIL_MAX_LENGTH && ADDRESS.test(text);
}
