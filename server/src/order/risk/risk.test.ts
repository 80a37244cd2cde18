/** order "Beyond the field" 6: kept figures equal the count from scratch; under 20 the wider cell speaks, under 20 of all nobody. */
import { beforeAll, describe, expect, it } from "vitest";
import { interval } from "#kit/http/rate.ts";
import { inTransaction } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";
import { readCtx } from "../../testing/ctx.ts";
import { orderDesk } from "../../testing/make/order.ts";
import { ageOn } from "../../product/index.ts";
import { seedDemoOrders } from "../index.ts";
import { testApp } from "../../testing/app.ts";
import { cellFor, worstPaper } from "./risk.rules.ts";
import { riskServed } from "./risk.ts";
import { bandOf, keepRisk, type RiskPaper } from "./risk.sql.ts";

const cell = (level: number, n: number, issued = n) => ({ level, n, issued });
const paper = (document_id: number, given: boolean, n: number, issued: number, identity = "employed"): RiskPaper => ({
  identity,
  document_id,
  given,
  n,
  issued,
});

describe("which cell speaks", () => {
  it("the finest with 20 people, told by the dimensions it used; none where all are too few", () => {
    expect(cellFor([cell(5, 19), cell(4, 19), cell(3, 20, 15), cell(2, 80), cell(1, 200)])).toEqual({
      used: ["mission", "identity", "waived"],
      n: 20,
      refused: 25,
      low: 11.2,
      high: 46.9,
    });
    expect(cellFor([cell(1, 19)])).toBeNull();
    expect(cellFor([])).toBeNull();
    expect(interval(5, 20).low).toBeCloseTo(0.1119, 3);
  });
  it("the paper with the largest difference, of his identity where enough had it and had it not, else of the mission", () => {
    const list = [
      paper(1, true, 100, 90),
      paper(1, false, 20, 14),
      paper(2, true, 100, 95),
      paper(2, false, 19, 0),
      paper(2, true, 500, 450, "*"),
      paper(2, false, 40, 20, "*"),
      paper(3, true, 50, 25),
      paper(3, false, 50, 40),
    ];
    expect(worstPaper(list, "employed")).toEqual({
      document_id: 2,
      used: ["mission"],
      given: { n: 500, refused: 10 },
      lacking: { n: 40, refused: 50 },
      difference: 40,
    });
    expect(worstPaper(list.slice(0, 2), "employed")).toMatchObject({ document_id: 1, difference: 20, used: ["mission", "identity"] });
    expect(worstPaper(list.slice(6), "employed")).toBeNull();
  });
});

interface Ended {
  id: number;
  mission: string;
  identity: string;
  province: string;
  birth_date: string | null;
  day: string;
  issued: boolean;
  waived: string;
}
/** Person by person, as the words of the card say it. */
async function counted(db: Parameters<typeof rows>[0], now: Date): Promise<Map<string, [number, number]>> {
  const since = new Date(now.getTime() - 731 * 86_400_000);
  const people = await rows<Ended>(
    db,
    q`select a.id, coalesce((select s.body #>> '{embassy,id}' from sku_snapshots s join orders o on o.snapshot_id = s.id where o.id = a.order_id), a.country_id) as mission,
        coalesce(a.identity, '') as identity, coalesce(a.household_province, '') as province, a.birth_date, to_char(a.result_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
        a.refusal_category is null as issued,
        array_to_string(array(select distinct m.document_id::text collate "C" from applicant_materials m where m.applicant_id = a.id and m.owner = 'must' and m.material_status = 'waived' and m.document_id is not null order by 1), ',') as waived
      from applicants a where a.result_at is not null and a.result_at >= ${since}`,
  );
  const sums = new Map<string, [number, number]>();
  const today = new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  for (const p of people.filter((x) => x.day < today)) {
    const of = [p.mission, p.identity, p.waived, p.birth_date === null ? "" : bandOf(ageOn(p.birth_date, p.day)), p.province];
    for (let level = 1; level <= 5; level++) {
      const key = [level, ...of.map((v, i) => (i < level ? v : "*"))].join("|");
      const [n, issued] = sums.get(key) ?? [0, 0];
      sums.set(key, [n + 1, issued + Number(p.issued)]);
    }
  }
  return sums;
}

describe("beyond the field 6", () => {
  let app: Awaited<ReturnType<typeof testApp>>;
  beforeAll(async () => {
    app = await testApp();
    await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 300 });
  }, 240_000);

  it("kept figures equal the count from scratch, over random people, before and after some of them changed", async () => {
    const kept = async () =>
      new Map(
        (
          await rows<{ key: string; n: number; issued: number }>(
            app.db,
            q`select concat_ws('|', level, mission, identity, waived, age_band, province) as key, n, issued from risk_cells`,
          )
        ).map((r) => [r.key, [r.n, r.issued]]),
      );
    expect(await kept()).toEqual(await counted(app.db, app.clock.now()));
    // Some of the papers of every third person were waived, and some people moved, and some results were taken back.
    await rows(
      app.db,
      q`update applicant_materials set material_status = 'waived' where owner = 'must' and applicant_id % 3 = 0 and id % 4 = 0`,
    );
    await rows(app.db, q`update applicants set household_province = '440000' where id % 5 = 0`);
    await rows(app.db, q`update applicants set birth_date = null where id % 11 = 0`);
    await rows(app.db, q`update applicants set result_at = null where id % 7 = 0`);
    await inTransaction(app.db, (tx) => keepRisk(tx, app.clock.now()));
    const again = await kept();
    expect(again).toEqual(await counted(app.db, app.clock.now()));
    expect([...again.keys()].some((k) => /\|\d+(,\d+)*\|-?\d?\|\d{6}$/.test(k))).toBe(true);
  }, 120_000);

  it("papers are counted once a person, given or not, by identity and at the whole mission", async () => {
    const found = await rows<{ n: number; kept: number }>(
      app.db,
      q`with slots as (select m.applicant_id, m.document_id, bool_or(m.material_status in ('passed', 'submitted')) as given
          from applicant_materials m join applicants a on a.id = m.applicant_id
          where a.result_at is not null and m.document_id is not null and m.owner in ('must', 'optional') and m.kind in (1, 2, 4)
            and a.result_at < date_trunc('day', ${app.clock.now()}::timestamptz at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' group by 1, 2)
        select s.document_id, s.given, count(*)::int as n, (select sum(p.n)::int from risk_papers p where p.document_id = s.document_id and p.given = s.given and p.identity = '*') as kept
        from slots s group by 1, 2`,
    );
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter((f) => f.n !== f.kept)).toEqual([]);
  });

  it("an applicant's card stands on the kept cells and is his scope's alone", async () => {
    const [open] = await rows<{ id: number; order_id: number }>(
      app.db,
      q`select id, order_id from applicants where applicant_status = 'pre_review' order by id limit 1`,
    );
    const admin = await app.as("admin");
    const card = await admin.call("applicant_risk_get", { id: open?.id ?? 0 });
    expect(card.counted_at).toBe(app.clock.now().toISOString());
    if (card.cell) {
      expect(card.cell.n).toBeGreaterThanOrEqual(20);
      expect(card.cell.used[0]).toBe("mission");
      expect(card.cell.low).toBeLessThanOrEqual(card.cell.refused);
    }
    const desk = await orderDesk();
    const outside = desk.worker("expert", { scope_ids: [987_654] });
    await expect(riskServed.applicant_risk_get({ id: open?.id ?? 0 }, readCtx(app.db, outside, app.clock.now()))).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
