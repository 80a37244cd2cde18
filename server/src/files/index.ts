/** Door of stored files. */
export { fileServer } from "./file.ts";
export { fileJobs, releaseFiles, type FilesInUse } from "./file.jobs.ts";
