/** Sentences of the steps before the dashboard. Others are in protocol/src/admin-messages.ts. */

export const password = "Password";
export const login = "Login";
export const forgotPassword = "Forgot password?";
export const backToLogin = "Back to the login";

/** Surrounds the first letter and the domain of the owner's address. */
export const ownersAddress = {
  before: "The owner’s address begins with ",
  between: " and is at ",
  after: ".",
} as const;
export const sendEmail = "Send the email";
export const sending = "Sending...";
export const emailCode = "Code from the email";

export const replacesPassword = "It replaces the one that you forgot.";
export const setPassword = "Set the password";
export const keepPassword = "Keep the old password and sign out";

export const sendCode = "Send code";
export const sendAnotherCode = "Send another code";
export const code = "Code";
export const codeFrom = "Code from";
/** Names a second factor that has no name. */
export const unnamedFactor = { phone: "your telephone", app: "your authenticator app" } as const;

export const codeFromFactor = (factor: string) => `Code from ${factor}`;
