/** One demo order: entry, payment, the ways of its people, and what the order's status becomes by the rules. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { SnapshotBody } from "@visadesk/contract/product/snapshot.ts";
import type { Quote } from "../../product/index.ts";
import { isComplete } from "../applicant.rules.ts";
import { partyOf, promisedDate, statusDue } from "../due.rules.ts";
import type { ApplicantRow, Facts, Material, OrderRow, OrderStatus, Person } from "../facts.ts";
import { feeLines, sumOf } from "../order-quote.ts";
import { derive, dueOf, firstNeeded, isLive, payStatusOf } from "../order.rules.ts";
import { slotPerson, slotsOf } from "../person.rules.ts";
import { applicantSearch, orderSearch } from "../search.ts";
import { Journey } from "./journey.ts";
import type { DemoPerson, PeopleSource } from "./people.ts";
import type { DemoActor, World } from "./world.ts";

const HOUR = 3_600_000;
/** Columns that the database computes or that `write` fills; rows in hand carry them to have their type. */
const MADE_BY_DATABASE = { due_sort: "infinity", tab: "", owner_ids: [], search: [], search_text: "" };
export interface DemoSku {
  sku_id: number;
  snapshot_id: number;
  body: SnapshotBody;
  /** Priced once per kind of entry; the rules are those of order_quote. */
  quoteFor(people: readonly DemoPerson[], options: { travel_date: string; urgent: boolean; protection: boolean }): Promise<Quote>;
  supplierFor(isChild: boolean, tier: string | null): Promise<{ supplier_id: number; settle_price: number; embassy_included: boolean } | null>;
}
export interface Staff {
  experts: readonly (DemoActor & { country_ids: readonly string[] })[];
  service: readonly DemoActor[];
}

export class OrderMaker {
  private readonly world: World;
  private readonly people: PeopleSource;
  private readonly staff: Staff;
  private readonly paid = { methods: ["wechat", "alipay", "channel"] as const };
  constructor(world: World, people: PeopleSource, staff: Staff) {
    this.world = world;
    this.people = people;
    this.staff = staff;
  }

  /** Makes order number `n`, created at `at`. */
  async make(n: number, at: Date, sku: DemoSku): Promise<void> {
    const facts = await this.enter(n, at, sku);
    const { random: r, now } = this.world;
    const unpaid = r.chance(0.07);
    const payAt = new Date(at.getTime() + (0.1 + r.next() * 12) * HOUR);
    if (facts.order.order_status !== "pending_payment" || unpaid || payAt > now) this.leaveUnpaid(facts, at);
    else await this.goOn(facts, payAt, sku);
    this.write(facts);
  }

