/** The teams of the list as a tree. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { teamApi } from "@visadesk/contract/setting/team.ts";

export type Team = Output<typeof teamApi.team_query>["list"][number];
export interface TeamNode extends Team {
  children?: TeamNode[];
}

/** Roots with their branches, in the order of the list. */
export function treeOf(teams: readonly Team[], parent: number | null = null): TeamNode[] {
  const known = new Set(teams.map((t) => t.id));
  const home = (t: Team): number | null => (t.parent_id !== null && known.has(t.parent_id) ? t.parent_id : null);
  return teams
    .filter((t) => home(t) === parent)
    .map((t) => {
      const children = treeOf(teams, t.id);
      return children.length > 0 ? { ...t, children } : { ...t };
    });
}

/** A line of the drawn tree; `isOpen` is null where nothing is below. */
export interface TeamLine {
  team: Team;
  level: number;
  isOpen: boolean | null;
}

/** The lines one sees while these teams are closed. */
export const linesOf = (nodes: readonly TeamNode[], closed: ReadonlySet<number>, level = 1): TeamLine[] =>
  nodes.flatMap((team) => {
    const isOpen = team.children ? !closed.has(team.id) : null;
    return [{ team, level, isOpen }, ...(isOpen ? linesOf(team.children ?? [], closed, level + 1) : [])];
  });

/** A team and everything below it: none of these can be its parent. */
export function branchIds(teams: readonly Team[], id: number): ReadonlySet<number> {
  return new Set([id, ...teams.filter((t) => t.parent_id === id).flatMap((t) => [...branchIds(teams, t.id)])]);
}

/** The leader who counts: the team's own, else the nearest above. */
export function leaderOf(teams: readonly Team[], team: Team): { name: string; from: string | null } | null {
  if (team.leader_name !== null) return { name: team.leader_name, from: null };
  const parent = teams.find((t) => t.id === team.parent_id);
  const above = parent && leaderOf(teams, parent);
  return above && parent ? { name: above.name, from: above.from ?? parent.name } : null;
}
