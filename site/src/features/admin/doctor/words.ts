/** Sentences of the check-up's panel. Others are in protocol/src/doctor-messages.ts. */

export const title = "Check-up";
export const run = "Run the check-up";
export const runAgain = "Run again";
/** Precedes the time. */
export const made = "Made ";
export const copy = "Copy as text";
export const plainText = "As plain text";
