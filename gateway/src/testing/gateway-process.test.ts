import { expect, it, vi } from "vitest";
import { anonymousKeyOf } from "./gateway-process.ts";

it("two gateways that used the same port one after the other keep their own keys", async () => {
  const keys = ["first", "second"];
  const fetchSpy = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => Response.json({ database: { anonKey: keys.shift() } }));
  const [before, after] = [{ url: "http://127.0.0.1:1" }, { url: "http://127.0.0.1:1" }];
  expect([await anonymousKeyOf(before), await anonymousKeyOf(after), await anonymousKeyOf(before)]).toEqual([
    "first",
    "second",
    "first",
  ]);
  fetchSpy.mockRestore();
});
