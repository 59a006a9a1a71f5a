import { anonymousKeyOf, type GatewayProcess } from "./gateway-process.ts";
import { OWNER } from "./signed-in.ts";

/** Sends a request to `/admin/api/{path}`. @param json the body, which is sent as JSON */
type DashboardRequest = (
  method: string,
  path: string,
  json?: unknown,
) => Promise<{ status: number; body: Record<string, unknown> }>;

/** Signs the owner in. @returns a function that sends requests to the dashboard's routes */
export async function openDashboard(gateway: GatewayProcess, email = OWNER.email): Promise<DashboardRequest> {
  const signedIn = await fetch(`${gateway.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: await anonymousKeyOf(gateway), "Content-Type": "application/json" },
    body: JSON.stringify({ ...OWNER, email }),
  });
  // The response of our own gateway has this shape.
  const { access_token } = (await signedIn.json()) as { access_token: string };
  return async (method, path, json) => {
    const headers = { Authorization: `Bearer ${access_token}`, "Content-Type": "application/json" };
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const response = await fetch(`${gateway.url}/admin/api/${path}`, { method, headers, ...body });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
}
