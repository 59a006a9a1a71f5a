import { useCallback, useEffect, useState } from "react";

/** A fetch that caches its last result until the page is left. */
export type Source<Args extends unknown[], Value> = {
  readonly cached: Value | undefined;
  /** @throws {Error} when the value cannot be fetched */
  fetch: (...args: Args) => Promise<Value>;
};

export function createSource<Args extends unknown[], Value>(
  fetch: (...args: Args) => Promise<Value>,
): Source<Args, Value> {
  let cached: Value | undefined;
  return {
    get cached() {
      return cached;
    },
    async fetch(...args) {
      cached = await fetch(...args);
      return cached;
    },
  };
}

/** The reason of the last failure, and the number of failures in a row. */
export type Failure = { error: unknown; count: number };

type Status = { isFetching: boolean; isFresh: boolean; failure?: Failure };

/** A value with the status of its fetch. */
type Fetched<Value> = {
  value: Value;
  isFetching: boolean;
  /** Whether the value was fetched after the component appeared. */
  isFresh: boolean;
  /** Set after a failure, and while the fetch is retried. */
  failure: Failure | undefined;
  /**
   * Retries the fetch, or calls another one. Does nothing while a fetch is running.
   *
   * @returns whether the fetch succeeded
   */
  fetchAgain: (fetch?: () => Promise<Value>) => Promise<boolean>;
};

/**
 * Fetches a value when the component appears. A failure is logged and leaves the value as it is.
 *
 * WebKit and Firefox abort a fetch when a visitor leaves the page. If the browser later restores the page, the hook
 * restarts a fetch that had not succeeded.
 *
 * @param fetch a new function starts a new fetch, so it has to be the same function on every render
 * @param initial the value until the first fetch succeeds
 */
export function useFetched<Value>(fetch: () => Promise<Value>, initial: Value): Fetched<Value> {
  const [value, setValue] = useState(initial);
  const [status, setStatus] = useState<Status>({ isFetching: true, isFresh: false });

  const load = useCallback(async (fetch: () => Promise<Value>, isCurrent: () => boolean): Promise<boolean> => {
    try {
      const fetched = await fetch();
      if (!isCurrent()) return false;
      setValue(fetched);
      setStatus({ isFetching: false, isFresh: true });
      return true;
    } catch (error) {
      console.warn(error);
      if (isCurrent()) {
        setStatus(({ isFresh, failure }) => ({
          isFetching: false,
          isFresh,
          failure: { error, count: (failure?.count ?? 0) + 1 },
        }));
      }
      return false;
    }
  }, []);

  useEffect(() => {
    const start = () => {
      const attempt = { isOver: false, hasSucceeded: false };
      load(fetch, () => !attempt.isOver).then((hasSucceeded) => {
        attempt.hasSucceeded = hasSucceeded;
      });
      return attempt;
    };
    let attempt = start();
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || attempt.hasSucceeded) return;
      attempt.isOver = true;
      attempt = start();
    };
    addEventListener("pageshow", onReturn);
    return () => {
      attempt.isOver = true;
      removeEventListener("pageshow", onReturn);
    };
  }, [fetch, load]);

  const fetchAgain = async (again = fetch) => {
    if (status.isFetching) return false;
    setStatus({ ...status, isFetching: true });
    return load(again, () => true);
  };

  return { value, isFetching: status.isFetching, isFresh: status.isFresh, failure: status.failure, fetchAgain };
}
