/** The tree of teams: how deep, and never in a circle. */
import { TEAM_LEVELS } from "@visadesk/contract/setting/team.ts";

export interface TeamNode {
  readonly id: number;
  readonly parent_id: number | null;
}

/** The team and all teams below it. */
export function branchOf(teams: readonly TeamNode[], id: number): number[] {
  const below = teams.filter((t) => t.parent_id === id).flatMap((t) => branchOf(teams, t.id));
  return [id, ...below];
}

const parentOf = (teams: readonly TeamNode[], id: number): number | null => teams.find((t) => t.id === id)?.parent_id ?? null;
const depthOf = (teams: readonly TeamNode[], id: number | null): number => (id === null ? 0 : 1 + depthOf(teams, parentOf(teams, id)));
const heightOf = (teams: readonly TeamNode[], id: number): number =>
  1 + Math.max(0, ...teams.filter((t) => t.parent_id === id).map((t) => heightOf(teams, t.id)));

/** Why a team (null: a new one) cannot hang under this parent, or null. */
export function parentFault(teams: readonly TeamNode[], id: number | null, parent: number | null): string | null {
  if (parent === null) return null;
  if (id !== null && branchOf(teams, id).includes(parent)) return "上级不能是自己的下级";
  const levels = depthOf(teams, parent) + (id === null ? 1 : heightOf(teams, id));
  return levels > TEAM_LEVELS ? `团队最多${TEAM_LEVELS}级，请选择更高的上级` : null;
}

/** A status as the log tells it. */
export const statusWord = (status: 0 | 1): string => (status === 1 ? "启用" : "停用");
