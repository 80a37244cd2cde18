/** Door of stored files. */
import { area } from "#kit/area.ts";
import { fileJobs } from "./file.jobs.ts";
import { fileSealSources } from "./file.seal.ts";
import { fileServer } from "./file.ts";
import { filesNouns } from "./files.nouns.ts";

/** Private files belong to orders and their people: the log has them there. */
export const filesArea = ({ access, inUse }: { access: Parameters<typeof fileServer>[0]; inUse: Parameters<typeof fileJobs>[0] }) =>
  area("order", { nouns: filesNouns, serving: fileServer(access), jobs: fileJobs(inUse), seals: fileSealSources });
export { fileJobs, fileSealSources, fileServer };
export type { FileAccess } from "./file.ts";
export { neutralName } from "./file.rules.ts";
export { handedIn, type HandedIn } from "./file.sql.ts";
export { releaseFiles } from "./file.jobs.ts";
