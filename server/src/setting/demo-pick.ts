/** Picks of the demo business: by the rule of real ones, over what each expert had in hand at that time. */
import { PICK_KEEP_DAYS, type PickStep } from "@visadesk/contract/setting/expert.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { calendarOf, type WorkCalendar } from "../base-data/index.ts";
import { choose, handles, type PickCandidate } from "./expert/expert.rules.ts";
import { lockedExperts, type ExpertRow } from "./expert/expert.sql.ts";

const DAY = 86_400_000;
const BATCH = 1000;
interface Row {
  order_id: number;
  country_id: string;
  is_urgent: boolean;
  picked_id: number;
  step: PickStep;
  duty_at: string;
  candidates: PickCandidate[];
  at: string;
}

export class DemoPicks {
  private readonly experts: ExpertRow[];
  private readonly calendar: WorkCalendar;
  private readonly now: Date;
  /** Ends of the cases of each worker; those still open never end. */
  private readonly ends = new Map<number, number[]>();
  private readonly made: Row[] = [];

  private constructor(experts: ExpertRow[], calendar: WorkCalendar, now: Date) {
    this.experts = experts;
    this.calendar = calendar;
    this.now = now;
  }
  static async of(db: Db, now: Date): Promise<DemoPicks> {
    return new DemoPicks(await lockedExperts(db), await calendarOf(db), now);
  }

  /** Worker of an order paid at `at`; null when nobody handles the country. Orders come in the order of time, nearly. */
  pick(order: { id: number; country_id: string; is_urgent: boolean }, at: Date): number | null {
    const list = this.experts.filter((e) => handles(e, order.country_id)).map((e) => ({ ...e, open: this.openAt(e.worker_id, at) }));
    const moment = { at: this.calendar.nextWorkingTime(at), away: new Map<number, string | null>() };
    const { choice, candidates } = choose(list, order.is_urgent, [moment]);
    if (!choice) return null;
    const { worker_id } = choice.picked;
    const stored = this.experts.find((e) => e.worker_id === worker_id);
    if (stored) stored.last_pick_at = at.toISOString();
    if (at.getTime() > this.now.getTime() - PICK_KEEP_DAYS * DAY)
      this.made.push({
        order_id: order.id,
        country_id: order.country_id,
        is_urgent: order.is_urgent,
        picked_id: worker_id,
        step: choice.step,
        duty_at: moment.at.toISOString(),
        candidates,
        at: at.toISOString(),
      });
    return worker_id;
  }
  /** A case that ended then, or goes on. */
  took(worker: number, until: Date | null): void {
    const ends = this.ends.get(worker) ?? [];
    ends.push(until?.getTime() ?? Number.POSITIVE_INFINITY);
    this.ends.set(worker, ends);
  }
  private openAt(worker: number, at: Date): number {
    // The next order may have been paid up to a day earlier.
    const kept = (this.ends.get(worker) ?? []).filter((end) => end > at.getTime() - DAY);
    this.ends.set(worker, kept);
    return kept.filter((end) => end > at.getTime()).length;
  }

  /** Writes the picks, once their orders are there. */
  async save(db: Db): Promise<void> {
    for (let i = 0; i < this.made.length; i += BATCH)
      await rows(
        db,
        q`
        insert into expert_picks (order_id, country_id, is_urgent, picked_id, step, duty_at, candidates, at)
        select x.order_id, x.country_id, x.is_urgent, x.picked_id, x.step, x.duty_at, x.candidates, x.at
        from json_to_recordset(${JSON.stringify(this.made.slice(i, i + BATCH))}::json) as x(order_id int8, country_id text, is_urgent boolean, picked_id int8, step text, duty_at timestamptz, candidates jsonb, at timestamptz)
        order by x.at`,
      );
    await rows(
      db,
      q`update experts e set last_pick_at = p.at from (select picked_id, max(at) as at from expert_picks group by 1) p where p.picked_id = e.worker_id`,
    );
  }
}
