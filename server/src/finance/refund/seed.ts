/** Demo refunds in every state, made by the same acts as real ones, and the payments of those that came with the orders. */
import { HOUSE_ACCOUNTS } from "@visadesk/contract/finance/ledger.words.ts";
import { payoutApi } from "@visadesk/contract/finance/payout.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { refundApi } from "@visadesk/contract/order/refund/refund.ts";
import { FINAL_ABOVE } from "@visadesk/contract/order/refund/refund.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { writeLog } from "#kit/call/log.ts";
import { makeCtx } from "#kit/call/run.ts";
import { inTransaction, type Db, type Tx } from "#kit/db/db.ts";
import { q, row, rows, type Sql } from "#kit/db/sql.ts";
import type { FileStore } from "#kit/files/files.ts";
import { HttpError, Refusal } from "#kit/http/refuse.ts";
import { principalOfWorker } from "../../account/index.ts";
import { refundAsk, refundBounced, refundFailed, refundMoves, refundPaid, refundQueued, refundToPay } from "../../order/index.ts";
import { config } from "../../setting/index.ts";
import { DEMO_PAPER } from "../../supplier/index.ts";
import { payoutDoors } from "../payout-doors.ts";
import { payoutMoves } from "../payout/payout.moves.ts";
import type { RefundDoors } from "./refund-doors.ts";
import { payRefund } from "./refund-pay.ts";
import { PAYEES, STORIES, whyOf, type Step, type Story } from "./seed-stories.ts";

const HOUR_MS = 3_600_000;
const STEP_HOURS = 4;
/** Of a fee, where only part of it is given back. */
const PART = 12_000;
/** Before anything was submitted. */
const EARLY = ["none", "pre_review", "pre_review_rejected", "pre_review_failed", "awaiting_originals", "awaiting_appointment"];
const doors: RefundDoors = {
  refundToPay,
  refundPaid,
  refundFailed,
  refundBounced,
  refundQueued: async (ctx, part) => void (await refundQueued(ctx, part)),
};
const desk = payoutDoors(doors);
const ENDPOINTS = {
  pass: refundApi.refund_pass,
  final: refundApi.refund_final_pass,
  reject: refundApi.refund_reject,
  withdraw: refundApi.refund_withdraw,
  reroute: refundApi.refund_reroute,
  paid: payoutApi.payout_paid,
  failed: payoutApi.payout_failed,
  give_up: payoutApi.payout_give_up,
  bounce: payoutApi.payout_bounce,
} satisfies Record<Step, Endpoint>;

interface Candidate {
  order_id: number;
  expert_id: number;
  cs_owner_id: number;
  people: number[];
  fee_id: number;
  fee_left: number;
}
const INVOICED = q`exists (select from invoice_lines l join invoices i on i.id = l.invoice_id where l.order_id = o.id and i.invoice_status = 'issued' and i.direction = 'blue'
  and not exists (select from invoices d where d.red_of = i.id))`;
/** Paid orders of which nothing happened since, without a refund yet; of a peer also nothing in its accounts. */
function candidates(tx: Tx, s: Story, start: Date): Promise<Candidate[]> {
  const isPart = s.what === "part" || s.what === "invoiced";
  const isEarly = q`a.order_id = o.id and a.applicant_status = any(${EARLY}::text[]) and a.status_at <= ${start} and a.held_at is null`;
  const early = q`not exists (select from applicants x where x.order_id = o.id and x.id not in (select a.id from applicants a where ${isEarly}))`;
  const sum = q`(select sum(f.payable) from order_fees f where f.order_id = o.id)`;
  const size: Record<Story["what"], Sql> = {
    one: q`exists (select from applicants a where ${isEarly}) and ${sum} <= ${FINAL_ABOVE} * o.applicant_count`,
    all: q`${early} and ${sum} <= ${FINAL_ABOVE} and o.applicant_count > 1`,
    large: q`${early} and ${sum} > ${FINAL_ABOVE}`,
    part: q`x.fee_left >= ${PART} and o.order_status not in ('completed', 'cancelled', 'deleted')`,
    invoiced: q`x.fee_left >= ${PART} and ${INVOICED}`,
  };
  return rows(
    tx,
    q`select o.id as order_id, o.expert_id, o.cs_owner_id, array(select a.id from applicants a where ${s.what === "one" ? isEarly : q`a.order_id = o.id`} order by a.seq) as people, x.fee_id, x.fee_left
      from orders o join lateral (select f.id as fee_id, f.payable - f.refunded as fee_left from order_fees f where f.order_id = o.id and f.kind = 'service'
        order by f.payable desc, f.id limit 1) x on true
      where o.pay_status = 'paid' and o.paid_at < ${start} and o.order_status not in ('cancelled', 'deleted') and o.expert_id is not null and o.cs_owner_id is not null
        and ${s.of === "direct" ? q`o.peer_id is null` : q`o.peer_id is not null`} and ${size[s.what]}
        and not exists (select from refunds r where r.order_id = o.id) and not exists (select from policies p where p.order_id = o.id)
        and (${isPart} or not exists (select from invoice_lines l where l.order_id = o.id))
        and not exists (select from ledger_accounts a join journal_lines l on l.account_id = a.id join journals j on j.id = l.journal_id
          where a.owner_id = o.peer_id and a.code in ('peer_principal', 'peer_credit') and j.event_at > ${start})
      order by o.id desc limit 8`,
  );
}

