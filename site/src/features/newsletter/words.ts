/**
 * Sentences of the footer's form, and those that it shares with the dialog. The messages after a sign-up are in
 * protocol/src/messages.ts.
 */

export const email = "Email";
export const emailExample = "you@example.com";
export const join = "Join";
export const joining = "Joining...";
/** Words before and after a link to the artist's contact page. */
export const beforeWriteTo = "This form needs JavaScript. ";
export const afterWriteTo = " to join.";

export const writeTo = (artist: string) => `Write to ${artist}`;
