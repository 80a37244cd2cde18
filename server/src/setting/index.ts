/** Door of setting: staff, roles, scope, configuration, the operation log. */
export { roleServer } from "./role.ts";
export { workerServer } from "./worker.ts";
export { teamServer } from "./team.ts";
export { ownersFor, regionOwnerServer } from "./region-owner.ts";
export { regionOwnerJobs } from "./region-owner.jobs.ts";
export { nameActs, operationLogServer, useSubjects } from "./operation-log.ts";
export { operationLogJobs, sealNow, sealRound, startSealing } from "./operation-log.jobs.ts";
export { verifyLog } from "./operation-log-chain.sql.ts";
export { operationLogHost } from "./operation-log.host.ts";
export { config, setDefault, sysConfigServer } from "./sys-config.ts";
export { erasureHost, erasureJobs, erasureServer, type ErasureDoor } from "./erasure-run.ts";
export { revealAllowed } from "./reveal.ts";
export { scopeOf, worker, workerMay } from "../account/index.ts";
export { seedStaff, DEMO_PASSWORD } from "./demo.ts";
export { seedRegions } from "./demo-region.ts";
export { pickExpert } from "./expert.ts";
export { ensureFirstAdmin } from "./first-admin.ts";
