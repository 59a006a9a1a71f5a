import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import "../../ui/styles/light.css";
import "./dashboard-loading.css";

export function DashboardLoading() {
  return (
    <p className="dashboard-loading" role="status">
      {ADMIN_MESSAGES.loading}
    </p>
  );
}

/** The dashboard's page as the gateway sends it. Without JavaScript it says that the dashboard needs JavaScript. */
export function DashboardShell() {
  return (
    <>
      <DashboardLoading />
      <noscript>
        <p className="dashboard-loading">{ADMIN_MESSAGES.needsScript}</p>
      </noscript>
    </>
  );
}
