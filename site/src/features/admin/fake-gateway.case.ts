import type { Factor, Session } from "@supabase/auth-js";
import { vi } from "vitest";

export type GatewayRequest = { method: string; path: string; body: Record<string, unknown>; headers: Headers };

/** Handlers of a test by `METHOD /path`, without the query. */
export type Handlers = Record<string, (request: GatewayRequest) => Response | Promise<Response>>;

const CONFIG = {
  database: { url: location.origin, anonKey: "anon-key" },
  admin: { email: "owner@example.com", linkedSignIn: "google" },
  services: { database: "builtin" },
};

export type FakeGateway = {
  requests: GatewayRequest[];
  /** Replaces handlers. */
  answer: (handlers: Handlers) => void;
  /** The bodies of the requests to this path so far. */
  bodiesOf: (path: string) => Record<string, unknown>[];
};

/** Answers `fetch` as the gateway does: `/config.json`, settings without a provider, and the test's handlers. */
export function fakeGateway(handlers: Handlers = {}): FakeGateway {
  const requests: GatewayRequest[] = [];
  let known: Handlers = {
    "GET /config.json": () => Response.json(CONFIG),
    "GET /auth/v1/settings": () => Response.json({ external: { email: true } }),
    "POST /auth/v1/logout": () => new Response(null, { status: 204 }),
    ...handlers,
  };
  vi.stubGlobal("fetch", async (input: string | URL, init: RequestInit = {}) => {
    const url = new URL(String(input), location.origin);
    const request: GatewayRequest = {
      method: init.method ?? "GET",
      path: url.pathname + (url.searchParams.has("grant_type") ? url.search : ""),
      body: typeof init.body === "string" ? JSON.parse(init.body) : {},
      headers: new Headers(init.headers),
    };
    requests.push(request);
    const response = await known[`${request.method} ${request.path}`]?.(request);
    if (!response) throw new Error(`No handler for ${request.method} ${request.path}`);
    return response;
  });
  return {
    requests,
    answer: (more) => {
      known = { ...known, ...more };
    },
    bodiesOf: (path) => requests.filter((request) => request.path === path).map(({ body }) => body),
  };
}

/** An error as the auth service sends it to its own client. */
export function authError(status: number, code: string, more: Record<string, unknown> = {}, headers = {}): Response {
  return Response.json(
    { code, message: code, ...more },
    { status, headers: { "X-Supabase-Api-Version": "2024-01-01", ...headers } },
  );
}

/** Fails as `fetch` does without a network. */
export function noNetwork(): never {
  throw new TypeError("Failed to fetch");
}

export function aFactor(overrides: Partial<Factor> = {}): Factor {
  return {
    id: "f1",
    friendly_name: "My telephone",
    factor_type: "totp",
    status: "verified",
    created_at: "2026-11-01T10:00:00Z",
    updated_at: "2026-11-01T10:00:00Z",
    ...overrides,
  };
}

/** `expiresIn` is in seconds. */
type SessionOverrides = {
  sessionId?: string;
  aal?: "aal1" | "aal2";
  factors?: Factor[];
  expiresIn?: number;
  refreshToken?: string;
  role?: string;
};

/** A session as the auth service sends it, with an unsigned token. */
export function aSession(overrides: SessionOverrides = {}): Session {
  const { sessionId = "s1", aal = "aal1", factors = [], expiresIn = 3600, refreshToken = "r1" } = overrides;
  const expiresAt = Math.round(Date.now() / 1000) + expiresIn;
  const claims = { session_id: sessionId, aal, exp: expiresAt, sub: "u1" };
  return {
    access_token: `e30.${btoa(JSON.stringify(claims)).replace(/=+$/, "")}.${refreshToken}`,
    token_type: "bearer",
    expires_in: expiresIn,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: {
      id: "u1",
      email: "owner@example.com",
      aud: "authenticated",
      app_metadata: { role: overrides.role ?? "admin" },
      user_metadata: {},
      created_at: "2026-01-01T00:00:00Z",
      factors,
      identities: [],
    },
  };
}
