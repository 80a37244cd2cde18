/** What a demo order gives back, as its refund: asked for, passed by others, and paid by the ways its money came. */
import type { RefundStage } from "@visadesk/contract/base-data/refund.rules.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { REFUND_KINDS } from "@visadesk/contract/order/refund/refund.words.ts";
import { numberOf } from "#kit/db/numbers.ts";
import { wayNumber, type PayBack } from "../../ledger/index.ts";
import { PREMIUM_KINDS } from "../applicant/result.rules.ts";
import { claimLines } from "../claim/refuse-claim.rules.ts";
import type { ClaimRow, Facts, FeeRow, Person } from "../flow/facts.ts";
import { payStatusOf } from "../flow/order.rules.ts";
import { judgeLines, type JudgedLine } from "../refund/refund-lines.rules.ts";
import type { Payment, WaysOf } from "./payment.ts";
import type { DemoActor, RefundCourse, World } from "./world.ts";

const PROTECTED: RefundStage = "refused_protected";
const HOUR_MS = 3_600_000;
const DUE_DAYS = 3;
const FAILED = "预审不通过，不符合办理条件";
const IN_FULL = "预审不通过，全额退还";

interface Course extends RefundCourse {
  by: DemoActor;
  /** Of a claim. */
  judge: DemoActor;
}
interface Line extends JudgedLine {
  amount: number;
}
/** One refund on its way: its row grows until it is written. */
interface Making {
  f: Facts;
  p: Person;
  payment: Payment;
  claim: ClaimRow | null;
  lines: readonly Line[];
  row: Row;
  of: PayBack & { refund_id: number };
}

interface Row {
  id: number;
  refund_no: string;
  order_id: number;
  kind: "applicant" | "claim";
  initiator: string;
  reason_code: string;
  reason: string;
  liability: string;
  proof: readonly string[];
  trial: readonly JudgedLine[];
  asked_amount: number;
  approved_amount: number | null;
  refund_status: string;
  reviewer_id: number | null;
  reviewed_at: string | null;
  final_reviewer_id: number | null;
  final_reviewed_at: string | null;
  due_at: string | null;
  paid_at: string | null;
  version: number;
  created_by: number | null;
  created_at: string;
  updated_at: string;
}
const blank = (of: Pick<Row, "id" | "refund_no" | "kind">, f: Facts, at: Date): Row => ({
  ...of,
  order_id: f.order.id,
  initiator: "staff",
  reason_code: "review_failed",
  reason: FAILED,
  liability: "customer",
  proof: [],
  trial: [],
  asked_amount: 0,
  approved_amount: null,
  refund_status: "pending",
  reviewer_id: null,
  reviewed_at: null,
  final_reviewer_id: null,
  final_reviewed_at: null,
  due_at: null,
  paid_at: null,
  version: 1,
  created_by: null,
  created_at: at.toISOString(),
  updated_at: at.toISOString(),
});

/** What he paid of each fee, as the policy of his order judges it before anything was submitted; he gets all of it. */
function failedLines(f: Facts, p: Person, at: Date): Line[] {
  const paidAt = Date.parse(f.order.paid_at ?? at.toISOString());
  return judgeLines(
    f.fees.filter((x) => x.applicant_id === p.id),
    [{ ...p, applicant_status: "pre_review_failed" }],
    {
      grid: f.snapshot.refund_policy?.grid ?? null,
      hours_since_payment: (at.getTime() - paidAt) / HOUR_MS,
      liability: "customer",
      isCovered: false,
      isSent: false,
    },
  ).map((l) => ({ ...l, amount: l.paid }));
}
function coveredLines(f: Facts, p: Person, c: ClaimRow): Line[] {
  const { plan } = c;
  return claimLines(plan, f.fees, p.id, c.approved_amount ?? 0)
    .filter((l) => l.is_covered)
    .map(({ fee_id, fee_kind, paid, amount }) => ({
      fee_id,
      fee_kind,
      paid,
      applicant_id: p.id,
      diff_id: null,
      stage: PROTECTED,
      clause: `${plan.name}，赔付比例 ${plan.rate}%${plan.cap > 0 ? `，最高 ${money(plan.cap)}` : ""}`,
      rate: plan.rate,
      policy_amount: amount,
      amount,
    }));
}

export class DemoRefunds {
  private readonly w: World;
  /** So many numbers are taken. */
  count = 0;
  constructor(world: World) {
    this.w = world;
  }

  /** As far as it has come by now. */
  make(f: Facts, p: Person, payment: Payment, course: Course): void {
    if (course.asked > this.w.now) return;
    const m = this.ask(f, p, payment, course);
    if (course.first <= this.w.now) this.look(m, course);
    if (course.passed <= this.w.now) this.pass(m, course);
    const isOpen = m.row.refund_status !== "success";
    if (isOpen && m.row.kind === "applicant" && m.row.refund_status.startsWith("pending")) p.refund = m.row.refund_no;
    const { bulk } = this.w;
    bulk.add("refunds", { ...m.row });
    bulk.add("refund_people", { refund_id: m.row.id, applicant_id: p.id, is_open: isOpen });
    for (const l of m.lines)
      bulk.add("refund_lines", {
        refund_id: m.row.id,
        fee_id: l.fee_id,
        paid: l.paid,
        policy_amount: l.policy_amount,
        asked_amount: l.amount,
        approved_amount: m.row.approved_amount === null ? null : l.amount,
        note: l.amount === l.policy_amount ? "" : IN_FULL,
      });
  }

