import { ADMIN_PATH } from "@porchlight/protocol/admin.ts";
import type { Site } from "@porchlight/protocol/content.ts";
import { DASHBOARD_MESSAGES } from "@porchlight/protocol/dashboard-messages.ts";
import { formatNumber } from "@porchlight/protocol/format-number.ts";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { Alert, type AlertType } from "../../../ui/alert.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { CHECK_UP_HEADING } from "../doctor/check-up-panel.tsx";
import { EVERY_ORDER } from "../orders/order-filters.tsx";
import { OrdersTab } from "../orders/orders-tab.tsx";
import { useOrdersSummary } from "../orders/queries.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { createDashboardContext, DashboardProvider, useDashboard } from "../shared/dashboard-context.ts";
import { readRequestedOrder } from "../shared/order-in-address.ts";
import { ARTIST_NAME_KEY } from "../shared/queries.ts";
import type { AdminSession } from "../shared/session.ts";
import { ExportPanel } from "./export-panel.tsx";
import { LaterTab, requestedTab, requestWebsite } from "./later-tab.tsx";
import { useLiveUpdates } from "./live.ts";
import { Overview } from "./overview.tsx";
import { useSummary } from "./queries.ts";
import { SettingsTab } from "./settings-tab.tsx";
import { SubscribersTab } from "./subscribers-tab.tsx";
import { ExportProvider, useExport } from "./use-export.ts";
import * as words from "./words.ts";
import "./dashboard.css";

type Shown = { id: number; type: AlertType; message: string };

/** The owner's dashboard. Source: docs/product.md §2, Admin. */
export function Dashboard({ session, site }: { session: AdminSession; site: Site }) {
  const [context] = useState(() => createDashboardContext(session));
  const [alert, setAlert] = useState<Shown>();
  const clearAlert = useCallback(() => setAlert(undefined), []);
  const notify = useCallback(
    (type: AlertType, message: string) => setAlert((last) => ({ id: (last?.id ?? 0) + 1, type, message })),
    [],
  );
  const value = useMemo(() => ({ ...context, notify }), [context, notify]);
  // No email address stays in memory after the owner has left the page.
  useEffect(() => () => context.queries.clear(), [context]);

  return (
    <QueryClientProvider client={context.queries}>
      <DashboardProvider value={value}>
        <DashboardTabs site={site} />
        <div className="dashboard-alert" role="status">
          {alert && (
            <Alert key={alert.id} type={alert.type} isInRegion onExpire={clearAlert}>
              {alert.message}
            </Alert>
          )}
        </div>
      </DashboardProvider>
    </QueryClientProvider>
  );
}

type TabKey = "overview" | "subscribers" | "orders" | "newsletters" | "website" | "settings";

function DashboardTabs({ site }: { site: Site }) {
  const [isOrderRequested] = useState(() => readRequestedOrder() !== undefined);
  const [tab, setTab] = useState<TabKey>(isOrderRequested ? "orders" : (requestedTab() ?? "overview"));
  const exporting = useExport();
  const { data: summary, isPending } = useSummary();
  const count = summary && formatNumber(summary.totalSubscribers, site.language);
  const total = count ?? (isPending ? "…" : words.notLoaded);
  const [orderChoice, setOrderChoice] = useState(EVERY_ORDER);
  const { data: orders } = useOrdersSummary();
  const open = orders ? formatNumber(orders.open, site.language) : "…";

  /** Opens another tab and moves the focus there, because the pressed button becomes hidden. */
  function openTab(to: TabKey, place: string) {
    flushSync(() => setTab(to));
    document.querySelector<HTMLElement>(place)?.focus();
  }

  const toCheckUp = () => openTab("settings", `#${CHECK_UP_HEADING}`);

  return (
    <ExportProvider value={exporting}>
      <div className="dashboard">
        <Header site={site} />
        <Tabs
          label={words.dashboard}
          current={tab}
          onChange={setTab}
          tabs={[
            {
              key: "overview",
              label: words.overview,
              panel: (
                <Overview
                  onViewAll={() => openTab("subscribers", '[data-tab="subscribers"]')}
                  onCheckUp={toCheckUp}
                  onOrders={(status) => {
                    setOrderChoice({ ...EVERY_ORDER, status });
                    openTab("orders", '[data-tab="orders"]');
                  }}
                  onStep={(place) => {
                    if ("website" in place) {
                      requestWebsite(place.website);
                      openTab("website", '[data-tab="website"]');
                    } else openTab("settings", `#${place.settings}-heading`);
                  }}
                />
              ),
            },
            { key: "subscribers", label: words.subscribersTab(total), panel: <SubscribersTab /> },
            // The tab is hidden until the first order, unless the address names an order.
            ...(orders?.any || isOrderRequested
              ? [
                  {
                    key: "orders",
                    label: words.ordersTab(open),
                    panel: <OrdersTab choice={orderChoice} onChoose={setOrderChoice} onCheckUp={toCheckUp} />,
                  } as const,
                ]
              : []),
            ...(["newsletters", "website"] as const).map((key) => ({
              key,
              label: words.laterTabs[key],
              panel: <LaterTab tab={key} site={site} isShown={tab === key} onCheckUp={toCheckUp} />,
            })),
            { key: "settings", label: words.settings, panel: <SettingsTab site={site} /> },
          ]}
        />
        <ExportPanel />
      </div>
    </ExportProvider>
  );
}

function Header({ site }: { site: Site }) {
  const { session, notify } = useDashboard();
  const [isLoggingOut, setLoggingOut] = useState(false);
  // The Website tab sets it when another name is published.
  const { data: name } = useQuery({
    queryKey: ARTIST_NAME_KEY,
    queryFn: () => site.name,
    initialData: site.name,
    enabled: false,
  });

  async function signOut() {
    setLoggingOut(false);
    try {
      await session.signOut();
    } catch (error) {
      console.warn("Signing out failed", error);
      notify("error", DASHBOARD_MESSAGES.logoutFailed);
    }
  }

  return (
    <header className="dashboard-header">
      <div className="dashboard-title">
        <p className="dashboard-artist">
          <span>{name}</span>
          {/* After a reload the site shows what was published since then. The site itself would not load it. */}
          <span className="dashboard-view">
            {" · "}
            <a href={`${ADMIN_PATH}?view=/`} onClick={(event) => event.stopPropagation()}>
              {words.viewSite}
            </a>
          </span>
        </p>
        <h1 tabIndex={-1}>{DASHBOARD_MESSAGES.title}</h1>
      </div>
      <LiveStatus />
      <DashboardButton onClick={() => setLoggingOut(true)}>{words.logout}</DashboardButton>
      {isLoggingOut && (
        <ConfirmDialog
          question={DASHBOARD_MESSAGES.logoutQuestion}
          verb={words.logout}
          onCancel={() => setLoggingOut(false)}
          onConfirm={signOut}
        />
      )}
    </header>
  );
}

/** Shows whether live updates arrive. */
function LiveStatus() {
  const state = useLiveUpdates();
  return (
    <p className="dashboard-live" role="status" data-state={state}>
      {words.live[state]}
    </p>
  );
}
