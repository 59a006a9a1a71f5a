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

/** Why an email's link did not open: it was used or is too old, or was asked for in another browser. */
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

/** Leads the owner from step to step. */
export type StepControl = {
  /** Finds out where the owner stands, beginning with what the address brought along. */
  start: () => Promise<void>;
  /** Runs a call that may change where the owner stands; the next step shows once it has ended. */
  attempt: <Result>(work: (auth: OwnerAuth) => Promise<Result>) => Promise<Result>;
  /** Leads to the email that brings a new password. */
  forgotten: () => void;
  /**
   * Takes the code of the email in place of its link.
   *
   * @returns what was wrong with it, in words; nothing when it leads on to the new password
   */
  recoverWithCode: (code: string) => Promise<string | undefined>;
  /** Leads on to wherever the owner stands. */
  proceed: (notice?: Notice) => Promise<void>;
  /** Finds out again where the owner stands, after the gateway refused what should be allowed. */
  recheck: () => Promise<void>;
  /** The new password is set: leads to the dashboard. */
  passwordChosen: () => Promise<void>;
  stop: () => void;
};

/** What the dashboard works with. */
type StepOptions = {
  openAuth: () => Promise<OwnerAuth>;
  arrival: Arrival | undefined;
  show: (step: Step, auth: OwnerAuth | undefined) => void;
  reload: () => void;
};

/** Sets up the steps of the dashboard; nothing happens before `start`. */
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
      // Whoever is at work stays there; what cannot be fetched says so.
      if (current.step !== "dashboard") go({ step: "unreachable", isSignedIn: true, retry: startAnew });
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

  /** A page that is loaded anew asks at once; the client waits a minute after a refresh that failed. */
  async function startAnew(): Promise<void> {
    await requestConfig("no-store");
    reload();
    // Until the page is gone nothing has failed.
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
      // A code in the address does not say itself what it is for.
      isRecovering ||= change === "recovering";
      return;
    }
    if (change === "signed-out") {
      if (current.step === "sign-in" || current.step === "forgotten") return;
      toSignIn({ type: "info", text: ADMIN_MESSAGES.signedOut });
    } else if (current.step !== "new-password") {
      proceed().catch((error: unknown) => console.warn("The sign-in of another tab could not be taken over", error));
    }
  }

  async function recheck(): Promise<void> {
    // Every call of the dashboard that was under way is refused at once.
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
    // A provider that opens the email's link itself answers in the words of a linked sign-in.
    if (what.by === "error" && what.code === "otp_expired") return go({ step: "forgotten", link: "expired" });
    await borrow();
    if (what.by === "error") return proceed({ type: "error", text: providerWords(what.code) });
    const wasSignedIn = (await opened().readState()).state === "signed-in";
    const { error } = await client.exchangeCodeForSession(what.code);
    if (error) {
      const failure = toAuthFailure(error);
      if (failure.code === "unreachable")
        return go({ step: "unreachable", isSignedIn: false, retry: () => attempt(() => handleArrival(what)) });
      // A linked sign-in comes back to the browser that it left; an email is opened anywhere.
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
      console.warn("The sign-in could not be looked into", error);
      go({ step: "unreachable", isSignedIn: true, retry: startAnew });
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
