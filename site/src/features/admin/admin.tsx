import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import type { Site } from "@porchlight/protocol/content.ts";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { type OwnerAuth, pageAuth } from "../../api/auth.ts";
import { ConnectionNotice } from "./connection-notice.tsx";
import { DashboardLoading } from "./dashboard-loading.tsx";
import { AuthContext } from "./shared/auth-context.ts";
import { type Notice, PassingNotice } from "./shared/notices.tsx";
import type { AdminSession } from "./shared/session.ts";
import type { Arrival } from "./sign-in/arrival.ts";
import { ForgottenPassword } from "./sign-in/forgotten-password.tsx";
import { NewPassword } from "./sign-in/new-password.tsx";
import { SecondStep } from "./sign-in/second-step.tsx";
import { SignInForm } from "./sign-in/sign-in-form.tsx";
import { createSteps, type Step, type StepControl } from "./sign-in/steps.ts";
import { Unreachable } from "./sign-in/unreachable.tsx";
import "./admin.css";

type AdminProps = {
  site: Site;
  /** The sign-in link, or the provider's response, in the address. */
  arrival: Arrival | undefined;
  /**
   * Renders the dashboard. Its code is a separate chunk. `isFirst`: the page opened with the dashboard. Otherwise the
   * dashboard takes the focus.
   */
  renderDashboard: (session: AdminSession, isFirst: boolean) => ReactNode;
  openAuth?: () => Promise<OwnerAuth>;
};

/** The shown step. `isFirst` is true as long as the page shows the step that it opened with. */
type Shown = { step: Step; auth: OwnerAuth | undefined; isFirst: boolean };

const LOGGED_IN: Notice = { type: "success", text: ADMIN_MESSAGES.loggedIn };

/** The owner's dashboard: the login, or the dashboard behind it. Source: docs/product.md §2, Admin. */
export function Admin({ site, arrival, renderDashboard, openAuth = pageAuth }: AdminProps) {
  const [shown, setShown] = useState<Shown>({ step: { step: "loading" }, auth: undefined, isFirst: true });

  const steps = useMemo(
    () =>
      createSteps({
        openAuth,
        arrival,
        reload: () => location.reload(),
        show: (step, auth) => setShown((before) => ({ step, auth, isFirst: isStillFirst(before, step) })),
      }),
    [openAuth, arrival],
  );
  useEffect(() => {
    steps.start();
    return steps.stop;
  }, [steps]);

  const { step } = shown;
  return (
    <>
      {/* For screen readers only, because a visible line would move the controls when it appears and disappears. */}
      <div className="visually-hidden" aria-live="polite">
        {step.step === "dashboard" && step.hasJustLoggedIn && <PassingNotice notice={LOGGED_IN} isInRegion />}
      </div>
      <ShownStep site={site} shown={shown} steps={steps} renderDashboard={renderDashboard} />
    </>
  );
}

type ShownStepProps = Pick<AdminProps, "site" | "renderDashboard"> & { shown: Shown; steps: StepControl };

function ShownStep({ site, shown, steps, renderDashboard }: ShownStepProps) {
  const { step, auth, isFirst } = shown;
  if (step.step === "unreachable") return <Unreachable site={site} isSignedIn={step.isSignedIn} retry={step.retry} />;
  if (step.step === "loading" || !auth) return <DashboardLoading />;
  const frame = { site, auth, steps, isFirst };
  switch (step.step) {
    case "sign-in":
      return <SignInForm {...frame} notice={step.notice} />;
    case "forgotten":
      return <ForgottenPassword {...frame} link={step.link} />;
    case "second-step":
      return <SecondStep {...frame} factors={step.factors} />;
    case "new-password":
      return <NewPassword {...frame} />;
    case "dashboard":
      return (
        <AuthContext value={auth}>
          <div className="admin">
            <ConnectionNotice />
            {step.notice && (
              <div className="dashboard-notice">
                <PassingNotice notice={step.notice} />
              </div>
            )}
            {renderDashboard(step.session, isFirst)}
          </div>
        </AuthContext>
      );
  }
}

function isStillFirst(before: Shown, next: Step): boolean {
  return before.step.step === "loading" || (before.isFirst && before.step.step === next.step);
}