class RefundSeed {
  private readonly tx: Tx;
  private readonly files: FileStore;
  private readonly staff: ReadonlyMap<string, number>;
  constructor(tx: Tx, files: FileStore, staff: ReadonlyMap<string, number>) {
    this.tx = tx;
    this.files = files;
    this.staff = staff;
  }
  /** As somebody does it, with its log. */
  private async as<T>(worker: number, at: Date, endpoint: Endpoint, act: (ctx: Ctx) => Promise<T>): Promise<T> {
    const who = await principalOfWorker(this.tx, worker, at);
    const ctx = makeCtx({ files: this.files, config }, this.tx, { name: endpoint.name, request_id: crypto.randomUUID() }, who, at);
    const done = await act(ctx);
    await writeLog(this.tx, ctx, endpoint, ctx.entries, "ok", 0);
    return done;
  }
  private account(name: string): number {
    return this.staff.get(name) ?? 0;
  }

  /** What was passed before and still waits is given to the cashier. */
  async queue(): Promise<void> {
    const waiting = await rows<{ id: number; by: number; at: string }>(
      this.tx,
      q`select r.id, coalesce(r.final_reviewer_id, r.reviewer_id) as by, coalesce(r.final_reviewed_at, r.reviewed_at) as at
        from refunds r where r.refund_status = 'paying' order by r.id`,
    );
    for (const { id, by, at } of waiting)
      await this.as(by, new Date(at), refundApi.refund_pass, async (ctx) => {
        const r = await refundToPay(ctx, id);
        if (r) await payRefund(ctx, doors, { surchargeBack: () => Promise.resolve(null) }, r);
      });
  }

  async tell(s: Story, n: number, now: Date): Promise<void> {
    const start = new Date(now.getTime() - s.days * 24 * HOUR_MS);
    for (const c of await candidates(this.tx, s, start)) {
      const maker = s.by === "expert" ? c.expert_id : s.by === "service" ? c.cs_owner_id : this.account("manager");
      const id = await this.asked(s, c, n, maker, start);
      if (id === null) continue;
      for (const [i, step] of s.steps.entries())
        if (!(await this.step(id, n, step, maker, new Date(start.getTime() + (i + 1) * STEP_HOURS * HOUR_MS)))) return;
      return;
    }
  }
  /** Null: the rules do not let this one be given back. */
  private async asked(s: Story, c: Candidate, n: number, maker: number, at: Date): Promise<number | null> {
    const isPart = s.what === "part" || s.what === "invoiced";
    const input = {
      order_id: c.order_id,
      kind: isPart ? ("partial" as const) : ("applicant" as const),
      applicant_ids: isPart ? [] : s.what === "one" ? c.people.slice(0, 1) : c.people,
      initiator: s.of === "peer" ? ("peer" as const) : n % 3 === 0 ? ("staff" as const) : ("customer" as const),
      ...whyOf(s, n),
      ...(isPart && { lines: [{ fee_id: c.fee_id, amount: PART, note: "协商退还部分服务费" }] }),
      idempotency_key: crypto.randomUUID(),
    };
    try {
      return await this.as(maker, at, refundApi.refund_start, (ctx) => refundAsk(input, ctx));
    } catch (e) {
      if (e instanceof HttpError || e instanceof Refusal) return null;
      throw e;
    }
  }
  private async step(id: number, n: number, step: Step, maker: number, at: Date): Promise<boolean> {
    const r = await row<{ id: number; version: number; refund_status: string }>(
      this.tx,
      q`select id, version, refund_status from refunds where id = ${id}`,
    );
    const p = await row<{ id: number; version: number }>(
      this.tx,
      q`select id, version from payouts where source_noun = 'refund' and source_id = ${id} order by id desc limit 1`,
    );
    const isOrders = step in decides;
    // Accounts of a peer have theirs at once: nothing is left to do.
    if (!r || (!isOrders && !p) || (r.refund_status === "success" && step !== "bounce")) return false;
    const reviewer = this.account(maker === this.account("manager") ? "admin" : "manager");
    const by = step === "withdraw" ? maker : step === "final" ? this.account("admin") : isOrders ? reviewer : this.account("finance");
    await this.as<unknown>(by, at, ENDPOINTS[step], (ctx) =>
      isDecision(step) ? decides[step]({ id, version: r.version }, ctx, n) : pays(ctx, p ?? r, n, step, at),
    );
    return true;
  }
}
interface Seen {
  id: number;
  version: number;
}
const key = () => ({ idempotency_key: crypto.randomUUID() });
const decides = {
  pass: (r: Seen, ctx: Ctx) => refundMoves.pass({ ...r, ...key() }, ctx),
  final: (r: Seen, ctx: Ctx) => refundMoves.finalPass({ ...r, ...key() }, ctx),
  reject: (r: Seen, ctx: Ctx, n: number) =>
    refundMoves.reject(
      {
        ...r,
        reject_code: n % 2 === 0 ? "going_on" : "proof",
        reason: n % 2 === 0 ? "客户已同意继续办理" : "未附客户的退款申请",
        ...key(),
      },
      ctx,
    ),
  withdraw: (r: Seen, ctx: Ctx) => refundMoves.withdraw({ ...r, reason: "客户决定继续办理", ...key() }, ctx),
  reroute: (r: Seen, ctx: Ctx, n: number) =>
    refundMoves.reroute(
      {
        ...r,
        payee_name: "李建国",
        payee_account: `62148300${String(20_000_021 + n * 7_919)}`,
        payee_bank: PAYEES[n % PAYEES.length] ?? PAYEES[0],
        ...key(),
      },
      ctx,
    ),
};
type Decision = keyof typeof decides;
const isDecision = (step: Step): step is Decision => step in decides;

