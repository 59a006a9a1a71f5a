import { type AnalyticsEvent, EVENTS_MAX } from "@porchlight/protocol/analytics.ts";
import { describe, expect, it } from "vitest";
import { aDashboardApp } from "../shared/admin.case.ts";
import { createVisitRoutes } from "./admin-routes.ts";
import { aSlide, aView, someAnalytics } from "./builtin.case.ts";
import { createAnalyticsRoutes } from "./routes.ts";

/** The routes, and the events that they record. */
function someRoutes() {
  const recorded: AnalyticsEvent[] = [];
  const visited: number[] = [];
  const analytics = {
    isHosted: false,
    record: (events: AnalyticsEvent[]) => void recorded.push(...events),
    stop: async () => {},
  };
  const routes = createAnalyticsRoutes(analytics, "https://artist.example", (id) => visited.push(id));
  const post = async (body: unknown, headers: Record<string, string> = {}) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const response = await routes.request("/events", { method: "POST", body: text, headers });
    return { status: response.status, body: await response.text(), headers: response.headers };
  };
  return { recorded, visited, post };
}

/** The error message for a body. */
async function errorFor(body: unknown): Promise<string> {
  const { recorded, post } = someRoutes();
  const response = await post(body);
  expect([response.status, recorded]).toEqual([400, []]);
  // The cast holds: our own route responds in this shape.
  return (JSON.parse(response.body) as { message: string }).message;
}

describe("events from a page of the site", () => {
  it.each([
    ["JSON", { "Content-Type": "application/json" }],
    ["text, as a beacon sends it", { "Content-Type": "text/plain;charset=UTF-8", "Sec-Fetch-Site": "same-origin" }],
  ])("are accepted as %s, with an empty response", async (_, headers) => {
    const { recorded, post } = someRoutes();
    const response = await post({ events: [aView("/"), aSlide("Lake Effect")] }, headers);
    expect([response.status, response.body]).toEqual([204, ""]);
    expect(recorded).toEqual([aView("/"), aSlide("Lake Effect")]);
    expect(response.headers.get("Set-Cookie")).toBeNull();
  });

  it("count a visit that began with a link in a newsletter, once per request", async () => {
    const { visited, post } = someRoutes();
    const begun = (newsletter: unknown) => ({ name: "page_view", params: { page_path: "/", newsletter } });
    expect((await post({ events: [aView("/"), begun(12), begun(12), begun(13)] })).status).toBe(204);
    await post({ events: [aView("/music")] });
    expect(visited).toEqual([12]);
    for (const wrong of ["12", 0, 1.5, null]) expect((await post({ events: [begun(wrong)] })).status).toBe(400);
  });

  it.each(["DNT", "Sec-GPC"])("are not counted when the browser sends %s", async (header) => {
    const { recorded, post } = someRoutes();
    expect((await post({ events: [aView("/")] }, { [header]: "1" })).status).toBe(204);
    expect((await post("not even read", { [header]: "1" })).status).toBe(204);
    expect(recorded).toEqual([]);
    await post({ events: [aView("/")] }, { [header]: "0" });
    expect(recorded).toHaveLength(1);
  });
});

describe("events from elsewhere", () => {
  it.each(["cross-site", "same-site", "none"])("are rejected when they are %s", async (from) => {
    const { recorded, post } = someRoutes();
    const response = await post({ events: [aView("/")] }, { "Sec-Fetch-Site": from });
    expect([response.status, recorded]).toEqual([403, []]);
    expect(JSON.parse(response.body)).toEqual({
      code: "cross_site",
      message: "Only this site's own pages may send events.",
    });
  });
});

describe("an invalid body", () => {
  it.each([
    ["", "The body has to be a JSON object that holds events and nothing else."],
    ["{", "The body has to be a JSON object that holds events and nothing else."],
    ["null", "The body has to be a JSON object that holds events and nothing else."],
    [[], "events: The body has to be a JSON object that holds events and nothing else."],
    [{ events: {} }, "events: It has to be a list of events."],
    [{ events: [] }, "events: There has to be an event."],
    [{ events: Array.from({ length: EVENTS_MAX + 1 }, () => aView("/")) }, "events: At most 20 events at once."],
    [{ events: [{ name: "purchase", params: {} }] }, "events.0.name: It has to be page_view or slide_change."],
    [{ events: [aView("/"), aView("about")] }, "events.1.params.page_path: It has to begin with a slash."],
    [{ events: [aView(`/${"x".repeat(200)}`)] }, "events.0.params.page_path: At most 200 characters."],
    [{ events: [aView("/a\nb")] }, "events.0.params.page_path: It has to be one line of text."],
    [{ events: [{ name: "page_view", params: { page_path: 7 } }] }, "events.0.params.page_path: It has to be a text."],
    [{ events: [aSlide("")] }, "events.0.params.item_name: It may not be empty."],
    [{ events: [aSlide("x".repeat(101))] }, "events.0.params.item_name: At most 100 characters."],
    [{ events: [aSlide("\ud800")] }, "events.0.params.item_name: It has to be one line of text."],
    [
      { events: [{ name: "slide_change", params: { item_name: "Long Point", index: 1.5 } }] },
      "events.0.params.index: It has to be a whole number.",
    ],
    [
      { events: [{ name: "slide_change", params: { item_name: "Long Point", index: -1 } }] },
      "events.0.params.index: It may not be less than 0.",
    ],
  ])("is rejected with a clear message: %j", async (body, sentence) => {
    expect(await errorFor(body)).toBe(sentence);
  });

  it.each([
    [{ events: [aView("/")], client_id: "1.2" }],
    [{ events: [{ ...aView("/"), user_id: "ann" }] }],
    [{ events: [{ name: "page_view", params: { page_path: "/", session_id: "3" } }] }],
    ['{"events":[{"name":"page_view","params":{"page_path":"/"},"__proto__":{"user_id":"ann"}}]}'],
  ])("is rejected when it identifies the visitor: %j", async (body) => {
    expect(await errorFor(body)).toMatch(/_id|__proto__|nothing else/);
  });

  it("is rejected when it is too large", async () => {
    const { recorded, post } = someRoutes();
    expect((await post(`{"events":[],"x":"${"x".repeat(8_192)}"}`)).status).toBe(413);
    expect(recorded).toEqual([]);
  });
});

describe("the report of visits", () => {
  function aDashboard() {
    const { analytics } = someAnalytics();
    const app = aDashboardApp();
    app.route("/", createVisitRoutes(analytics.report));
    return { analytics, app };
  }

  it("is only for the owner", async () => {
    const { analytics, app } = aDashboard();
    analytics.record([aView("/")]);
    const report = await app.request("/visits", { headers: { Authorization: "Bearer owner" } });
    expect([report.status, report.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(await report.json()).toMatchObject({ screens: [{ path: "/", pageViews: 1 }], slides: [] });
    expect((await app.request("/visits")).status).toBe(401);
  });
});
