import { QueryCache, QueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { isMissing, isSignInOver, isTransient } from "../../../api/access.ts";
import { createOrders, type Orders } from "../../../api/orders.ts";
import { createReports, type Reports } from "../../../api/reports.ts";
import { createSubscribers, type Subscribers } from "../../../api/subscribers.ts";
import type { AlertType } from "../../../ui/alert.tsx";
import { type AdminSession, SignedOut } from "./session.ts";

/** The calls, session and alerts that every part of the dashboard uses. */
type DashboardState = {
  session: AdminSession;
  subscribers: Subscribers;
  reports: Reports;
  orders: Orders;
  /** Ids of rows that this window removes. Their DELETE events are ignored, so that no row is counted twice. */
  removing: Set<number>;
  /** Shows an alert that disappears automatically. */
  notify: (type: AlertType, message: string) => void;
};

/** How long a cached response is used without another fetch, in milliseconds. */
const FRESH_MS = 60_000;
/** Pause before a failed call is retried, in milliseconds. */
const RETRY_MS = 1_000;

/** Creates the calls and their query cache for one session. */
export function createDashboardContext(
  session: AdminSession,
): Omit<DashboardState, "notify"> & { queries: QueryClient } {
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        if (error instanceof SignedOut) return;
        if (isSignInOver(error)) session.onRejected();
        else if (!isMissing(error)) console.warn("The dashboard could not load something", error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < 1 && isTransient(error) && !(error instanceof SignedOut),
        retryDelay: RETRY_MS,
        // Even if a browser reports that it is offline, it may reach a gateway on its own machine.
        networkMode: "always",
      },
    },
  });
  return {
    session,
    subscribers: createSubscribers(session.accessToken),
    reports: createReports(session.accessToken),
    orders: createOrders(session.accessToken),
    removing: new Set(),
    queries,
  };
}

const DashboardContext = createContext<DashboardState | undefined>(undefined);

export const DashboardProvider = DashboardContext.Provider;

/** @throws {Error} outside the dashboard */
export function useDashboard(): DashboardState {
  const dashboard = useContext(DashboardContext);
  if (!dashboard) throw new Error("useDashboard needs a DashboardProvider");
  return dashboard;
}
