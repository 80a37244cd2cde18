/** The stored nouns of finance. */
import { exportNoun } from "./export.noun.ts";

export const financeNouns = [exportNoun];
