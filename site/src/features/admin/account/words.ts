/** Sentences of the owner's account. Others are in protocol/src/admin-messages.ts. */

export const password = "Password";
export const passwordNote = "A new password ends every other session.";
export const changePassword = "Change the password";

export const secondStep = "Second Step";
export const secondStepNote =
  "With an authenticator app, each login also asks for a code from the app. Somebody who has only the password cannot get in.";
export const noApp = "No authenticator app is set up.";
export const addApp = "Add an authenticator app";
export const removedApp = "Its codes stop working at once.";
/** Precedes the time. */
export const setUp = "Set up ";
/** Names a second factor that has no name. */
export const unnamedFactor = { phone: "Telephone", app: "Authenticator app" } as const;

export const appName = "Name of the app or device";
export const preparing = "Preparing...";
export const qrCode = "QR code for the authenticator app";
export const scanHint =
  "Open the app, add an account, and point the camera at the square. Or type this key into the app:";
export const appCode = "Code that the app shows now";

export const linkedSignIn = "Linked Sign-in";
export const unlink = "Unlink";

export const sessions = "Sessions";
export const noSession = "Nobody is signed in.";
export const thisSession = "This session";
export const end = "End";
export const endQuestion = "Are you sure you want to end this session?";
export const signOutElsewhere = "Sign out everywhere else";
export const signOutQuestion = "Are you sure you want to sign out everywhere else?";
export const signOut = "Sign out";
export const signOutMeans = "Every other browser has to log in again.";
/** Each of these precedes a time. */
export const lastUsed = "last used ";
export const signedIn = "signed in ";
export const withCode = "with a code";

export const auditLog = "Audit Log";
export const noEvent = "Nothing has happened yet.";
export const earlierEvents = "Show earlier events";

/** How somebody signed in, by the audit log's `method`. */
export const methods: Readonly<Record<string, string>> = {
  password: "with the password",
  letter: "with the email",
  recovery: "with the email",
  otp: "with the email",
  "password-change": "while changing the password",
};
/** The kind of code that was tried too often, by the audit log's `kind`. */
export const codeKinds: Readonly<Record<string, string>> = {
  password: "passwords",
  letter: "codes by email",
  code: "codes",
  factor: "codes",
};
/** Where sessions ended, by the audit log's `scope`. */
export const scopes: Readonly<Record<string, string>> = { others: "everywhere else", global: "everywhere" };
export const phone = "telephone";
export const unknownBrowser = "Unknown browser";

export const browserOnSystem = (browser: string, system: string) => `${browser} on ${system}`;
export const byMethod = (method: string) => `by ${method}`;
export const times = (count: number) => `${count} times`;
export const sessionsEnded = (count: number) => `${count} sessions ended`;
export const rows = (count: number) => `${count} ${count === 1 ? "row" : "rows"}`;
export const subscribers = (count: number) => `${count} subscribers`;
export const removeApp = (app: string) => `Remove ${app}`;
export const removeQuestion = (app: string) => `Are you sure you want to remove ${app}?`;
export const scan = (app: string) => `Scan this with ${app}`;
export const endSession = (browser: string, address: string) => `End ${browser}, ${address}`;
