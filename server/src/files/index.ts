/** Door of stored files. */
export { fileServer, type FileAccess } from "./file.ts";
export { neutralName } from "./file.rules.ts";
export { handedIn, type HandedIn } from "./file.sql.ts";
export { fileJobs, releaseFiles } from "./file.jobs.ts";
export { fileSealSources } from "./file.seal.ts";
