/** Door of account: who calls, how sessions end, passwords, and the served endpoints. */
export { accountServer } from "./session.ts";
export { personalServer } from "./personal.ts";
export { jobs } from "./account.jobs.ts";
export { useLists } from "./view-count.ts";
export { viewWatchJob } from "./view-watch.ts";
export { openSessions, forgetSessions, onRightsChanged, principalOfSession, principalOfWorker } from "./principal.ts";
export { sessionsEnd } from "./sessions-end.ts";
export { accountSecrets, loadKeys, useTestKeys } from "./keys.ts";
export { secretHost } from "./secret.host.ts";
export { handOutPasswd, loginUnlock, totpOff, type HandedOut } from "./staff-login.ts";
export { tell } from "./tell.ts";
export { hashPasswd, md5Of, useCheapPasswords } from "./passwd.ts";
export { isWeakPasswd } from "./weak-passwd.ts";
export { changeOwnPasswd, prepareOwnPasswd, type OwnPasswd } from "./own-passwd.ts";
export { everyCode, holdersOf, managedTeams, scopeOf, worker, workerMay } from "./scope.ts";
export { workerFacts, type WorkerFacts } from "./staff.sql.ts";
export { sealedWorker } from "./sealed.ts";
export { accountName } from "./login.rules.ts";
