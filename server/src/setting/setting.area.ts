/** Setting's endpoints, jobs and nouns in one piece; what it asks of the areas that rest on it. */
import type { PresenceNoun } from "@visadesk/contract/account/personal.ts";
import type { RecordNoun } from "@visadesk/contract/record-nouns.ts";
import { area } from "#kit/area.ts";
import type { Opened } from "#kit/call/opened.ts";
import type { Holding } from "#kit/seal/holding.ts";
import { dutyServer } from "./duty/duty.ts";
import { erasureJobs, erasureServer, type ErasureDoor } from "./erasure-run/erasure-run.ts";
import { expertJobs } from "./expert/expert.jobs.ts";
import { expertServer } from "./expert/expert.ts";
import { grantJobs } from "./grant/grant-change.jobs.ts";
import { grantChangeServer } from "./grant/grant-change.ts";
import { operationLogServer, type SubjectDoors } from "./log/operation-log.ts";
import { recordLogServer } from "./log/record-log.ts";
import { regionOwnerJobs } from "./region/region-owner.jobs.ts";
import { regionOwnerServer, type RegionDoors } from "./region/region-owner.ts";
import { roleServer } from "./role/role.ts";
import { settingNouns } from "./setting.nouns.ts";
import { sysConfigServer, type SysConfigDoors } from "./sys-config/sys-config.ts";
import { teamServer } from "./worker/team.ts";
import { workerDisableServer } from "./worker/worker-disable.ts";
import { jobs } from "./worker/worker.jobs.ts";
import { workerSeals } from "./worker/worker-seal.ts";
import { workerServer } from "./worker/worker.ts";

export interface SettingDoors extends SysConfigDoors, SubjectDoors, RegionDoors {
  readonly holdings: readonly Holding[];
  readonly erasure: readonly ErasureDoor[];
  readonly opened: Readonly<Record<PresenceNoun | RecordNoun, Opened>>;
}

export const settingArea = (doors: SettingDoors) =>
  area("setting", {
    nouns: settingNouns,
    serving: {
      ...roleServer,
      ...grantChangeServer,
      ...workerServer(doors.holdings),
      ...workerDisableServer(doors.holdings),
      ...teamServer,
      ...regionOwnerServer(doors),
      ...expertServer,
      ...dutyServer,
      ...operationLogServer(doors),
      ...recordLogServer(doors.opened, doors),
      ...erasureServer(doors.erasure),
      ...sysConfigServer(doors),
    },
    jobs: [...grantJobs, ...jobs, ...expertJobs, ...regionOwnerJobs, ...erasureJobs(doors.erasure)],
    seals: [workerSeals],
  });