async function pays(ctx: Ctx, p: Seen, n: number, step: Exclude<Step, Decision>, at: Date): Promise<void> {
  if (step === "failed") await payoutMoves.failed(ctx, desk, { ...p, reason: "支付通道拒绝原路退回：付款账户已注销" });
  else if (step === "give_up") await payoutMoves.giveUp(ctx, desk, { ...p, reason: "原路无法退回，改走银行转账" });
  else if (step === "bounce") await payoutMoves.bounce(ctx, desk, { ...p, reason: "收款账户已销户", receipt: DEMO_PAPER });
  else {
    const bank_ref = `TK${at.toISOString().slice(0, 10).replaceAll("-", "")}${String(n).padStart(6, "0")}`;
    await payoutMoves.paid(ctx, desk, { ...p, phone_checked: true, bank_ref, receipt: DEMO_PAPER, paid_at: at.toISOString() });
  }
}

/** Of refunds that came with the orders: what a channel gave back was paid by the cashier then. */
async function paidBefore(tx: Tx, cashier: number): Promise<void> {
  await rows(
    tx,
    q`insert into payouts (payout_no, source_noun, source_id, source_no, way, peer_id, order_id, method, company_account_id, payee_name, amount, original_trade_no, approvers,
        bank_ref, receipt, paid_at, paid_by, due_at, journal_id, payout_status, version, created_by, created_at, updated_at)
      select 'FK' || to_char(at at time zone 'Asia/Shanghai', 'YYMMDD') || lpad(nextval('number_fk')::text, 6, '0'), 'refund', refund_id, refund_no, part_id::text, peer_id, order_id, 'channel',
        case paid_by when 'wechat' then ${HOUSE_ACCOUNTS.wechat}::int8 when 'alipay' then ${HOUSE_ACCOUNTS.alipay}::int8 else ${HOUSE_ACCOUNTS.channel}::int8 end,
        '原路退回', amount, coalesce(trade_no, ''), approvers, 'TD' || part_id, ${DEMO_PAPER}, done_at, ${cashier}::int8, due_at, journal_id, 'paid', 2, reviewer_id, at, done_at
      from (select r.id as refund_id, r.refund_no, x.id as part_id, o.peer_id, r.order_id, x.paid_by, x.amount, x.trade_no, x.done_at, r.due_at, r.reviewer_id,
          array_remove(array[r.reviewer_id, r.final_reviewer_id], null) as approvers, coalesce(r.final_reviewed_at, r.reviewed_at) as at, j.id as journal_id
        from refund_parts x join refunds r on r.id = x.refund_id join orders o on o.id = r.order_id
          join journals j on j.idempotency_key = 'refund_paid:refund:' || r.id || ':' || x.seq * 1000
        where x.way = 'channel' and x.part_status = 'done' and x.payout_id is null order by x.done_at, x.id) d`,
  );
  await rows(
    tx,
    q`update refund_parts x set payout_id = p.id from payouts p where p.source_noun = 'refund' and p.source_id = x.refund_id and p.way = x.id::text and x.payout_id is null`,
  );
}

/** Nothing where it was done before. Needs the demo's orders and invoices. */
export async function seedRefunds(db: Db, files: FileStore, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await row(tx, q`select 1 from payouts where source_noun = 'refund' limit 1`)) return;
    const staff = await rows<{ id: number; account: string }>(
      tx,
      q`select id, account from workers where account in ('finance', 'manager', 'admin')`,
    );
    const seed = new RefundSeed(tx, files, new Map(staff.map((w) => [w.account, w.id])));
    await paidBefore(tx, staff.find((w) => w.account === "finance")?.id ?? 0);
    await seed.queue();
    for (const [n, s] of STORIES.entries()) await seed.tell(s, n, now);
  });
}
