/** The page that was asked for last and may not be entered; home says so until another page is opened. */
import { createStore } from "./store.ts";

export const denied = createStore<{ title: string | null }>({ title: null });