  private async enter(n: number, at: Date, sku: DemoSku): Promise<Facts> {
    const { random: r, bulk } = this.world;
    const day = shanghaiDate(at);
    const count = r.weighted([[1, 45], [2, 31], [3, 13], [4, 8], [5, 2], [6, 1]]);
    const main = this.people.adult(r, day);
    const people = [main, ...Array.from({ length: count - 1 }, () => (r.chance(0.35) ? this.people.child(r, day, main) : this.people.adult(r, day)))];
    const travel_date = shanghaiDate(new Date(at.getTime() + r.int(18, 120) * 24 * HOUR));
    const urgent = sku.body.urgent_tiers.length > 0 && r.chance(0.1);
    const protection = sku.body.protections.length > 0 && r.chance(0.25);
    const quote = await sku.quoteFor(people, { travel_date, urgent, protection });
    const lines = feeLines(quote.lines, r.chance(0.12) ? Math.min(5000, r.int(10, 60) * 100) : 0);
    const id = bulk.id("orders");
    const source = r.weighted([["mini_program", 40], ["h5", 12], ["ota", 22], ["staff", 16], ["api", 10]] as const);
    const owner = r.pick(this.staff.service);
    const kept = { lines, people: quote.people, protection: quote.protection, urgent_tier: quote.urgent_tier };
    const order: OrderRow = {
      id, order_no: `V${day.slice(2).replaceAll("-", "")}${String(n).padStart(6, "0")}`, source, channel_id: null, partner_order_no: source === "ota" || source === "api" ? `OT${String(70_000_000 + id)}` : null,
      customer_kind: "direct", customer_id: null, peer_id: null, contact_name: main.name_cn, contact_mobile: main.mobile, contact_email: null, sku_id: sku.sku_id, country_id: sku.body.country_id,
      snapshot_id: sku.snapshot_id, quote: kept, flow: source === "mini_program" || source === "h5" ? sku.body.material_upload_type : "pay_first",
      travel_date, return_date: shanghaiDate(new Date(Date.parse(travel_date) + r.int(4, 16) * 24 * HOUR)), effect_date: sku.body.need_effect_date ? travel_date : null,
      visit_wish: sku.body.need_visit && r.chance(0.92) ? r.pick(["any_30", "not_30"] as const) : null, visit_wish_dates: [], urgent_tier: quote.urgent_tier, is_urgent: quote.urgent_tier !== null, is_protected: lines.some((l) => l.kind === "protection"),
      return_mode: sku.body.need_return_material ? "express" : "none", return_address: sku.body.need_return_material ? { province_code: main.province_code, city_code: main.city_code, county_code: main.county_code, detail: main.detail } : null,
      status_at: at.toISOString(), pay_status: "unpaid", amount_total: sumOf(lines, "amount"), discount_total: sumOf(lines, "discount_share"), amount_payable: sumOf(lines, "payable"), amount_paid: 0, amount_refunded: 0,
      expert_id: null, cs_owner_id: owner.id, bd_owner_id: null, applicant_count: count, submitted_count: 0, due_at: null, pay_deadline_at: new Date(at.getTime() + 24 * HOUR).toISOString(), paid_at: null, promised_date: null,
      shipped_at: null, received_at: null, completed_at: null, cancelled_at: null, cancel_reason: null, customer_note: r.chance(0.06) ? r.pick(["请尽快处理，机票已订", "孩子同行，麻烦一起送签", "需要开具发票", "护照下月到期，已在换发"]) : "", version: 1, created_by: source === "staff" ? owner.id : null, created_at: at.toISOString(), order_status: "pending_payment", ...MADE_BY_DATABASE,
    };
    const facts: Facts = { order, snapshot: sku.body, people: [], fees: [], blocking: [], parcels: [], evaluated: false, now: at, today: day };
    facts.people = people.map((p, i) => this.applicant(facts, p, i, quote.people[i]?.is_child ?? false));
    facts.fees = lines.map((l) => ({ id: bulk.id("order_fees"), order_id: id, applicant_id: facts.people[(l.applicant_seq ?? 1) - 1]?.id ?? null, kind: l.kind, amount: l.amount, discount_share: l.discount_share, payable: l.payable, diff_id: null, cost: null, is_official_paid: false, refunded: 0, created_at: at.toISOString() }));
    order.order_status = firstNeeded(facts);
    if (order.flow === "material_first" && r.chance(0.93)) this.handInFirst(facts);
    this.orderLog(facts, "add", source === "staff" ? "代客下单" : "下单", "", order.order_status, at, owner);
    return facts;
  }

  private applicant(f: Facts, p: DemoPerson, i: number, is_child: boolean): Person {
    const id = this.world.bulk.id("applicants");
    const at = f.order.created_at;
    const row: ApplicantRow = {
      id, order_id: f.order.id, seq: i + 1, applicant_no: `${f.order.order_no}-${String(i + 1).padStart(2, "0")}`, country_id: f.order.country_id, sku_id: f.order.sku_id, expert_id: null, name_cn: p.name_cn, surname_en: p.surname_en, given_name_en: p.given_name_en,
      gender: p.gender, birth_date: p.birth_date, birth_place: p.passport_issue_place, nationality: "CN", id_card_no: p.id_card_no, passport_no: p.passport_no, passport_issue_date: p.passport_issue_date, passport_expiry_date: p.passport_expiry_date, passport_issue_place: p.passport_issue_place,
      mobile: i === 0 ? p.mobile : null, email: null, identity: p.identity, marital: is_child || p.identity === "student" ? "single" : "married", household_province: p.province_code, household_city: p.city_code, address: { province_code: p.province_code, city_code: p.city_code, county_code: p.county_code, detail: p.detail },
      relation: i === 0 ? "self" : is_child ? "child" : i === 1 ? "spouse" : "other", main_applicant_id: null, is_child, refused_before: false, refused_on: null, refused_note: null, applicant_status: "none", prev_status: null, status_at: at, status_due_at: null, waiting_party: "customer",
      hold_party: null, hold_reason: null, held_at: null, hold_minutes_left: null, supplement_round: 0, supplement_due_at: null, supplement_source: null, admin_check_due: null, collected_at: null, review_passed_at: null, submitted_at: null, result_at: null, handed_back_at: null, received_at: null,
      supplier_id: null, settle_price: null, settle_includes_embassy: null, submit_date: null, application_no: null, visa_no: null, visa_issue_date: null, visa_effective_date: null, visa_expiry_date: null, stay_days: null, entry_count: null, result_files: [], refusal_category: null, refusal_text: null,
      refusal_files: [], liability: null, materials_must: 0, materials_passed: 0, version: 1, created_by: null, created_at: at, is_urgent: f.order.is_urgent, settle_trigger: null, on_refusal: null, ...MADE_BY_DATABASE,
    };
    const main = f.people[0] ?? null;
    const slots = slotsOf(f.snapshot, slotPerson(row), main && slotPerson(main), f.order.travel_date ?? f.today);
    const materials = slots.map((s) => ({
      ...s, id: this.world.bulk.id("applicant_materials"), order_id: f.order.id, applicant_id: id, material_status: "missing", round: 0, reject_code: null, reviewed_by: null, reviewed_at: null, doc_date: null,
      form_status: s.kind === 5 ? "draft" : null, form_answers: s.kind === 5 ? {} : null, holder: s.kind === 2 ? "customer" : null, slot: null, received_count: 0, version: 1, created_at: at, files: 0, unseen: 0, reject_text: null, waive_reason: null, created_by: null,
    }) satisfies Material);
    return { ...row, materials, visit: null, line: null };
  }

