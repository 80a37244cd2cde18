/** Door of stored files. */
export { fileServer } from "./file.ts";
export { fileJobs, releaseFiles } from "./file.jobs.ts";
export { fileSealSources } from "./file.seal.ts";
