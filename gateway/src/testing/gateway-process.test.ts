import { expect, it, vi } from "vitest";
import { anonymousKeyOf } from "./gateway-process.ts";

it("the keys of two gateways are not confused if both used the same port", async () => {
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
