/** The stored nouns of account. */
import { savedViewNoun } from "./saved-view/saved-view.noun.ts";

export const accountNouns = [savedViewNoun];
