import { beforeEach, expect, test } from "vitest";
import { followFailedPictures } from "./failed-pictures.ts";

let picture: HTMLImageElement;

/** What the browser found out about the picture before any script ran. */
function alreadyIs(state: { complete: boolean; naturalWidth: number }): void {
  for (const [name, value] of Object.entries(state)) Object.defineProperty(picture, name, { value });
}

/** Addresses that the picture was given since, by which a browser fetches it anew. */
function givenAddresses(): string[] {
  const given: string[] = [];
  Object.defineProperty(picture, "src", { get: () => "/small.jpg", set: (address: string) => given.push(address) });
  return given;
}

const isMarked = () => "failed" in picture.dataset;

beforeEach(() => {
  document.body.replaceChildren();
  picture = document.body.appendChild(document.createElement("img"));
});

test("a picture that failed is marked, fetched again once the network is back, and then no longer marked", () => {
  followFailedPictures();
  const given = givenAddresses();
  dispatchEvent(new Event("online"));
  expect(given).toEqual([]);

  picture.dispatchEvent(new Event("error"));
  expect(isMarked()).toBe(true);
  dispatchEvent(new Event("online"));
  // The page is followed by the tests before this one as well.
  expect(new Set(given)).toEqual(new Set(["/small.jpg"]));
  picture.dispatchEvent(new Event("load"));
  expect(isMarked()).toBe(false);
});

test.each([
  ["that failed before the site's script ran is marked", { complete: true, naturalWidth: 0 }, true],
  ["that is there is not marked", { complete: true, naturalWidth: 640 }, false],
  ["that is still to come is not marked", { complete: false, naturalWidth: 0 }, false],
])("a picture %s", (_, state, expected) => {
  alreadyIs(state);
  givenAddresses();
  followFailedPictures();
  expect(isMarked()).toBe(expected);
});
