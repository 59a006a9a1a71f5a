import { REMINDERS_PATH } from "@porchlight/protocol/reminders.ts";
import { createSeal } from "../../shared/link-pages/seal.ts";

/** Paths of the links in emails about shows; the token is in `t`. */
export const CONFIRM_PATH = `${REMINDERS_PATH}/confirm`;
export const STOP_PATH = `${REMINDERS_PATH}/stop`;

/** The link of one kind. A token is the request's random key, sealed with the list's secret. */
type ReminderLink = {
  linkFor(key: string): string;
  /** The key of a valid token; undefined for any other text. */
  read(token: string): string | undefined;
};

/**
 * Links that confirm and stop emails about shows. The token of one kind is not valid for the other.
 *
 * @param secret reads the list's secret, in base64url
 * @param publicUrl address of the site, without a slash at the end
 */
export function createReminderLinks({ secret, publicUrl }: { secret: () => string; publicUrl: string }): {
  confirm: ReminderLink;
  stop: ReminderLink;
} {
  const linkOf = (path: string, use: string): ReminderLink => ({
    linkFor: (key) => `${publicUrl}${path}?t=${createSeal(secret(), use).seal(key)}`,
    read: (token) => createSeal(secret(), use).open(token),
  });
  return {
    confirm: linkOf(CONFIRM_PATH, "a link that confirms a reminder"),
    stop: linkOf(STOP_PATH, "a link that stops a reminder"),
  };
}
