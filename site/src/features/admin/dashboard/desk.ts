import { QueryCache, QueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { isMissing, isSignInOver, isTransient } from "../../../api/access.ts";
import { createOrders, type Orders } from "../../../api/orders.ts";
import { createReports, type Reports } from "../../../api/reports.ts";
import { createSubscribers, type Subscribers } from "../../../api/subscribers.ts";
import type { AlertType } from "../../../ui/alert.tsx";
import { type AdminSession, SignedOut } from "../session.ts";

/** What every part of the dashboard works with. */
export type DashboardState = {
  session: AdminSession;
  subscribers: Subscribers;
  reports: Reports;
  orders: Orders;
  /** Ids of rows that this window removes, so that hearing of it live does not count them twice. */
  removing: Set<number>;
  /** Shows an alert that clears itself. */
  notify: (type: AlertType, message: string) => void;
};

/** How long an answer counts as fresh when a part of the dashboard comes into view again, in milliseconds. */
const FRESH_MS = 60_000;
/** Pause before a failed call is tried once more, in milliseconds. */
const RETRY_MS = 1_000;

/** Opens the calls and the cache of their answers, for as long as the owner is signed in. */
export function createDashboard(session: AdminSession): Omit<DashboardState, "notify"> & { queries: QueryClient } {
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        if (error instanceof SignedOut) return;
        if (isSignInOver(error)) session.refused();
        else if (!isMissing(error)) console.warn("The dashboard could not load something", error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < 1 && isTransient(error) && !(error instanceof SignedOut),
        retryDelay: RETRY_MS,
        // A browser that believes itself offline may still reach a gateway on its own machine.
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

/** Hands the desk to what it surrounds. */
export const DashboardProvider = DashboardContext.Provider;

/** The desk of the dashboard around a component. */
export function useDashboard(): DashboardState {
  const desk = useContext(DashboardContext);
  if (!desk) throw new Error("Only parts of the dashboard have a desk");
  return desk;
}
