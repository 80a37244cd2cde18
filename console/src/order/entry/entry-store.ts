/** What is typed into an entry, outside the form: price, table and draft hear of a key, the form's fields do not. */
import { createContext, useContext, useEffect } from "react";
import { createStore, type Store } from "#kit/app/store.ts";
import { EMPTY_ENTRY, useQuote, type EntryValues, type QuoteState } from "./entry-model.ts";

interface EntryState {
  values: EntryValues;
  quote: QuoteState;
}
export type EntryStore = Store<EntryState>;

const NO_QUOTE: QuoteState = { quote: undefined, isFresh: false, error: null, again: () => undefined };
export const newEntry = (): EntryStore => createStore<EntryState>({ values: EMPTY_ENTRY, quote: NO_QUOTE });

export const EntryContext = createContext<EntryStore>(newEntry());
export const useEntryStore = (): EntryStore => useContext(EntryContext);

/** Asks for the price of what is typed; draws nothing. */
export function Pricing(): null {
  const entry = useEntryStore();
  const quote = useQuote(entry.use((s) => s.values));
  useEffect(() => entry.set({ quote }), [entry, quote]);
  return null;
}
