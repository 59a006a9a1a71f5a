import { beforeEach, expect, test } from "vitest";
import { watchFailedPictures } from "./failed-pictures.ts";

let picture: HTMLImageElement;

/** Sets the state of the picture before the script runs. */
function setState(state: { complete: boolean; naturalWidth: number }): void {
  for (const [name, value] of Object.entries(state)) Object.defineProperty(picture, name, { value });
}

/** Collects the addresses that are set on the picture. Each makes the browser load it again. */
function collectAddresses(): string[] {
  const addresses: string[] = [];
  Object.defineProperty(picture, "src", { get: () => "/small.jpg", set: (address: string) => addresses.push(address) });
  return addresses;
}

const isMarked = () => "failed" in picture.dataset;

beforeEach(() => {
  document.body.replaceChildren();
  picture = document.body.appendChild(document.createElement("img"));
});

test("a failed picture is marked, loads again when the network returns, and is then unmarked", () => {
  watchFailedPictures();
  const addresses = collectAddresses();
  dispatchEvent(new Event("online"));
  expect(addresses).toEqual([]);

  picture.dispatchEvent(new Event("error"));
  expect(isMarked()).toBe(true);
  dispatchEvent(new Event("online"));
  // Listeners of earlier tests are still on the page.
  expect(new Set(addresses)).toEqual(new Set(["/small.jpg"]));
  picture.dispatchEvent(new Event("load"));
  expect(isMarked()).toBe(false);
});

test.each([
  ["that failed before the site's script ran is marked", { complete: true, naturalWidth: 0 }, true],
  ["that has loaded is not marked", { complete: true, naturalWidth: 640 }, false],
  ["that is still loading is not marked", { complete: false, naturalWidth: 0 }, false],
])("a picture %s", (_, state, expected) => {
  setState(state);
  collectAddresses();
  watchFailedPictures();
  expect(isMarked()).toBe(expected);
});