  private ask(f: Facts, p: Person, payment: Payment, { asked, by }: Course): Making {
    const claim = p.prev_status === "refused_review" ? p.claim : null;
    const lines = claim ? coveredLines(f, p, claim) : failedLines(f, p, asked);
    const id = this.w.bulk.id("refunds");
    const row = blank({ id, refund_no: numberOf("TK", asked, ++this.count), kind: claim ? "claim" : "applicant" }, f, asked);
    Object.assign(row, {
      trial: lines.map((l) => {
        const { amount: _, ...judged } = l;
        return judged;
      }),
      asked_amount: lines.reduce((n, l) => n + l.amount, 0),
      created_by: by.id,
    });
    if (claim)
      Object.assign(row, {
        initiator: f.order.customer_kind === "direct" ? "customer" : "peer",
        reason_code: "refused",
        reason: `拒签无忧理赔 ${p.applicant_no}`,
        liability: p.liability ?? "unknown",
        created_by: claim.handed_by.at(-1) ?? null,
      });
    const keys = { order_id: f.order.id, applicant_id: p.id };
    const m: Making = { f, p, payment, claim, lines, row, of: { ...keys, source_noun: "refund", source_id: id, refund_id: id } };
    if (claim) claim.refund_id = id;
    else this.told(m, `发起${REFUND_KINDS.applicant}`, asked, by);
    return m;
  }

  private look(m: Making, { first, judge }: Course): void {
    const by = m.claim ? judge : this.w.checkers[0];
    const set = { approved_amount: m.row.asked_amount, reviewer_id: by.id, reviewed_at: first.toISOString() };
    this.moved(m, "pending_final", first, set);
    this.told(m, "退款初审通过", first, by);
  }

  /** Its fees are taken, the books say what is due, the ways are laid. */
  private pass(m: Making, { first, passed, left }: Course): void {
    const { ledger, clocks, checkers } = this.w;
    const final = m.claim ? checkers[0] : checkers[1];
    const due_at = clocks.calendar.dueAt(passed, DUE_DAYS, "work_day").toISOString();
    m.row.refund_status = "paying";
    m.row.due_at = due_at;
    if (passed > first) {
      this.moved(m, "paying", passed, { final_reviewer_id: final.id, final_reviewed_at: passed.toISOString() });
      this.told(m, "退款复核通过", passed, final);
    }
    const feeOf = (id: number): FeeRow | undefined => m.f.fees.find((x) => x.id === id);
    for (const l of m.lines) Object.assign(feeOf(l.fee_id) ?? {}, { refunded: (feeOf(l.fee_id)?.refunded ?? 0) + l.amount });
    const act = { at: passed, by: m.row.final_reviewer_id ?? m.row.reviewer_id };
    const amount = m.row.approved_amount ?? 0;
    if (m.claim) ledger.claimDue(m.of, amount, act);
    else
      ledger.refundDue(
        m.of,
        m.lines.map((l) => ({ kind: l.fee_kind, amount: l.amount })),
        act,
      );
    const ways = m.payment.take(amount, passed);
    if (left !== null && left <= this.w.now) this.pay(m, ways, left);
    else this.lay(m, ways, null);
  }

  /** Its ways as they are kept, each done or waiting for the cashier. */
  private lay(m: Making, ways: ReturnType<WaysOf> | WaysOf, done: Date | null): void {
    for (const [seq, x] of (typeof ways === "function" ? ways(0) : ways).entries())
      this.w.bulk.add("refund_parts", {
        refund_id: m.row.id,
        seq,
        payment_id: x.payment_id,
        paid_by: x.paid_by,
        way: x.way,
        amount: x.amount,
        trade_no: x.trade_no,
        part_status: done ? "done" : "waiting",
        done_at: done?.toISOString() ?? null,
      });
  }

  private pay(m: Making, ways: WaysOf, left: Date): void {
    const { f, payment, row, p } = m;
    const book = (owed: number, at: Date) => {
      const back = ways(owed);
      this.lay(m, back, at);
      for (const [seq, x] of back.entries()) {
        const method = x.way === "channel" || x.way === "bank" ? x.paid_by : x.way;
        const way = { method, amount: x.amount, peer_id: f.order.peer_id, refund_kind: row.kind, seq: wayNumber(seq, 0), owed };
        this.w.ledger.refundPaid(m.of, way, { at, by: null });
      }
      const sum = (way: string): number => back.reduce((n, x) => n + (x.way === way ? x.amount : 0), 0);
      return { principal: sum("principal"), credit: sum("credit") };
    };
    payment.left(ways(0));
    if (payment.wallet) payment.wallet.returns(left, book);
    else book(0, left);
    f.order.amount_refunded += row.approved_amount ?? 0;
    f.order.pay_status = payStatusOf(f.order.amount_paid, f.order.amount_refunded);
    this.moved(m, "success", left, { paid_at: left.toISOString() });
    this.told(m, "退款成功", left, null);
    if (m.claim) this.w.ledger.revenue({ order_id: f.order.id, applicant_id: p.id, kinds: PREMIUM_KINDS }, { at: left, by: null });
  }

  private moved(m: Making, refund_status: string, at: Date, set: Partial<Row>): void {
    Object.assign(m.row, set, { refund_status, version: m.row.version + 1, updated_at: at.toISOString() });
  }
  private told(m: Making, label: string, at: Date, actor: DemoActor | null): void {
    this.w.bulk.add("order_logs", {
      order_id: m.f.order.id,
      applicant_id: m.p.id,
      kind: "money",
      noun: "refund",
      noun_id: m.row.id,
      move: null,
      label: `${label}：${m.row.refund_no}`,
      from_state: null,
      to_state: null,
      actor_kind: actor ? "staff" : "system",
      actor_id: actor?.id ?? null,
      actor_name: actor?.name ?? "系统",
      reason: null,
      customer_visible: false,
      at: at.toISOString(),
    });
  }
}
