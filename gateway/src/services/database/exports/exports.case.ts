import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import type { ExportFormat, ExportProgress, ExportTicket, SubscriberFilter } from "@porchlight/protocol/admin.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { Hono } from "hono";
import { onTestFinished } from "vitest";
import { anAdmin } from "../../shared/admin.case.ts";
import type { SecurityEvent } from "../../shared/audit.ts";
import type { Client, Identification } from "../../shared/caller.ts";
import { type AdminVariables, requireAdmin } from "../../shared/require-admin.ts";
import { createReportRoutes } from "../admin-routes.ts";
import { createBuiltinReports } from "../builtin/reports.ts";
import { serveBuiltin } from "../builtin.case.ts";
import type { ListWalks } from "../reports.ts";
import { createExports } from "./exports.ts";
import { createDownloadRoutes, createExportRoutes } from "./routes.ts";

/** Makes this many subscribers, newest first. */
export function subscribers(count: number, overrides: (i: number) => Partial<Subscriber> = () => ({})): Subscriber[] {
  return Array.from({ length: count }, (_, i) =>
    aSubscriber({
      id: count - i,
      email: `fan${i}@example.com`,
      subscribed_at: new Date(Date.UTC(2026, 1, 1) - i * 60_000).toISOString(),
      ...overrides(i),
    }),
  );
}

/** A fake unsubscribe link that contains the address. */
export function linkOf(email: string): string {
  return `https://artist.example/unsubscribe?t=${Buffer.from(email).toString("base64url")}`;
}

const CLIENT: Client = { key: "192.0.2.1", address: "192.0.2.1", userAgent: "a browser" };

/** Reports and exports behind their routes. The token `session` is the owner's. */
export class ExportsGateway {
  readonly events: SecurityEvent[] = [];
  /** The caller that each token identifies. */
  readonly tokens = new Map<string, Identification>([["session", { ok: true, caller: anAdmin() }]]);
  /** If set, every identification throws this error. */
  error: Error | undefined;
  now = Date.parse("2026-03-01T23:59:00Z");
  /**
   * Change of the system clock, in milliseconds. It does not affect {@link now}, which measures durations.
   */
  clockOffMs = 0;
  #fetch: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 });

  async open(rows: Subscriber[], wrap: (walks: ListWalks) => ListWalks = (walks) => walks) {
    const served = await serveBuiltin(rows);
    onTestFinished(async () => served.close());
    const reports = createBuiltinReports(served.data.read);
    const exports = createExports({
      walks: wrap(reports),
      linker: async () => linkOf,
      clock: () => new Date(this.now + this.clockOffMs),
      now: () => this.now,
      audit: async (event) => void this.events.push(event),
    });
    const identify = async ({ authorization = "" }: { authorization: string | undefined }) => {
      if (this.error) throw this.error;
      return this.tokens.get(authorization.replace("Bearer ", "")) ?? ({ ok: false, reason: "invalid-token" } as const);
    };
    const admin = new Hono<AdminVariables>()
      .use(requireAdmin(identify, "key"))
      .route("/", createReportRoutes(reports))
      .route("/", createExportRoutes(exports));
    const app = new Hono<{ Variables: { client: Client } }>()
      .onError((error) => {
        throw error;
      })
      .use(async (c, next) => {
        c.set("client", CLIENT);
        await next();
      })
      .route("/admin/api", createDownloadRoutes(exports, identify, "key"))
      .route("/admin/api", admin);
    this.#fetch = (request) => app.fetch(request, {});
    return this;
  }

  send(path: string, init: RequestInit = {}, token: string | undefined = "session"): Promise<Response> {
    const headers = new Headers(init.headers);
    if (token !== "") headers.set("Authorization", `Bearer ${token}`);
    return Promise.resolve(this.#fetch(new Request(`http://porchlight.test${path}`, { ...init, headers })));
  }

  requestExport(body: unknown, token?: string): Promise<Response> {
    return this.send("/admin/api/exports", { method: "POST", body: JSON.stringify(body) }, token);
  }

  async ticket(format: ExportFormat, filter?: SubscriberFilter): Promise<ExportTicket> {
    const response = await this.requestExport({ format, ...(filter && { filter }) });
    if (response.status !== 201) throw new Error(`No ticket: ${response.status} ${await response.text()}`);
    return JSON.parse(await response.text());
  }

  /** Downloads as a browser does, without a token. */
  download({ url }: Pick<ExportTicket, "url">, init?: RequestInit): Promise<Response> {
    return this.send(url, init, "");
  }

  async progress({ id }: Pick<ExportTicket, "id">): Promise<ExportProgress> {
    return JSON.parse(await (await this.send(`/admin/api/exports/${id}`)).text());
  }

  cancel({ id }: Pick<ExportTicket, "id">): Promise<Response> {
    return this.send(`/admin/api/exports/${id}`, { method: "DELETE" });
  }
}
