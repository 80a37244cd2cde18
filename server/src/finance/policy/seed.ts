/** Policies of the demo business in every state, bought and written by the acts of people: also cover that is over, and some that begins soon. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Ctx } from "#kit/call/context.ts";
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { FileStore } from "#kit/files/files.ts";
import { moveRow } from "#kit/noun/move.ts";
import { dayOf } from "#kit/range.ts";
import { diffOpen, diffPay } from "../../order/index.ts";
import { demoCtx, demoWorker } from "../demo-ctx.ts";
import { policyCancel } from "./policy-open.ts";
import { policyMoves } from "./policy.moves.ts";
import { policyNoun } from "./policy.noun.ts";
import { sheetExport } from "./policy-sheet.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const paper = path.resolve(import.meta.dirname, "../../../seeds/insurance-clause.pdf");
const sha256 = createHash("sha256").update("demo policy").update(readFileSync(paper)).digest("hex");
const PDF = `private/${sha256.slice(0, 2)}/${sha256}.pdf`;

export interface PolicySeed {
  db: Db;
  files: FileStore;
  now: Date;
  /** Key of a stored paper, as the proof of a payment. */
  proof: string;
}
type State = "to_issue" | "soon" | "batched" | "issued" | "changed" | "failed" | "surrendered" | "ended" | "claimed";
/** In this order, so that a small business has one of each before it has many of one. */
const AHEAD: readonly State[] = [
  ...(["issued", "to_issue", "soon", "failed", "changed", "surrendered", "batched", "issued", "soon"] as const),
  ...(["issued", "to_issue", "issued", "batched", "failed", "issued", "changed", "to_issue", "issued"] as const),
];
const OVER: readonly State[] = ["claimed", "ended", "claimed", "ended", "ended", "claimed"];

interface Buyer {
  order_id: number;
  applicant_id: number;
  travel_date: string;
  product_id: number;
  plan_key: string;
}
/** One person of each order of a direct customer whose journey a plan on sale covers. */
const buyers = (tx: Tx, when: ReturnType<typeof q>, limit: number): Promise<Buyer[]> =>
  rows(
    tx,
    q`select distinct on (o.travel_date, o.id) o.id as order_id, a.id as applicant_id, o.travel_date, i.id as product_id, p.plan ->> 'key' as plan_key
      from orders o join applicants a on a.order_id = o.id join countries c on c.id = o.country_id
      join insurance_products i on i.product_status = 'on_sale' and (cardinality(i.country_ids) = 0 or o.country_id = any(i.country_ids))
        and (i.region = 'world' or (i.region = 'schengen' and c.is_schengen) or (i.region = 'asia' and c.continent = '亚洲'))
      cross join lateral (select x as plan from jsonb_array_elements(i.plans) x order by (o.id % 2 = 0) = (x ->> 'key' = 'plus') desc limit 1) p
      where o.peer_id is null and o.pay_status = 'paid' and o.order_status not in ('cancelled', 'deleted') and o.return_date - o.travel_date < 14
        and a.birth_date < '2000-01-01' and a.birth_date > '1960-01-01' and a.passport_no is not null and a.applicant_status not in ('refunding', 'refunded', 'cancelled')
        and not exists (select from order_fees f where f.order_id = o.id and f.kind = 'insurance') and ${when}
      order by o.travel_date, o.id, a.id limit ${limit}`,
  );