  /** 先资料后支付: how far the customer came before paying. */
  private handInFirst(f: Facts): void {
    const r = this.world.random;
    if (f.order.visit_wish === null && f.snapshot.need_visit) return;
    if (r.chance(0.12)) return void (f.order.order_status = firstNeeded(f));
    const forms = r.chance(0.9);
    for (const p of f.people) for (const m of p.materials) {
      if ((m.kind === 1 || m.kind === 4) && m.owner === "must") m.material_status = "submitted";
      if (m.kind === 5 && forms) Object.assign(m, { form_status: "submitted", material_status: "submitted" });
    }
    f.order.order_status = firstNeeded(f);
  }

  private leaveUnpaid(f: Facts, at: Date): void {
    const { random: r, now } = this.world;
    const { order } = f;
    const late = new Date(at.getTime() + 24 * HOUR);
    for (const p of f.people) this.world.bulk.add("stage_spans", { order_id: order.id, applicant_id: p.id, status: "none", party: "customer", entered_at: at.toISOString(), left_at: null, work_minutes: null });
    if (order.order_status !== "pending_payment" && r.chance(0.5) && now.getTime() - at.getTime() < 40 * 24 * HOUR) return;
    const timeout = order.order_status === "pending_payment" && r.chance(0.7);
    if (late > now) return;
    const from = order.order_status;
    Object.assign(order, { order_status: "cancelled", cancel_reason: timeout ? "timeout" : r.pick(["customer", "duplicate"]), cancelled_at: late.toISOString(), status_at: late.toISOString(), version: 2 });
    for (const p of f.people) Object.assign(p, { applicant_status: "cancelled", status_at: late.toISOString() });
    this.orderLog(f, timeout ? "pay_expire" : "cancel", timeout ? "支付超时" : "取消订单", from, "cancelled", late, timeout ? null : r.pick(this.staff.service));
    if (r.chance(0.1)) this.hide(f, late);
  }

  private hide(f: Facts, at: Date): void {
    const from = f.order.order_status;
    Object.assign(f.order, { order_status: "deleted", status_at: new Date(at.getTime() + 48 * HOUR).toISOString() });
    this.orderLog(f, "hide", "客户删除", from, "deleted", new Date(at.getTime() + 48 * HOUR), null);
  }

  private async goOn(f: Facts, payAt: Date, sku: DemoSku): Promise<void> {
    const { random: r, bulk, now, clocks } = this.world;
    const { order } = f;
    const suited = this.staff.experts.filter((e) => e.country_ids.includes(order.country_id));
    const expert = r.pick(suited.length ? suited : this.staff.experts);
    const payment = { order_id: order.id, method: r.pick(this.paid.methods), amount: order.amount_payable, trade_no: `${payAt.getTime()}${order.id}`, proof: [], refunded: 0, paid_at: payAt.toISOString(), created_by: null, created_at: payAt.toISOString() };
    bulk.add("order_payments", payment);
    Object.assign(order, { pay_status: "paid", amount_paid: order.amount_payable, paid_at: payAt.toISOString(), expert_id: expert.id, version: 2 });
    const recent = now.getTime() - payAt.getTime() < 45 * 24 * HOUR;
    let last = payAt;
    for (const p of f.people) {
      p.expert_id = expert.id;
      const supplier = await sku.supplierFor(p.is_child, f.order.is_urgent ? (sku.body.urgent_tiers[0]?.tier_code ?? null) : null);
      const journey = new Journey(this.world, f, p, payAt, { expert, supplier, keepFiles: recent });
      journey.run();
      if (p.applicant_status === "refunded") payment.refunded += this.refund(f, p);
      journey.settle();
      if (journey.endedAt > last) last = journey.endedAt;
    }
    this.orderLog(f, "pay", "支付成功", "pending_payment", "processing", payAt, null);
    const submitted = f.people.flatMap((p) => p.submit_date ?? []).sort();
    order.submitted_count = submitted.length;
    if (submitted[0]) order.promised_date = promisedDate(clocks.calendar, f, submitted[0]);
    this.finish(f, last);
  }

