/** Door of setting: staff, roles, scope, configuration, the operation log. */
export { roleServer } from "./role.ts";
export { workerServer } from "./worker.ts";
export { operationLogServer } from "./operation-log.ts";
export { sealNow, startSealing } from "./operation-log.jobs.ts";
export { verifyLog } from "./operation-log.sql.ts";
export { config, setDefault } from "./sys-config.ts";
export { scopeOf, holdersOf, worker, workerMay, managedTeams, type WorkerFacts } from "../account/index.ts";
export { seedStaff, DEMO_PASSWORD } from "./demo.ts";
export { pickExpert, type PickFacts } from "./expert.ts";
export { ensureFirstAdmin, type FirstAdmin } from "./first-admin.ts";
