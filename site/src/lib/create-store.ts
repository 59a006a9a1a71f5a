/** A value outside of React, for `useSyncExternalStore`. */
export type Store<Value> = {
  get: () => Value;
  set: (value: Value) => void;
  /** Calls `onChange` after every change. Returns a function that ends this. */
  subscribe: (onChange: () => void) => () => void;
};

export function createStore<Value>(first: Value): Store<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const notify of listeners) notify();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
