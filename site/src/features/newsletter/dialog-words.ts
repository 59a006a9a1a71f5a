/** Sentences of the email dialog; a module of its own, as the footer's chunk is not loaded with the dialog. */

export const firstName = "First name";
export const lastName = "Last name";
export const close = "Close";
export const title = "Join the list";
export const successTitle = "Success!";

export function lead(artist: string): string {
  return `Word of new records and shows, from ${artist} to you. Leave whenever you like.`;
}
