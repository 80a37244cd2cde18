/** Assignments of the demo business, by the rules of single ones: matches are read once, what each holds is counted here. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { calendarOf } from "../../base-data/index.ts";
import { choiceOf, rowOf, termsOf, type Assigned, type Person } from "./assignment.rules.ts";
import { candidates, type Cost } from "./candidate.rules.ts";
import { matchRows, missionOf } from "./match.sql.ts";

type Row = ReturnType<typeof rowOf>;
export interface DemoAssignment {
  terms: Assigned;
  row: Omit<Row, "assigned_at"> & { assigned_at: string; released_at: string | null; release_reason: string | null };
}
export interface DemoAsk extends Person {
  date: string;
  at: Date;
  by: number;
  /** Keep why the others lost; of what is long past nobody asks. */
  withRanking: boolean;
}
interface PastCost extends Cost {
  supplier_product_id: number;
  from: string;
}

/** Whoever did a product at an instant, at the costs of that instant. */
export async function demoAssigner(db: Db, skuId: number, now: Date): Promise<(ask: DemoAsk) => DemoAssignment | null> {
  const matches = await matchRows(db, skuId, now);
  const costs = await rows<PastCost>(
    db,
    q`
    select v.supplier_product_id, coalesce(v.effective_at, v.created_at) as "from", v.id as price_id, v.adult, v.child, v.urgent, v.embassy_included, v.centre_included,
      v.embassy_fee, v.currency, v.rate::text as rate
    from supplier_prices v join supplier_products m on m.id = v.supplier_product_id
    where m.sku_id = ${skuId} and v.review = 'approved' order by coalesce(v.effective_at, v.created_at), v.id`,
  );
  const calendar = await calendarOf(db);
  const mission = calendar.missionDays((await missionOf(db, skuId)) ?? null);
  const held = new Map<string, number>();
  const keyOf = (id: number, date: string): string => `${id} ${date}`;
  const days = { mission, working: calendar, used: (id: number, date: string): number => held.get(keyOf(id, date)) ?? 0 };
  const costAt = (id: number, at: string): Cost | null => costs.findLast((c) => c.supplier_product_id === id && c.from <= at) ?? null;
  return ({ date, at, by, withRanking, ...person }) => {
    const then = at.toISOString();
    const list = matches.map((m) => ({ ...m, cost: costAt(m.supplier_product_id, then) }));
    const ranking = candidates(list, { date, today: shanghaiDate(at), band: person.band, tier: person.tier }, days);
    const choice = choiceOf(ranking, date);
    if (!choice) return null;
    const row = rowOf(person, choice, withRanking ? ranking : [], { by, at });
    const key = keyOf(row.supplier_product_id, row.planned_date);
    held.set(key, (held.get(key) ?? 0) + 1);
    return { terms: termsOf(row), row: { ...row, assigned_at: then, released_at: null, release_reason: null } };
  };
}
