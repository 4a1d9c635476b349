import { create as createStore, type StateCreator, type StoreApi, type UseBoundStore } from 'zustand';

export * from 'zustand';

/** Zustand for component tests: the stores of all modules, which `resetStores` sets back. */

const made = new Set<StoreApi<unknown>>();

export function create<T>(): (state: StateCreator<T>) => UseBoundStore<StoreApi<T>>;
export function create<T>(state: StateCreator<T>): UseBoundStore<StoreApi<T>>;
export function create<T>(state?: StateCreator<T>) {
  const keep = (given: StateCreator<T>) => {
    const store = createStore(given);
    made.add(store);
    return store;
  };
  return state ? keep(state) : keep;
}

/** Gives every store the state that it began with. */
export function resetStores(): void {
  for (const store of made) store.setState(store.getInitialState(), true);
}
