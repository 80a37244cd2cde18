/** Door of stored files. */
export { fileServer, type FileAccess, type FileDoors, type MayReadFile } from "./file.ts";
