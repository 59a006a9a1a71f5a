/** Sentences of the email dialog. They have a separate module, because the dialog does not load the footer's chunk. */

export const firstName = "First name";
export const lastName = "Last name";
export const close = "Close";
export const title = "Join the list";
export const successTitle = "Success!";
