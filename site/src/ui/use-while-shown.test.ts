import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useWhileShown } from "./use-while-shown.ts";

/** A hook that is shown, each of whose beginnings the test ends. */
function shown() {
  const looks: { isShown: () => boolean; end: (came: boolean) => Promise<void> }[] = [];
  const begin = (isShown: () => boolean) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const end = (came: boolean) => act(async () => resolve(came));
    looks.push({ isShown, end });
    return promise;
  };
  return { looks, ...renderHook(() => useWhileShown(begin)) };
}

/** A browser brings the page back as it was left, or has just loaded it. */
const comeBack = (persisted: boolean) => act(() => dispatchEvent(Object.assign(new Event("pageshow"), { persisted })));

test("what had come before the page was left is not begun anew", async () => {
  const { looks, unmount } = shown();
  await looks[0]?.end(true);
  comeBack(true);
  expect(looks.map(({ isShown }) => isShown())).toEqual([true]);
  unmount();
  expect(looks[0]?.isShown()).toBe(false);
});

test("what failed as the page was left is begun anew once it is back, and not as a page has just loaded", async () => {
  const { looks } = shown();
  await looks[0]?.end(false);
  comeBack(false);
  expect(looks).toHaveLength(1);
  comeBack(true);
  expect(looks.map(({ isShown }) => isShown())).toEqual([false, true]);
  await looks[1]?.end(true);
  comeBack(true);
  expect(looks).toHaveLength(2);
});

test("what was still under way is begun anew too, and its own end does not count any more", async () => {
  const { looks, unmount } = shown();
  comeBack(true);
  await looks[0]?.end(false);
  expect(looks.map(({ isShown }) => isShown())).toEqual([false, true]);
  unmount();
  comeBack(true);
  expect(looks.map(({ isShown }) => isShown())).toEqual([false, false]);
});
