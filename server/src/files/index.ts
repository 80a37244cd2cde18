/** Door of stored files. */
export { fileServer } from "./file.ts";
