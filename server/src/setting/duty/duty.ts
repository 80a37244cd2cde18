/** 值班: who is at work at a moment, and the board on which exceptions are entered. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { BOARD_DAYS, dutyApi } from "@visadesk/contract/setting/duty.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { badInput, found, Refusal, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import { managedTeams } from "../../account/index.ts";
import { calendarOf } from "../../base-data/index.ts";
import { boardDates, boardFault, daysFaults, dutyAt, dutyOfDay, overlaps, spanText, without, type Verdict } from "./duty.rules.ts";
import { addDuty, boardMembers, dutiesOf, dutiesOn, lockDuties, removeDuties, workerNames, type DutyRow } from "./duty.sql.ts";
import { takersOf } from "../expert/expert.sql.ts";

type Api = typeof dutyApi;
type Cell = Parsed<Api["duty_save"]>["cells"][number];
type Result = Output<Api["duty_save"]>["results"][number];
type Person = Awaited<ReturnType<typeof workerNames>>[number];

/** Whether each of these people is at work at that moment; somebody disabled never is. */
export async function onDuty(db: Db, workers: readonly number[], at: Date): Promise<ReadonlyMap<number, Verdict>> {
  const day = shanghaiDate(at);
  const [calendar, rows, people] = [await calendarOf(db), await dutiesOf(db, workers, day, day), await workerNames(db, workers)];
  return new Map(
    people.map((p) => [
      p.id,
      p.status === 1
        ? dutyAt(
            rows.filter((r) => r.worker_id === p.id),
            calendar,
            at,
          )
        : { on: false, why: "已停用" },
    ]),
  );
}

export interface Today {
  /** What holds for whoever has no entry today. */
  usual: Verdict;
  /** People whose day differs from the usual one. */
  others: ReadonlyMap<number, Verdict>;
}
/** Who is at work on some half of today; whether an account is enabled is the caller's to ask. */
export async function dutyToday(db: Db, now: Date): Promise<Today> {
  const day = shanghaiDate(now);
  const [calendar, rows] = [await calendarOf(db), await dutiesOn(db, day)];
  const usual = dutyOfDay([], calendar, day);
  const others = [...Map.groupBy(rows, (r) => r.worker_id)].map(([id, own]) => [id, dutyOfDay(own, calendar, day)] as const);
  return { usual, others: new Map(others.filter(([, v]) => v.on !== usual.on || v.why !== usual.why)) };
}

/** Experts who can take an order on each of the days: with room left, accepting, at work on some half of it. */
export async function freeExperts(
  db: Db,
  dates: readonly string[],
): Promise<{ worker_id: number; team_id: number | null; free: boolean[]; off: string[] }[]> {
  const takers = await takersOf(db);
  const [first = "", last = ""] = [dates[0], dates.at(-1)];
  const calendar = await calendarOf(db);
  const duties = await dutiesOf(
    db,
    takers.map((t) => t.worker_id),
    first,
    last,
  );
  return takers.map((t) => {
    const own = duties.filter((d) => d.worker_id === t.worker_id);
    const off = dates.map((date) => t.off ?? dutyOfDay(own, calendar, date).why ?? "");
    return { worker_id: t.worker_id, team_id: t.team_id, free: off.map((why) => why === ""), off };
  });
}

/** How many of each team can take orders today. */
export async function freeToday(db: Db, now: Date): Promise<ReadonlyMap<number, number>> {
  const free = (await freeExperts(db, [shanghaiDate(now)])).filter((e) => e.free[0] === true);
  return new Map([...Map.groupBy(free, (e) => e.team_id ?? 0)].map(([team, list]) => [team, list.length]));
}

async function capacityOf(
  ctx: Ctx,
  dates: readonly string[],
  teams: readonly number[] | null,
  team: number | undefined,
): Promise<Output<Api["duty_query"]>["capacity"]> {
  const free = await freeExperts(ctx.db, dates);
  const handling = await ctx.db.selectFrom("teams").select(["id", "name", "country_ids"]).where("status", "=", 1).orderBy("id").execute();
  return handling
    .filter((t) => t.country_ids.length > 0 && (teams === null || teams.includes(t.id)) && (team === undefined || t.id === team))
    .map((t) => {
      const own = free.filter((e) => e.team_id === t.id);
      return { team_id: t.id, team_name: t.name, counts: dates.map((_, i) => own.filter((e) => e.free[i] === true).length) };
    });
}

