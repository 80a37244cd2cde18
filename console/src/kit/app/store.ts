/**
 * A value shared outside React: `get`, `set`, `subscribe`, and `use(selector)` inside components.
 * Selectors must answer stable references (a field of the state, a primitive), never a new object.
 */
import { useSyncExternalStore } from "react";

export interface Store<S> {
  get(): S;
  set(patch: Partial<S> | ((now: S) => S)): void;
  subscribe(listener: () => void): () => void;
  use<T>(selector: (state: S) => T): T;
}

export function createStore<S extends object>(initial: S): Store<S> {
  let state = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const get = () => state;
  return {
    get,
    subscribe,
    set(patch) {
      state = typeof patch === "function" ? patch(state) : { ...state, ...patch };
      for (const listener of listeners) listener();
    },
    use: (selector) => useSyncExternalStore(subscribe, () => selector(state)),
  };
}
