/** Door of setting: staff, roles, scope, configuration, the operation log. */
export { roleServer } from "./role.ts";
export { grantChangeServer } from "./grant-change.ts";
export { grantJobs } from "./grant-change.jobs.ts";
export { watchReads } from "./permission-use.ts";
export { seedPermissionUses } from "./demo-grant.ts";
export { workerServer } from "./worker.ts";
export { teamServer } from "./team.ts";
export { ownersFor, regionOwnerServer } from "./region-owner.ts";
export { operationLogServer } from "./operation-log.ts";
export { sealNow, startSealing } from "./operation-log.jobs.ts";
export { verifyLog } from "./operation-log.sql.ts";
export { config, setDefault } from "./sys-config.ts";
export { scopeOf, worker, workerMay } from "../account/index.ts";
export { seedStaff, DEMO_PASSWORD } from "./demo.ts";
export { seedRegions } from "./demo-region.ts";
export { pickExpert } from "./expert.ts";
export { ensureFirstAdmin } from "./first-admin.ts";
