/** One demo order: entry, payment, the ways of its people, and what the order's status becomes by the rules. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { DemoPicks } from "../../setting/index.ts";
import { partyOf, promisedDate, statusDue } from "../flow/due.rules.ts";
import type { Facts, OrderStatus, Person } from "../flow/facts.ts";
import { derive, dueOf, isLive } from "../flow/order.rules.ts";
import { FOLLOWS_STATE, owedOf } from "../applicant/result.rules.ts";
import { applicantSearch, orderSearch } from "../list/search.ts";
import { enterOrder, type Entered } from "./entry.ts";
import { Journey } from "./journey.ts";
import type { PeopleSource } from "./people.ts";
import { payOrder } from "./payment.ts";
import type { DemoPeer } from "./peers.ts";
import { DemoRefunds } from "./refund.ts";
import type { DemoActor, DemoSku, World } from "./world.ts";

const HOUR = 3_600_000;
const isOver = (p: Person): boolean => ["issued", "refused", "refunded", "cancelled"].includes(p.applicant_status);
export interface Staff {
  experts: readonly DemoActor[];
  service: readonly DemoActor[];
}

export class OrderMaker {
  private readonly world: World;
  private readonly people: PeopleSource;
  private readonly staff: Staff;
  private readonly picks: DemoPicks;
  private readonly refunds: DemoRefunds;
  constructor(world: World, people: PeopleSource, staff: Staff, picks: DemoPicks) {
    this.picks = picks;
    this.refunds = new DemoRefunds(world);
    this.world = world;
    this.people = people;
    this.staff = staff;
  }

  get refundCount(): number {
    return this.refunds.count;
  }

  /** Makes an order. */
  make(entered: Omit<Entered, "owner">): void {
    const { at, sku, peer } = entered;
    const owner = this.world.random.pick(this.staff.service);
    const facts = enterOrder(this.world, this.people, { ...entered, owner });
    this.orderLog(facts, "add", facts.order.source === "staff" ? "代客下单" : "下单", "", facts.order.order_status, at, owner);
    const { random: r, now } = this.world;
    const unpaid = r.chance(0.07);
    const payAt = peer ? at : new Date(at.getTime() + (0.1 + r.next() * 12) * HOUR);
    if (facts.order.order_status !== "pending_payment" || unpaid || payAt > now) this.leaveUnpaid(facts, at);
    else this.goOn(facts, payAt, sku, peer);
    this.write(facts);
  }

  private leaveUnpaid(f: Facts, at: Date): void {
    const { random: r, now } = this.world;
    const { order } = f;
    const late = new Date(at.getTime() + 24 * HOUR);
    for (const p of f.people)
      this.world.bulk.add("stage_spans", {
        order_id: order.id,
        applicant_id: p.id,
        status: "none",
        party: "customer",
        entered_at: at.toISOString(),
        left_at: null,
        work_minutes: null,
        due_at: null,
      });
    if (order.order_status !== "pending_payment" && r.chance(0.5) && now.getTime() - at.getTime() < 40 * 24 * HOUR) return;
    const timeout = order.order_status === "pending_payment" && r.chance(0.7);
    if (late > now) return;
    const from = order.order_status;
    Object.assign(order, {
      order_status: "cancelled",
      cancel_reason: timeout ? "timeout" : r.pick(["customer", "duplicate"]),
      cancelled_at: late.toISOString(),
      status_at: late.toISOString(),
      version: 2,
    });
    for (const p of f.people) Object.assign(p, { applicant_status: "cancelled", status_at: late.toISOString() });
    this.orderLog(
      f,
      timeout ? "pay_expire" : "cancel",
      timeout ? "支付超时" : "取消订单",
      from,
      "cancelled",
      late,
      timeout ? null : r.pick(this.staff.service),
    );
    if (r.chance(0.1)) this.hide(f, late);
  }

  private hide(f: Facts, at: Date): void {
    const from = f.order.order_status;
    Object.assign(f.order, { order_status: "deleted", status_at: new Date(at.getTime() + 48 * HOUR).toISOString() });
    this.orderLog(f, "hide", "客户删除", from, "deleted", new Date(at.getTime() + 48 * HOUR), null);
  }

  private goOn(f: Facts, wished: Date, sku: DemoSku, peer: DemoPeer | null): void {
    const { random: r, now, clocks } = this.world;
    const { order } = f;
    const payment = payOrder(this.world, order, peer, wished);
    const payAt = payment.at;
    const picked = this.picks.pick(order, payAt);
    const expert = this.staff.experts.find((e) => e.id === picked) ?? r.pick(this.staff.experts);
    const { id: order_id, peer_id } = order;
    const ordered = { order_id, peer_id, source: "order" as const, source_id: order_id, parts: payment.rows, fee_lines: f.fees };
    this.world.ledger.paid(ordered, { at: payAt, by: null });
    Object.assign(order, {
      pay_status: "paid",
      amount_paid: order.amount_payable,
      paid_at: payAt.toISOString(),
      expert_id: expert.id,
      version: 2,
    });
    const recent = now.getTime() - payAt.getTime() < 45 * 24 * HOUR;
    let last = payAt;
    for (const p of f.people) {
      p.expert_id = expert.id;
      const reviewer = r.pick(this.staff.service);
      const journey = new Journey(this.world, f, p, payAt, {
        expert,
        reviewer,
        assign: sku.assign,
        isBackAtOnce: payment.wallet !== null,
        keepFiles: recent,
      });
      journey.run();
      if (journey.refund.course) this.refunds.make(f, p, payment, { ...journey.refund.course, by: expert, judge: reviewer });
      journey.settle();
      this.picks.took(expert.id, isOver(p) ? new Date(p.result_at ?? p.status_at) : null);
      if (journey.endedAt > last) last = journey.endedAt;
    }
    this.orderLog(f, "pay", "支付成功", "pending_payment", "processing", payAt, null);
    const submitted = f.people.flatMap((p) => p.submit_date ?? []).sort();
    order.submitted_count = submitted.length;
    if (submitted[0]) order.promised_date = promisedDate(clocks.calendar, f, submitted[0]);
    this.finish(f, last);
  }

  private finish(f: Facts, last: Date): void {
    const { random: r, now } = this.world;
    const { order } = f;
    let status: OrderStatus = derive(f);
    let at = last;
    if (status === "shipped") {
      order.shipped_at = last.toISOString();
      const received = new Date(last.getTime() + r.int(40, 168) * HOUR);
      if (received < now) {
        order.received_at = received.toISOString();
        for (const p of f.people) p.received_at = order.received_at;
        this.orderLog(f, "receive", "确认收到", "shipped", "pending_evaluate", received, null);
        at = received;
        status = this.evaluate(f, received);
        if (status === "completed") at = new Date(order.completed_at ?? received);
      }
    }
    Object.assign(order, {
      order_status: status,
      status_at: at.toISOString(),
      ...(status === "cancelled" && { cancel_reason: "refunded", cancelled_at: at.toISOString() }),
    });
    if (status === "completed" || status === "cancelled") this.owe(f, at);
    if (status === "completed" && r.chance(0.01)) this.hide(f, at);
  }

  /** Suppliers who settle once the order is over. */
  private owe(f: Facts, at: Date): void {
    for (const p of f.people) this.world.ledger.owe(owedOf(f.order, p), FOLLOWS_STATE, { at, by: null });
  }

  private evaluate(f: Facts, received: Date): OrderStatus {
    const { random: r, bulk, now } = this.world;
    const auto = r.chance(0.6);
    const at = new Date(received.getTime() + (auto ? 15 * 24 : r.int(2, 200)) * HOUR);
    if (at > now) return "pending_evaluate";
    const score = auto
      ? 5
      : r.weighted([
          [5, 70],
          [4, 18],
          [3, 7],
          [2, 3],
          [1, 2],
        ]);
    bulk.add("order_evaluates", {
      order_id: f.order.id,
      score,
      score_guide: auto ? null : score,
      score_speed: auto ? null : Math.max(1, score - r.int(0, 1)),
      score_service: auto ? null : score,
      content: auto ? "" : r.pick(["专家很耐心，出签快", "资料清单清楚", "比预计晚了两天", "顺利出签，谢谢", "沟通及时"]),
      source: auto ? "auto" : "customer",
      expert_id: f.order.expert_id,
      created_at: at.toISOString(),
    });
    f.evaluated = true;
    f.order.completed_at = at.toISOString();
    this.orderLog(f, "complete", "完成", "pending_evaluate", "completed", at, null);
    return "completed";
  }

  private orderLog(f: Facts, move: string, label: string, from: string, to: string, at: Date, actor: DemoActor | null): void {
    this.world.bulk.add("order_logs", {
      order_id: f.order.id,
      applicant_id: null,
      kind: "move",
      noun: "order",
      noun_id: f.order.id,
      move,
      label,
      from_state: from || null,
      to_state: to,
      actor_kind: actor ? "staff" : "system",
      actor_id: actor?.id ?? null,
      actor_name: actor?.name ?? "系统",
      reason: null,
      customer_visible: true,
      at: at.toISOString(),
    });
  }

  private write(f: Facts): void {
    const { bulk, now, clocks } = this.world;
    const atNow: Facts = { ...f, now, today: shanghaiDate(now) };
    const owner_ids = [f.order.expert_id, f.order.cs_owner_id, f.order.bd_owner_id, f.order.created_by].filter(
      (x): x is number => x !== null,
    );
    for (const p of f.people) {
      if (f.order.pay_status !== "unpaid" && isLive(p)) p.status_due_at = statusDue(clocks, atNow, p, partyOf(atNow, p));
      const { materials, visit, line: _, refund: _refund, claim: _claim, ...row } = p;
      // The triggers that say this elsewhere rest while the demo is loaded.
      const result_expert_id = p.result_at === null ? null : p.expert_id;
      bulk.add("applicants", { ...row, owner_ids, result_expert_id, ...applicantSearch(f.order, p) });
      for (const m of materials) {
        const { files: __, unseen: ___, ...material } = m;
        bulk.add("applicant_materials", material);
      }
      if (visit) bulk.add("visits", visit);
    }
    bulk.add("orders", { ...f.order, due_at: dueOf(atNow), ...orderSearch(f.order, f.people) });
    for (const fee of f.fees) bulk.add("order_fees", fee);
  }
}