class Desk {
  private readonly s: PolicySeed;
  private readonly tx: Tx;
  private readonly at: (time: Date) => Ctx;
  private readonly moves = policyMoves({ refundStart: () => Promise.reject(new Error("the demo gives no premium back")) });
  constructor(s: PolicySeed, tx: Tx, at: (time: Date) => Ctx) {
    this.s = s;
    this.tx = tx;
    this.at = at;
  }
  private async seen(id: number): Promise<{ id: number; version: number }> {
    const found = await row<{ version: number }>(this.tx, q`select version from policies where id = ${id}`);
    return { id, version: found?.version ?? 0 };
  }
  /** A difference for the plan, paid: the policy stands. */
  private async buy(b: Buyer, n: number, time: Date): Promise<number> {
    const ctx = this.at(time);
    const insurance = { product_id: b.product_id, plan_key: b.plan_key };
    const asked = { order_id: b.order_id, applicant_id: b.applicant_id, fee_kind: "insurance" as const, insurance };
    const key = { idempotency_key: "" };
    const diff = await diffOpen({ ...asked, reason: "客户补买旅行保险", payer: "customer", is_blocking: false, ...key }, ctx);
    const paid = {
      method: "wechat" as const,
      trade_no: `DEMOBX${String(n).padStart(6, "0")}`,
      proof: [this.s.proof],
      paid_at: time.toISOString(),
    };
    await diffPay({ id: diff.id, version: diff.version, ...paid, ...key }, ctx);
    const made = await row<{ id: number }>(
      this.tx,
      q`select id from policies where applicant_id = ${b.applicant_id} order by id desc limit 1`,
    );
    if (!made) throw new Error(`applicant ${b.applicant_id} was not insured`);
    return made.id;
  }
  async make(b: Buyer, state: State, n: number, bought: Date): Promise<void> {
    const later = (hours: number): Ctx => this.at(new Date(bought.getTime() + hours * HOUR_MS));
    const id = await this.buy(b, n, bought);
    const key = { idempotency_key: "" };
    if (state === "to_issue") return;
    // Cover may begin before the journey does: at home, with the days of a connection.
    if (state === "soon")
      return void (await rows(
        this.tx,
        q`update policies set start_on = ${dayOf(this.s.now, 1 + (n % 2))}::date where id = ${id} and start_on > ${dayOf(this.s.now, 2)}::date`,
      ));
    if (state === "surrendered") return policyCancel(later(2), { applicant_id: b.applicant_id, reason: "客户取消行程" });
    await sheetExport({ rows: [await this.seen(id)], ...key }, later(1));
    if (state === "batched") return;
    if (state === "failed")
      return void (await this.moves.policy_failed({ ...(await this.seen(id)), reason: "保司回复：被保人姓名拼音有误", ...key }, later(3)));
    await this.issue(id, n, later(4));
    if (state === "changed") await this.change(id, later(6));
    if (state === "claimed") await this.claim(id, b.travel_date, n);
    if (state === "ended" || state === "claimed")
      await moveRow(this.at(this.s.now), policyNoun, "end", { id, to: "ended", set: { updated_at: this.s.now } });
  }
  private async issue(id: number, n: number, ctx: Ctx): Promise<void> {
    const p = await row<{ start_on: string; end_on: string }>(this.tx, q`select start_on, end_on from policies where id = ${id}`);
    const policy_no = `AT2026${String(700_100 + n)}`;
    const days = { start_on: p?.start_on ?? "", end_on: p?.end_on ?? "" };
    await this.moves.policy_issued({ ...(await this.seen(id)), policy_no, ...days, file: PDF, idempotency_key: "" }, ctx);
  }
  private async change(id: number, ctx: Ctx): Promise<void> {
    const p = await row<{ end_on: string }>(this.tx, q`select (end_on + 3)::text as end_on from policies where id = ${id}`);
    await this.moves.policy_change(
      { ...(await this.seen(id)), end_on: p?.end_on ?? "", reason: "客户推迟回国三天", idempotency_key: "" },
      ctx,
    );
  }
  private async claim(id: number, on: string, n: number): Promise<void> {
    const claimed = 80_000 + n * 5_000;
    const note = n % 2 === 0 ? "行李延误" : "境外门诊";
    const paid = n % 3 === 0 ? 0 : 3_000 + n * 500;
    await this.moves.policy_claim_add({ ...(await this.seen(id)), on, claimed, paid, note, idempotency_key: "" }, this.at(this.s.now));
  }
}

/** The insurer's paper, and the proof as the clerk's own upload. */
async function storePapers({ files, now, proof }: PolicySeed, tx: Tx, worker: number): Promise<void> {
  await files.put(PDF, paper, "application/pdf");
  await rows(
    tx,
    q`insert into files (key, is_private, sha256, size, content_type, created_at) values (${PDF}, true, ${sha256}, ${readFileSync(paper).length}, 'application/pdf', ${now}) on conflict do nothing`,
  );
  await rows(
    tx,
    q`insert into file_uploads (file_id, worker_id, filename, created_at) select f.id, ${worker}, '支付凭证.jpg', ${now} from files f where f.key = ${proof}
      and not exists (select from file_uploads u where u.file_id = f.id and u.worker_id = ${worker})`,
  );
}

/** Needs orders of the demo; nothing where it was done before. */
export async function seedPolicies(s: PolicySeed): Promise<void> {
  await inTransaction(s.db, async (tx) => {
    if (await row(tx, q`select id from policies limit 1`)) return;
    const who = await demoWorker(tx, "finance");
    if (!who) return;
    await storePapers(s, tx, who.worker_id);
    const desk = new Desk(s, tx, (time) => demoCtx(tx, s.files, who, time));
    const today = dayOf(s.now);
    const ahead = await buyers(
      tx,
      q`o.travel_date > ${dayOf(s.now, 3)}::date and o.paid_at < ${new Date(s.now.getTime() - 5 * DAY_MS)}`,
      AHEAD.length,
    );
    for (const [i, b] of ahead.entries()) {
      const days = 1 + (i % 4);
      await desk.make(b, AHEAD[i] ?? "to_issue", i, new Date(s.now.getTime() - days * DAY_MS - (i % 3) * HOUR_MS));
    }
    // Bought five days before a journey that is over by now.
    const gone = q`o.return_date < ${today}::date and o.travel_date > ${dayOf(s.now, -25)}::date and o.paid_at < (o.travel_date - 6)::timestamptz`;
    for (const [i, b] of (await buyers(tx, gone, OVER.length)).entries())
      await desk.make(b, OVER[i] ?? "ended", ahead.length + i, new Date(Date.parse(`${b.travel_date}T03:00:00Z`) - 5 * DAY_MS));
  });
  await rows(s.db, { pieces: ["analyze policies"], values: [] });
}
