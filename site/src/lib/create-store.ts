/** A value outside of React that components and plain functions watch, in the shape `useSyncExternalStore` takes. */
export type Store<Value> = {
  get: () => Value;
  set: (value: Value) => void;
  /** Calls back after every change until the returned function is called. */
  subscribe: (onChange: () => void) => () => void;
};

/** Makes a store that holds this value at first. */
export function createStore<Value>(first: Value): Store<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const tell of listeners) tell();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
