import { afterEach, expect, test } from "vitest";
import { storeRequestedOrder } from "../shared/order-in-address.ts";
import { takeArrival } from "./arrival.ts";

afterEach(() => history.replaceState(null, "", "/"));

test.each([
  ["/admin?token_hash=abc&type=recovery", { by: "link", tokenHash: "abc", type: "recovery" }],
  ["/?token_hash=abc&type=nonsense#/admin", { by: "link", tokenHash: "abc", type: "email" }],
  ["/?code=123#/admin", { by: "code", code: "123" }],
  [
    "/admin?error=access_denied&error_code=signup_disabled&error_description=x",
    { by: "error", code: "signup_disabled" },
  ],
  ["/admin?error=access_denied", { by: "error", code: "access_denied" }],
])("%s is read and removed from the address", (address, arrival) => {
  history.replaceState({ entry: "e1" }, "", address);
  expect(takeArrival()).toEqual(arrival);
  expect(location.search).toBe("");
  expect(location.hash).toBe(new URL(address, "https://artist.example").hash);
  expect(history.state).toEqual({ entry: "e1" });
  expect(takeArrival()).toBeUndefined();
});

test("the order stays in the address", () => {
  history.replaceState(null, "", "/admin?order=1004&token_hash=abc&type=recovery");
  expect(takeArrival()).toMatchObject({ by: "link", tokenHash: "abc" });
  expect(location.search).toBe("?order=1004");
});

test("the order returns to the address only after a visit to a sign-in provider", () => {
  history.replaceState(null, "", "/?order=1004#/admin");
  storeRequestedOrder();
  history.replaceState(null, "", "/admin?code=123");
  expect(takeArrival()).toEqual({ by: "code", code: "123" });
  expect(location.search).toBe("?order=1004");
  history.replaceState(null, "", "/admin?code=456");
  takeArrival();
  expect(location.search).toBe("");
});

test("a query that the dashboard does not know stays in the address", () => {
  history.replaceState(null, "", "/admin?from=email");
  expect(takeArrival()).toBeUndefined();
  expect(location.search).toBe("?from=email");
});
