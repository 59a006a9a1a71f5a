import type { ChangedOrder } from "@porchlight/protocol/orders.ts";
import { aDashboardApp } from "../../../shared/admin.case.ts";
import type { SecurityEvent } from "../../../shared/audit.ts";
import type { Client } from "../../../shared/caller.ts";
import type { CatalogueOverrides } from "../catalogue/a-catalogue.case.ts";
import { aStore } from "../orders/a-store.case.ts";
import { createOrderRoutes, type OrderRoutesOptions } from "./routes.ts";

/** The owner's client in tests. */
export const CLIENT: Client = { key: "192.0.2.1", address: "192.0.2.1", userAgent: "a test" };

/** The owner's dashboard, with its own store. */
export async function aDashboard(options: Partial<OrderRoutesOptions> = {}, overrides: CatalogueOverrides = {}) {
  const store = await aStore(overrides);
  const audited: SecurityEvent[] = [];
  const app = aDashboardApp();
  app.use(async (c, next) => {
    c.set("client", CLIENT);
    await next();
  });
  app.route(
    "/",
    createOrderRoutes({
      orders: store.orders,
      audit: async (event) => void audited.push(event),
      clock: store.clock,
      shop: () => store.catalogue.current().settings,
      lowStock: () => [],
      onError: (error) => {
        throw error;
      },
      ...options,
    }),
  );

  const request = (path: string, init: RequestInit = {}) =>
    Promise.resolve(app.request(path, { headers: { Authorization: "Bearer owner" }, ...init }));
  return {
    ...store,
    audited,
    request,
    get: async (path: string) => {
      const response = await request(path);
      return { status: response.status, body: await response.json() };
    },
    post: async (path: string, body?: unknown) => {
      const response = await request(path, {
        method: "POST",
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      // The cast holds: our own routes return an order or an error.
      const answered = (await response.json()) as Partial<ChangedOrder> & { code?: string; message?: string };
      return { status: response.status, body: answered };
    },
  };
}

/** A test's dashboard. */
export type TestDashboard = Awaited<ReturnType<typeof aDashboard>>;