async function dutyQuery(input: Parsed<Api["duty_query"]>, ctx: Ctx): Promise<Output<Api["duty_query"]>> {
  const faults = boardFault(input.from_date, shanghaiDate(ctx.now));
  if (faults.length > 0) throw badInput(...faults);
  const manages = ctx.has(may.worker) && input.mine !== true;
  const teams = manages ? await managedTeams(ctx.db, ctx.me) : [];
  const dates = boardDates(input.from_date, BOARD_DAYS);
  const calendar = await calendarOf(ctx.db);
  const people = await boardMembers(ctx.db, {
    only: manages ? null : ctx.me.worker_id,
    teams,
    me: ctx.me.worker_id,
    team_id: input.team_id,
  });
  const rows = await dutiesOf(
    ctx.db,
    people.map((p) => p.worker_id),
    input.from_date,
    dates.at(-1) ?? input.from_date,
  );
  return {
    days: dates.map((date) => ({
      date,
      is_working: calendar.isWorkingDay(date),
      name: calendar.nameOf(date) || null,
      is_estimated: calendar.isEstimated(date, date),
    })),
    list: people.map((p) => ({ ...p, duties: rows.filter((r) => r.worker_id === p.worker_id) })),
    capacity: manages ? await capacityOf(ctx, dates, teams, input.team_id) : [],
  };
}

/** Whom the caller may enter, and what of himself. */
function assertMine(
  ctx: Ctx,
  teams: readonly number[] | null,
  person: Person | undefined,
  cell: Cell,
  standing: readonly DutyRow[],
): asserts person {
  const own = person?.id === ctx.me.worker_id;
  const managed =
    ctx.has(may.worker) && (own || teams === null || (person?.team_id !== null && person !== undefined && teams.includes(person.team_id)));
  found(own || managed ? person : null, "员工不存在或不在您管理的团队");
  const touchesOn = cell.kind === "on" || standing.some((r) => r.kind === "on");
  refuseUnless(managed || !touchesOn, "not_allowed", "加班值班由员工管理员安排，您可以登记自己的休假、外勤和培训");
}

async function saveCell(ctx: Ctx, teams: readonly number[] | null, person: Person | undefined, cell: Cell): Promise<void> {
  const standing = (await dutiesOf(ctx.db, [cell.worker_id], cell.from_date, cell.to_date)).filter((r) => overlaps(r, cell));
  assertMine(ctx, teams, person, cell, standing);
  refuseUnless(person.status === 1, "guard_failed", `${person.nickname}已停用，不能排班`);
  const faults = daysFaults(cell, shanghaiDate(ctx.now));
  if (faults.length > 0) throw badInput(...faults);
  const clash = standing[0];
  if (cell.kind !== null && cell.replace !== true && clash) refuse("overlap", `${person.nickname}已登记 ${spanText(clash)}`);
  await removeDuties(
    ctx.db,
    standing.map((r) => r.id),
  );
  for (const r of standing) for (const left of without(r, cell)) await addDuty(ctx.db, { ...r, ...left }, ctx.me.worker_id, ctx.now);
  const { worker_id, kind, from_date, to_date, half, reason = "" } = cell;
  if (kind !== null) await addDuty(ctx.db, { worker_id, kind, from_date, to_date, half, reason }, ctx.me.worker_id, ctx.now);
  ctx.note({
    noun: "duty",
    noun_id: worker_id,
    noun_no: person.account,
    reason: reason || null,
    changes: [
      {
        field: "duty",
        label: "值班",
        before: standing.map(spanText).join("、") || null,
        after: kind === null ? null : spanText({ kind, from_date, to_date, half }),
      },
    ],
  });
}

/** Cell by cell: what cannot be saved is answered with its reason and stops nobody else. */
async function dutySave({ cells }: Parsed<Api["duty_save"]>, ctx: Ctx): Promise<Output<Api["duty_save"]>> {
  const ids = [...new Set(cells.map((c) => c.worker_id))].sort((a, b) => a - b);
  const people = new Map((await workerNames(ctx.db, ids)).map((p) => [p.id, p]));
  for (const id of ids) if (people.has(id)) await lockDuties(ctx.db, id);
  const teams = await managedTeams(ctx.db, ctx.me);
  const results: Result[] = [];
  let first: Refusal | null = null;
  for (const cell of cells) {
    try {
      await saveCell(ctx, teams, people.get(cell.worker_id), cell);
      results.push({ worker_id: cell.worker_id, ok: true, code: null, msg: "" });
    } catch (e) {
      if (!(e instanceof Refusal)) throw e;
      first ??= e;
      results.push({ worker_id: cell.worker_id, ok: false, code: e.code, msg: e.message });
    }
  }
  if (first && results.every((r) => !r.ok)) throw new Refusal(first.code, first.message, { ...first.body, results });
  return { results };
}

export const dutyServer = serve(dutyApi, { duty_query: dutyQuery, duty_save: dutySave });
