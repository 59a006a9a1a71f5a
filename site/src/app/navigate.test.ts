import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Following, followLinks, moveTo, type Visit } from "./navigate.ts";

let following: Following;
const onVisit = vi.fn<(visit: Visit) => void>();

beforeEach(() => {
  history.replaceState(null, "", "/#/about");
  onVisit.mockClear();
  following = followLinks(onVisit);
});
afterEach(() => following.stop());

function arriveAt(address: string): void {
  history.replaceState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}

function click(href: string): MouseEvent {
  const link = document.body.appendChild(document.createElement("a"));
  link.href = href;
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  link.dispatchEvent(event);
  link.remove();
  return event;
}

test("a link to another screen changes the hash", () => {
  expect(click("/shop").defaultPrevented).toBe(true);
  expect(location.hash).toBe("#/shop");
  expect(onVisit.mock.calls).toEqual([[{ screen: "shop", scrollY: 0 }]]);
});

test("a link to a product opens the shop at the product's address", () => {
  click("/shop/tee");
  expect(location.hash).toBe("#/shop/tee");
  expect(onVisit.mock.calls).toEqual([[{ screen: "shop", scrollY: 0 }]]);
});

test("going back to another screen counts as a visit", () => {
  arriveAt("/#/terms");
  arriveAt("/#/about");
  expect(onVisit.mock.calls.map(([{ screen }]) => screen)).toEqual(["terms", "about"]);
});

test("the shop handles going back and forth between its products", () => {
  arriveAt("/#/shop");
  arriveAt("/#/shop/tee");
  arriveAt("/#/shop");
  expect(onVisit).toHaveBeenCalledTimes(1);
});

test("a screen's own state stays in its history entry", () => {
  click("/shop");
  const state = { ...history.state, isOverShop: true };
  history.replaceState(state, "");
  dispatchEvent(new PopStateEvent("popstate"));
  expect(history.state).toEqual(state);
});

test("a fragment moves the focus to the element with that id, unless it is not UTF-8", () => {
  const place = document.body.appendChild(document.createElement("h2"));
  place.id = "café";
  place.tabIndex = -1;
  moveTo("caf%C3%A9");
  expect(document.activeElement).toBe(place);
  expect(() => moveTo("caf%E9")).not.toThrow();
  place.remove();
});