  /** What was paid back: all of a person who could not be served, the service fee of a claim. Refund rows belong to their own noun. */
  private refund(f: Facts, p: Person): number {
    const fees = f.fees.filter((x) => x.applicant_id === p.id && (p.prev_status === "pre_review_failed" || x.kind === "service"));
    const total = fees.reduce((sum, x) => sum + x.payable, 0);
    for (const fee of fees) fee.refunded = fee.payable;
    f.order.amount_refunded += total;
    f.order.pay_status = payStatusOf(f.order.amount_paid, f.order.amount_refunded);
    return total;
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
    Object.assign(order, { order_status: status, status_at: at.toISOString(), ...(status === "cancelled" && { cancel_reason: "refunded", cancelled_at: at.toISOString() }) });
    if (status === "completed" && r.chance(0.01)) this.hide(f, at);
  }

  private evaluate(f: Facts, received: Date): OrderStatus {
    const { random: r, bulk, now } = this.world;
    const auto = r.chance(0.6);
    const at = new Date(received.getTime() + (auto ? 15 * 24 : r.int(2, 200)) * HOUR);
    if (at > now) return "pending_evaluate";
    const score = auto ? 5 : r.weighted([[5, 70], [4, 18], [3, 7], [2, 3], [1, 2]]);
    bulk.add("order_evaluates", {
      order_id: f.order.id, score, score_guide: auto ? null : score, score_speed: auto ? null : Math.max(1, score - r.int(0, 1)), score_service: auto ? null : score, content: auto ? "" : r.pick(["专家很耐心，出签快", "资料清单清楚", "比预计晚了两天", "顺利出签，谢谢", "沟通及时"]), source: auto ? "auto" : "customer", expert_id: f.order.expert_id, created_at: at.toISOString(),
    });
    f.evaluated = true;
    f.order.completed_at = at.toISOString();
    this.orderLog(f, "complete", "完成", "pending_evaluate", "completed", at, null);
    return "completed";
  }

  private orderLog(f: Facts, move: string, label: string, from: string, to: string, at: Date, actor: DemoActor | null): void {
    this.world.bulk.add("order_logs", {
      order_id: f.order.id, applicant_id: null, kind: "move", noun: "order", noun_id: f.order.id, move, label, from_state: from || null, to_state: to, actor_kind: actor ? "staff" : "system", actor_id: actor?.id ?? null, actor_name: actor?.name ?? "系统", reason: null, customer_visible: true, at: at.toISOString(),
    });
  }

  private write(f: Facts): void {
    const { bulk, now, clocks } = this.world;
    const atNow: Facts = { ...f, now, today: shanghaiDate(now) };
    const owner_ids = [f.order.expert_id, f.order.cs_owner_id, f.order.created_by].filter((x): x is number => x !== null);
    for (const p of f.people) {
      if (f.order.pay_status !== "unpaid" && isLive(p)) p.status_due_at = statusDue(clocks, atNow, p, partyOf(atNow, p));
      const { materials, visit, line: _, ...row } = p;
      bulk.add("applicants", { ...row, owner_ids, ...applicantSearch(f.order, p) });
      for (const m of materials) {
        const { files: __, unseen: ___, ...material } = m;
        bulk.add("applicant_materials", material);
      }
      if (visit) bulk.add("visits", visit);
    }
    if (f.order.pay_status !== "unpaid" && f.people.some((p) => p.applicant_status === "none" && isComplete(atNow, p))) throw new Error(`${f.order.order_no}: a complete applicant stands before review`);
    bulk.add("orders", { ...f.order, due_at: dueOf(atNow), ...orderSearch(f.order, f.people) });
    for (const fee of f.fees) bulk.add("order_fees", fee);
  }
}
