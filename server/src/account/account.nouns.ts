/** The stored nouns of account. */
import { savedViewNoun } from "./saved-view/saved-view.noun.ts";
import { workerNoun } from "./worker.noun.ts";

export const accountNouns = [savedViewNoun, workerNoun];
