import { describe, expect, it } from "vitest";
import type { Frame } from "../frames.ts";
import { followAdminTopics } from "./admin-topics.ts";

const KEY = "the-key";
const frame = (event: string, payload: unknown, ref = "1"): Frame => ({
  joinRef: "1",
  ref,
  topic: "realtime:list",
  event,
  payload,
});
const JOIN = frame("phx_join", { access_token: "owner" });
const OK = frame("phx_reply", { status: "ok", response: {} });

describe("a socket belongs to a dashboard", () => {
  it("from when the provider has accepted its token until it leaves the topic", () => {
    for (const end of [frame("phx_close", {}), frame("phx_error", {})]) {
      const topics = followAdminTopics(KEY);
      topics.sent(JOIN);
      expect(topics.isAny()).toBe(false);
      topics.received(OK);
      expect(topics.isAny()).toBe(true);
      topics.received(end);
      expect(topics.isAny()).toBe(false);
    }
    for (const end of [frame("phx_leave", {}), frame("access_token", { access_token: KEY })]) {
      const topics = followAdminTopics(KEY);
      topics.sent(JOIN);
      topics.received(OK);
      topics.sent(end);
      expect(topics.isAny()).toBe(false);
    }
  });

  it("but not with the public key, a rejected token or the reply to another message", () => {
    const topics = followAdminTopics(KEY);
    for (const access_token of [KEY, "sb_publishable_x", "", null, 5]) {
      topics.sent(frame("phx_join", { access_token }));
      topics.received(OK);
    }
    topics.sent(JOIN);
    topics.received(frame("phx_reply", { status: "ok" }, "2"));
    topics.received(frame("phx_reply", { status: "error" }));
    topics.received(OK);
    expect(topics.isAny()).toBe(false);
  });
});
