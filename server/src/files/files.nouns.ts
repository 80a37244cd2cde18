/** The stored nouns of files. */
import { fileNoun } from "./file.noun.ts";

export const filesNouns = [fileNoun];
