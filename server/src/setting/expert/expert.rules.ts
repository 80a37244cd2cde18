/** Who of the experts gets an order. */
import type { PickStep } from "@visadesk/contract/setting/expert.ts";

export interface Candidate {
  id: number;
  worker_id: number;
  open: number;
  max_open: number;
  weight: number;
  handle_urgent: boolean;
  /** Why he takes nothing whatever the moment: 停止接单, 无订单处理权限. */
  off: string | null;
  last_pick_at: string | null;
}
export interface PickCandidate {
  worker_id: number;
  open: number;
  max_open: number;
  weight: number;
  load: number;
  excluded: string | null;
}
export interface Choice {
  step: Extract<PickStep, "load" | "relaxed">;
  picked: Candidate;
}

/** Open cases per weight: a heavier weight carries more of them. */
export const loadOf = (c: Pick<Candidate, "open" | "weight">): number => c.open / c.weight;

/** His own countries, else his team's, else all. */
export const handles = (e: { country_ids: readonly string[]; team_country_ids: readonly string[] }, country: string): boolean => {
  const own = e.country_ids.length > 0 ? e.country_ids : e.team_country_ids;
  return own.length === 0 || own.includes(country);
};

/** Why a candidate gets nothing, or null. `away` = why he is not at work. */
function excludedBy(c: Candidate, away: string | null, needsUrgent: boolean): string | null {
  if (c.off) return c.off;
  if (away) return away;
  if (c.open >= c.max_open) return `已满 ${c.open}/${c.max_open}`;
  return needsUrgent && !c.handle_urgent ? "未接加急" : null;
}

/** Lowest load, then longest without a pick, then the older row. */
const first = (a: Candidate, b: Candidate): number =>
  loadOf(a) - loadOf(b) || Date.parse(a.last_pick_at ?? "1970-01-01") - Date.parse(b.last_pick_at ?? "1970-01-01") || a.id - b.id;

export interface Moment {
  at: Date;
  /** Worker → why he is not at work at that moment; absent or null: he is. */
  away: ReadonlyMap<number, string | null>;
}

/**
 * Steps 1 and 2 of a pick. `moments` are the payment and, outside working hours, the next working minute: who is at work
 * now goes before who will be then, and only when nobody suits a step at either is the next step tried.
 */
export function choose(
  list: readonly Candidate[],
  urgent: boolean,
  moments: readonly Moment[],
): { choice: Choice | null; moment: Moment; candidates: PickCandidate[] } {
  const [now, ...later] = moments;
  if (!now) throw new Error("a pick needs a moment");
  const last = later.at(-1) ?? now;
  const shown = (m: Moment, needsUrgent: boolean): PickCandidate[] =>
    [...list].sort(first).map((c) => ({
      worker_id: c.worker_id,
      open: c.open,
      max_open: c.max_open,
      weight: c.weight,
      load: Math.round(loadOf(c) * 100) / 100,
      excluded: excludedBy(c, m.away.get(c.worker_id) ?? null, needsUrgent),
    }));
  for (const step of urgent ? (["load", "relaxed"] as const) : (["load"] as const)) {
    for (const moment of [now, ...later]) {
      const free = list.filter((c) => excludedBy(c, moment.away.get(c.worker_id) ?? null, urgent && step === "load") === null);
      const picked = free.sort(first)[0];
      if (picked) return { choice: { step, picked }, moment, candidates: shown(moment, urgent && step === "load") };
    }
  }
  return { choice: null, moment: last, candidates: shown(last, false) };
}

export interface LeadTeam {
  id: number;
  parent_id: number | null;
  country_ids: readonly string[];
  /** Only an enabled one counts. */
  leader_id: number | null;
}
/** Leader of the team that handles the country; without one that of the team above. */
export function leaderFor(teams: readonly LeadTeam[], country: string): number | null {
  const leaderOf = (team: LeadTeam | undefined): number | null =>
    team ? (team.leader_id ?? leaderOf(teams.find((t) => t.id === team.parent_id))) : null;
  for (const team of teams) {
    const leader = team.country_ids.includes(country) ? leaderOf(team) : null;
    if (leader !== null) return leader;
  }
  return null;
}
