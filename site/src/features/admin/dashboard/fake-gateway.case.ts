import type { ContentProblem, ContentProblems, ExportProgress, ExportTicket } from "@porchlight/protocol/admin.ts";
import type { VisitReport } from "@porchlight/protocol/analytics.ts";
import type { DemoState } from "@porchlight/protocol/demo.ts";
import type { MailStatus } from "@porchlight/protocol/mail.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { vi } from "vitest";
import type { PublicConfig } from "../../../api/config.ts";

/** A request to the fake gateway, except for `/config.json`. */
export type GatewayRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  token: string | null;
};

/** A gateway that answers `fetch` from a list in memory. Tests change its fields. */
export type FakeGateway = {
  rows: Subscriber[];
  /** The services in `/config.json`, which the site fetches once per test file. */
  services: Pick<PublicConfig["services"], "database" | "auth" | "store">;
  requests: GatewayRequest[];
  /** Answers requests instead of the list. If it returns undefined, the list answers. */
  instead: ((request: GatewayRequest) => Response | Promise<Response> | undefined) | undefined;
  visits: VisitReport;
  problems: ContentProblem[];
  mail: MailStatus;
  demo?: DemoState;
  preparing?: ContentProblems["preparing"];
  ticket: ExportTicket;
  progress: ExportProgress;
};

const PATTERN_SIGNS: Record<string, string> = { "%": ".*", _: "." };

/** Replaces `fetch` for one test. */
export function stubGateway(rows: Subscriber[]): FakeGateway {
  const gateway: FakeGateway = {
    rows,
    services: { database: "builtin", auth: "builtin", store: { hosted: false } },
    requests: [],
    instead: undefined,
    visits: { days: [], screens: [], slides: [] },
    problems: [],
    mail: { isSent: true, waiting: 0 },
    ticket: {
      id: "export-1",
      url: "/admin/api/exports/export-1/file",
      fileName: "subscribers-2026-03-10.json",
      total: 3,
    },
    progress: { state: "running", rows: 1, total: 3 },
  };
  vi.stubGlobal("fetch", async (input: string | URL, init: RequestInit = {}) => {
    const url = new URL(input, location.origin);
    if (url.pathname === "/config.json") {
      return Response.json({
        database: { url: location.origin, anonKey: "key" },
        admin: { email: "owner@example.com", linkedSignIn: "google" },
        services: gateway.services,
      });
    }
    const request: GatewayRequest = {
      method: init.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      body: init.body ? JSON.parse(String(init.body)) : undefined,
      token: new Headers(init.headers).get("Authorization"),
    };
    gateway.requests.push(request);
    return (await gateway.instead?.(request)) ?? answer(gateway, request);
  });
  return gateway;
}

/** An error response of PostgREST. */
export function errorResponse(status: number, code: string): Response {
  return Response.json({ code, message: "rejected", details: null, hint: null }, { status });
}

function answer(gateway: FakeGateway, request: GatewayRequest): Response {
  const { rows } = gateway;
  switch (request.path) {
    case "/rest/v1/newsletter_subscribers":
      return answerTable(gateway, request);
    case "/admin/api/growth":
      return Response.json({ points: growthPoints(rows) });
    case "/admin/api/sources":
      return Response.json({
        sources: [...new Set(rows.map(({ source }) => source))].map((source) => ({
          source,
          count: rows.filter((row) => row.source === source).length,
        })),
      });
    case "/admin/api/visits":
      return Response.json(gateway.visits);
    case "/admin/api/content":
      return Response.json({
        problems: gateway.problems,
        ...(gateway.demo && { demo: gateway.demo }),
        ...(gateway.preparing && { preparing: gateway.preparing }),
      });
    case "/admin/api/mail":
      return Response.json(gateway.mail);
    case "/admin/api/exports":
      return Response.json(gateway.ticket, { status: 201 });
    case `/admin/api/exports/${gateway.ticket.id}`:
      if (request.method !== "DELETE") return Response.json(gateway.progress);
      // The state of an export that has ended does not change.
      if (gateway.progress.state === "running") gateway.progress.state = "cancelled";
      return new Response(null, { status: 204 });
    default:
      return Response.json({ code: "not_found", message: "There is no such address." }, { status: 404 });
  }
}

function answerTable(gateway: FakeGateway, { method, query }: GatewayRequest): Response {
  const found = gateway.rows.filter((row) => [...query].every(([key, value]) => passes(row, key, value)));
  if (method === "DELETE") {
    gateway.rows = gateway.rows.filter((row) => !found.includes(row));
    return new Response(null, { status: 204 });
  }
  if (method === "HEAD") {
    return new Response(null, { status: 200, headers: { "Content-Range": `*/${found.length}` } });
  }
  const [by, direction] = (query.get("order") ?? "id.asc").split(/[.,]/);
  const sorted = found.toSorted((one, other) => {
    const order =
      by === "email" ? one.email.localeCompare(other.email) : timeOf(one) - timeOf(other) || one.id - other.id;
    return direction === "desc" ? -order : order;
  });
  return Response.json(sorted.slice(0, Number(query.get("limit") ?? 1_000)));
}

/** PostgREST's filters, as far as the dashboard uses them. */
function passes(row: Subscriber, key: string, value: string): boolean {
  if (key === "or") {
    return (value.match(/(\w+)\.(\w+)\.("[^"]*"|[^,()]+)/g) ?? []).some((test) => {
      const [, column = "", operator = "", operand = ""] = /^(\w+)\.(\w+)\.(.*)$/.exec(test) ?? [];
      return compares(row, column, operator, operand.replaceAll('"', ""));
    });
  }
  const [, operator = "", operand = ""] = /^(\w+)\.(.*)$/s.exec(value) ?? [];
  return ["select", "order", "limit"].includes(key) || compares(row, key, operator, operand);
}

function compares(row: Subscriber, column: string, operator: string, operand: string): boolean {
  if (operator === "ilike") return likeToRegExp(operand).test(row.email);
  const pair: [string | number, string | number] =
    column === "subscribed_at"
      ? [timeOf(row), Date.parse(operand)]
      : column === "id"
        ? [row.id, Number(operand)]
        : [column === "email" ? row.email : column === "status" ? row.status : row.source, operand];
  switch (operator) {
    case "eq":
      return pair[0] === pair[1];
    case "gt":
      return pair[0] > pair[1];
    case "gte":
      return pair[0] >= pair[1];
    case "lt":
      return pair[0] < pair[1];
    default:
      return pair[0] <= pair[1];
  }
}

function likeToRegExp(pattern: string): RegExp {
  const source = pattern.replace(/\\(.)|[\s\S]/g, (sign, escaped?: string) =>
    escaped === undefined ? (PATTERN_SIGNS[sign] ?? literally(sign)) : literally(escaped),
  );
  return new RegExp(`^${source}$`, "i");
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function growthPoints(rows: readonly Subscriber[]) {
  const days = rows.map((row) => row.subscribed_at.slice(0, 10)).toSorted();
  return [...new Set(days)].map((date) => ({
    date,
    added: days.filter((day) => day === date).length,
    total: days.filter((day) => day <= date).length,
  }));
}

function timeOf(row: Subscriber): number {
  return Date.parse(row.subscribed_at);
}
