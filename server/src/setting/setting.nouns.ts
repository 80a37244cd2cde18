/** The stored nouns of setting. */
import { teamNoun } from "./worker/team.noun.ts";
import { roleNoun } from "./role/role.noun.ts";
import { grantChangeNoun } from "./grant/grant-change.noun.ts";
import { expertNoun } from "./expert/expert.noun.ts";
import { regionOwnerNoun } from "./region/region-owner.noun.ts";
import { dutyNoun } from "./duty/duty.noun.ts";
import { erasureRunNoun } from "./erasure-run/erasure-run.noun.ts";
import { sysConfigNoun } from "./sys-config/sys-config.noun.ts";

export const settingNouns = [teamNoun, roleNoun, grantChangeNoun, expertNoun, regionOwnerNoun, dutyNoun, erasureRunNoun, sysConfigNoun];
