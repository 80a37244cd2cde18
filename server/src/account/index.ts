/** Door of account: who calls, how sessions end, passwords, and the served endpoints. */
export { accountServer } from "./login/session.ts";
export { personalServer } from "./personal.ts";
export { jobs } from "./account.jobs.ts";
export { useLists } from "./saved-view/view-count.ts";
export { viewWatchJob } from "./saved-view/view-watch.ts";
export { openSessions, forgetSessions, onRightsChanged, principalOfSession, principalOfWorker } from "./principal.ts";
export { sessionsEnd } from "./login/sessions-end.ts";
export { accountSecrets, loadKeys, useTestKeys } from "./login/keys.ts";
export { secretHost } from "./login/secret.host.ts";
export { handOutPasswd, loginUnlock, totpOff, type HandedOut } from "./login/staff-login.ts";
export { tell } from "./tell.ts";
export { hashPasswd, md5Of, useCheapPasswords } from "./login/passwd.ts";
export { isWeakPasswd } from "./login/weak-passwd.ts";
export { changeOwnPasswd, prepareOwnPasswd, type OwnPasswd } from "./login/own-passwd.ts";
export { everyCode, holdersOf, managedTeams, scopeOf, worker, workerMay } from "./scope.ts";
export { workerFacts, type WorkerFacts } from "./staff.sql.ts";
export { sealedWorker } from "./sealed.ts";
export { accountName } from "./login/login.rules.ts";
