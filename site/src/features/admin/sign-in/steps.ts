import { ADMIN_MESSAGES, LINKED_SIGN_IN_WORDS } from "@porchlight/protocol/admin-messages.ts";
import { type Factor, isAuthPKCECodeVerifierMissingError } from "@supabase/auth-js";
import type { AuthChange, OwnerAuth } from "../../../api/auth.ts";
import { requestConfig } from "../../../api/config.ts";
import { authErrorMessage, linkedSignInMessage } from "../shared/auth-error-messages.ts";
import type { Notice } from "../shared/notices.tsx";
import type { AdminSession } from "../shared/session.ts";
import type { Arrival } from "./arrival.ts";
import { readHint, writeHint } from "./hint.ts";
import { openSession } from "./open-session.ts";

/** Why an email's link failed: it was used before or is too old, or another browser requested it. */
export type LinkFailure = "expired" | "elsewhere";

/** What the dashboard shows. Source: docs/product.md §4, admin authentication. */
export type Step =
  | { step: "loading" }
  | { step: "sign-in"; notice?: Notice | undefined }
  | { step: "forgotten"; link?: LinkFailure }
  | { step: "second-step"; factors: Factor[] }
  | { step: "new-password" }
  | { step: "dashboard"; session: AdminSession; notice?: Notice | undefined; hasJustLoggedIn?: boolean }
  | { step: "unreachable"; isSignedIn: boolean; retry: () => Promise<void> };

/** Moves the owner between the steps. */
export type StepControl = {
  /** Finds the first step, from the arrival or the stored session. */
  start: () => Promise<void>;
  /** Runs a call that may change the sign-in, and shows the next step after it. */
  attempt: <Result>(work: (auth: OwnerAuth) => Promise<Result>) => Promise<Result>;
  /** Shows the step that sends an email for a new password. */
  forgotten: () => void;
  /**
   * Verifies the code in the email, which replaces its link.
   *
   * @returns an error message, or undefined if the step for a new password follows
   */
  recoverWithCode: (code: string) => Promise<string | undefined>;
  /** Shows the step that the current sign-in needs. */
  proceed: (notice?: Notice) => Promise<void>;
  /** Checks the session with the service after the gateway rejected a valid token, and shows the step that follows. */
  recheck: () => Promise<void>;
  /** Shows the dashboard after the new password was set. */
  passwordChosen: () => Promise<void>;
  stop: () => void;
};

type StepOptions = {
  openAuth: () => Promise<OwnerAuth>;
  arrival: Arrival | undefined;
  show: (step: Step, auth: OwnerAuth | undefined) => void;
  reload: () => void;
};

