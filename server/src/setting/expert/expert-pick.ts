/** 派单: which expert a paid order goes to, and the record of why. */
import { may } from "@visadesk/contract/permissions.ts";
import type { PickStep } from "@visadesk/contract/setting/expert.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { holdersOf } from "../../account/index.ts";
import { calendarOf } from "../../base-data/index.ts";
import { onDuty } from "../duty/duty.ts";
import { addPick, leadTeams } from "./expert-pick.sql.ts";
import { choose, handles, leaderFor, type Candidate, type Moment } from "./expert.rules.ts";
import { lockedExperts, lockPicks, stampPick } from "./expert.sql.ts";

export interface PickFacts {
  order_id: number;
  order_no: string;
  country_id: string;
  is_urgent: boolean;
  /** Open applicants by worker, read after the lock. */
  openCounts: (db: Db, workers: readonly number[]) => Promise<ReadonlyMap<number, number>>;
}
type Caller = Pick<Ctx, "db" | "now">;

async function candidatesFor(db: Db, p: PickFacts): Promise<Candidate[]> {
  const experts = (await lockedExperts(db)).filter((e) => handles(e, p.country_id));
  const open = await p.openCounts(
    db,
    experts.map((e) => e.worker_id),
  );
  return experts.map((e) => ({ ...e, open: open.get(e.worker_id) ?? 0 }));
}

/** The payment, and outside working hours the next working minute as well. */
async function momentsOf({ db, now }: Caller, workers: readonly number[]): Promise<Moment[]> {
  const next = (await calendarOf(db)).nextWorkingTime(now);
  const moments: Moment[] = [];
  for (const at of next > now ? [now, next] : [now]) {
    const verdicts = await onDuty(db, workers, at);
    moments.push({ at, away: new Map([...verdicts].map(([id, v]) => [id, v.why])) });
  }
  return moments;
}

/**
 * The expert of a paid order: 1 the free one with the lowest load, 2 for urgent orders one who takes none of these,
 * 3 the leader of the country's team, 4 nobody, and those who set up experts are told. Serial until the transaction ends.
 */
export async function pickExpert(ctx: Caller, p: PickFacts): Promise<number | null> {
  const { db, now } = ctx;
  await lockPicks(db);
  const list = await candidatesFor(db, p);
  const { choice, moment, candidates } = choose(
    list,
    p.is_urgent,
    await momentsOf(
      ctx,
      list.map((c) => c.worker_id),
    ),
  );
  const leader = choice ? null : leaderFor(await leadTeams(db), p.country_id);
  const picked_id = choice ? choice.picked.worker_id : leader;
  const step: PickStep = choice ? choice.step : leader === null ? "nobody" : "leader";
  if (choice) await stampPick(db, choice.picked.id, now);
  await addPick(db, {
    order_id: p.order_id,
    country_id: p.country_id,
    is_urgent: p.is_urgent,
    picked_id,
    step,
    duty_at: moment.at,
    candidates,
    at: now,
  });
  if (step === "nobody") await tellNobody(ctx, p);
  return picked_id;
}

async function tellNobody(ctx: Caller, p: PickFacts): Promise<void> {
  for (const holder of await holdersOf(ctx.db, may.expert))
    await sendMessage(ctx, {
      channel: "in_app",
      template: "expert_pick_nobody",
      receiver: holder.account,
      receiver_worker_id: holder.id,
      content: `订单 ${p.order_no} 已支付，没有可派的签证专家，请改派`,
      ref_noun: "order",
      ref_id: p.order_id,
    });
}
