/** Door of setting: staff, roles, scope, configuration, the operation log. */
export { roleServer } from "./role.ts";
export { workerServer } from "./worker.ts";
export { workerDisableServer } from "./worker-disable.ts";
export { settingHoldings } from "./setting.holdings.ts";
export { jobs } from "./worker.jobs.ts";
export { hostCommands, type HostCommand } from "./host-commands.ts";
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
