import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createSource, useFetched } from "./use-fetched.ts";

/** A component with a fetch. The test settles each attempt. */
function setUp() {
  const attempts: { succeed: (value: string) => Promise<void>; fail: () => Promise<void> }[] = [];
  const fetch = () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    attempts.push({
      succeed: (value) => act(async () => resolve(value)),
      fail: () => act(async () => reject(new TypeError("Failed to fetch"))),
    });
    return promise;
  };
  return { attempts, ...renderHook(() => useFetched(fetch, "cached")) };
}

/** The browser restores the page from its cache (`persisted`), or has just loaded it. */
const showPage = (persisted: boolean) => act(() => dispatchEvent(Object.assign(new Event("pageshow"), { persisted })));

test("the cached value shows until the first fetch succeeds", async () => {
  const { attempts, result } = setUp();
  expect(result.current).toMatchObject({ value: "cached", isFetching: true, isFresh: false });
  await attempts[0]?.succeed("new");
  expect(result.current).toMatchObject({ value: "new", isFetching: false, isFresh: true });
});

test("a failure leaves the value, is counted, and remains while the fetch is retried", async () => {
  vi.mocked(console.warn).mockImplementation(() => {});
  const { attempts, result } = setUp();
  await attempts[0]?.fail();
  expect(result.current).toMatchObject({ value: "cached", isFetching: false, failure: { count: 1 } });
  act(() => void result.current.fetchAgain());
  act(() => void result.current.fetchAgain());
  expect(attempts).toHaveLength(2);
  expect(result.current).toMatchObject({ isFetching: true, failure: { count: 1 } });
  await attempts[1]?.fail();
  expect(result.current).toMatchObject({ isFetching: false, failure: { count: 2 } });
  act(() => void result.current.fetchAgain());
  await attempts[2]?.succeed("new");
  expect(result.current).toMatchObject({ value: "new", failure: undefined });
  expect(console.warn).toHaveBeenCalledTimes(2);
});

test("a restored page does not repeat a fetch that succeeded", async () => {
  const { attempts } = setUp();
  await attempts[0]?.succeed("new");
  showPage(true);
  expect(attempts).toHaveLength(1);
});

test("a restored page repeats a fetch that failed, but a page that has just loaded does not", async () => {
  vi.mocked(console.warn).mockImplementation(() => {});
  const { attempts, result } = setUp();
  await attempts[0]?.fail();
  showPage(false);
  expect(attempts).toHaveLength(1);
  showPage(true);
  await attempts[1]?.succeed("new");
  expect(result.current.value).toBe("new");
  showPage(true);
  expect(attempts).toHaveLength(2);
});

test("a restored page repeats a running fetch and ignores the result of the first one", async () => {
  const { attempts, result, unmount } = setUp();
  showPage(true);
  await attempts[0]?.succeed("old");
  expect(result.current.value).toBe("cached");
  await attempts[1]?.succeed("new");
  expect(result.current.value).toBe("new");
  unmount();
  showPage(true);
  expect(attempts).toHaveLength(2);
});

test("a source caches its last result", async () => {
  const source = createSource(async (name: string) => `${name}'s albums`);
  expect(source.cached).toBeUndefined();
  await source.fetch("June");
  expect(source.cached).toBe("June's albums");
});