/** Creates the steps of the dashboard. Nothing happens before `start`. */
export function createSteps({ openAuth, arrival, show, reload }: StepOptions): StepControl {
  let auth: OwnerAuth | undefined;
  let current: Step = { step: "loading" };
  let runningCalls = 0;
  let hasMissedChange = false;
  let isRecovering = false;
  let isStopped = false;
  let unsubscribe = () => {};
  let isRechecking = false;

  function go(next: Step): void {
    if (isStopped) return;
    current = next;
    if (next.step === "sign-in") writeHint(false);
    if (next.step === "dashboard") writeHint(true);
    show(next, auth);
  }

  const opened = (): OwnerAuth => {
    if (!auth) throw new Error("The dashboard was used before it was opened");
    return auth;
  };

  function toSignIn(notice?: Notice): void {
    isRecovering = false;
    go({ step: "sign-in", notice });
  }

  async function proceed(
    notice?: Notice,
    hasJustLoggedIn = current.step === "sign-in" || current.step === "second-step",
  ): Promise<void> {
    const signIn = await opened().readState();
    if (signIn.state === "signed-out") return toSignIn(notice);
    if (signIn.state === "second-step") return go({ step: "second-step", factors: signIn.factors });
    if (signIn.state === "unreachable") {
      // An open dashboard stays, because its parts show their own errors.
      if (current.step !== "dashboard") go({ step: "unreachable", isSignedIn: true, retry: reloadPage });
      return;
    }
    const { session } = signIn;
    if (session.user.app_metadata.role !== "admin") {
      await opened().client.signOut({ scope: "local" });
      return toSignIn({ type: "error", text: ADMIN_MESSAGES.notAllowed });
    }
    if (isRecovering) return go({ step: "new-password" });
    const next = openSession(opened(), session, recheck);
    const isSame = current.step === "dashboard" && current.session.id === next.id;
    if (current.step === "dashboard" && isSame && !notice) return;
    const shown = isSame && current.step === "dashboard" ? current.session : next;
    go({ step: "dashboard", session: shown, notice, hasJustLoggedIn });
  }

  /** Reloads the page to refresh the session at once. After a failed refresh, the client itself would wait a minute. */
  async function reloadPage(): Promise<void> {
    await requestConfig("no-store");
    reload();
    // This never settles, because the page is about to reload and nothing has failed.
    return new Promise(() => {});
  }

  async function attempt<Result>(work: (auth: OwnerAuth) => Promise<Result>): Promise<Result> {
    runningCalls += 1;
    try {
      return await work(opened());
    } finally {
      runningCalls -= 1;
      if (runningCalls === 0 && hasMissedChange) {
        hasMissedChange = false;
        await proceed();
      }
    }
  }

  function onChange(change: AuthChange): void {
    if (runningCalls > 0) {
      hasMissedChange = true;
      // The code in the address itself does not say that it is for a new password.
      isRecovering ||= change === "recovering";
      return;
    }
    if (change === "signed-out") {
      if (current.step === "sign-in" || current.step === "forgotten") return;
      toSignIn({ type: "info", text: ADMIN_MESSAGES.signedOut });
    } else if (current.step !== "new-password") {
      proceed().catch((error: unknown) => console.warn("The session of another tab could not be used", error));
    }
  }

  async function recheck(): Promise<void> {
    // The gateway may reject several running calls at once.
    if (isRechecking) return;
    isRechecking = true;
    runningCalls += 1;
    try {
      const signIn = await opened().recheck();
      hasMissedChange = false;
      if (signIn.state === "signed-out") toSignIn({ type: "info", text: ADMIN_MESSAGES.sessionEnded });
      else await proceed();
    } finally {
      runningCalls -= 1;
      isRechecking = false;
    }
  }

  async function handleArrival(what: Arrival): Promise<void> {
    const { client, toAuthFailure, borrow, linkedSignIn } = opened();
    const linkedWords = LINKED_SIGN_IN_WORDS[linkedSignIn];
    const providerWords = (code: string) => linkedSignInMessage({ code }, linkedWords) ?? linkedWords.refused;
    if (what.by === "link") {
      const { error } = await client.verifyOtp({ type: what.type, token_hash: what.tokenHash });
      if (!error) {
        isRecovering = what.type === "recovery";
        return proceed();
      }
      if (toAuthFailure(error).code === "unreachable")
        return go({ step: "unreachable", isSignedIn: false, retry: () => attempt(() => handleArrival(what)) });
      return go({ step: "forgotten", link: "expired" });
    }
    // If a provider handles the email's link itself, it reports errors like those of a linked sign-in.
    if (what.by === "error" && what.code === "otp_expired") return go({ step: "forgotten", link: "expired" });
    await borrow();
    if (what.by === "error") return proceed({ type: "error", text: providerWords(what.code) });
    const wasSignedIn = (await opened().readState()).state === "signed-in";
    const { error } = await client.exchangeCodeForSession(what.code);
    if (error) {
      const failure = toAuthFailure(error);
      if (failure.code === "unreachable")
        return go({ step: "unreachable", isSignedIn: false, retry: () => attempt(() => handleArrival(what)) });
      // A linked sign-in returns to the same browser, but an email may be opened in another one.
      if (isAuthPKCECodeVerifierMissingError(error)) return go({ step: "forgotten", link: "elsewhere" });
      return proceed({ type: "error", text: providerWords(failure.code) });
    }
    return proceed(wasSignedIn ? { type: "success", text: linkedWords.linked } : undefined, !wasSignedIn);
  }

  async function start(): Promise<void> {
    try {
      auth ??= await openAuth();
    } catch (error) {
      console.warn("The dashboard could not be opened", error);
      return go({ step: "unreachable", isSignedIn: readHint(), retry: start });
    }
    if (isStopped) return;
    unsubscribe();
    unsubscribe = auth.onChange(onChange);
    try {
      await attempt(async ({ borrow }) => {
        if (arrival) return handleArrival(arrival);
        await borrow();
        return proceed();
      });
    } catch (error) {
      console.warn("The sign-in could not be checked", error);
      go({ step: "unreachable", isSignedIn: true, retry: reloadPage });
    }
  }

  return {
    start,
    attempt,
    proceed,
    recheck,
    forgotten: () => go({ step: "forgotten" }),
    recoverWithCode: (code) =>
      attempt(async ({ client, email, toAuthFailure }) => {
        const { error } = await client.verifyOtp({ type: "recovery", email, token: code });
        if (!error) isRecovering = true;
        if (error)
          return toAuthFailure(error).code === "otp_expired"
            ? ADMIN_MESSAGES.wrongEmailCode
            : authErrorMessage(toAuthFailure(error));
        return undefined;
      }),
    async passwordChosen() {
      isRecovering = false;
      await proceed({ type: "success", text: ADMIN_MESSAGES.passwordChanged });
    },
    stop() {
      isStopped = true;
      unsubscribe();
    },
  };
}
