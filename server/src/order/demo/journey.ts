/**
 * One applicant's way through the flow, in time. Every step is a move of `applicantFlow` that the flow allows, leads where
 * the rules of real orders lead, and leaves the rows a real move leaves. It stops when its next step lies in the future.
 */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { REFUSAL_CATEGORIES } from "@visadesk/contract/order/words.ts";
import { afterOriginals, afterReview, isComplete, isProtected, materialCounts } from "../applicant/applicant.rules.ts";
import type { Act } from "../../ledger/index.ts";
import { assignedSet } from "../applicant/applicant-supplier.ts";
import { partyOf } from "../flow/due.rules.ts";
import type { Facts, Person } from "../flow/facts.ts";
import { owedOf, PREMIUM_KINDS, REFUSAL_SETTLED, revenueKinds, SENT_KINDS } from "../applicant/result.rules.ts";
import { Papers } from "./papers.ts";
import { SupplierOf } from "./supplier-of.ts";
import { handInDemo, judgeDemo, openDemoClaim } from "./claim.ts";
import { fitsPaper } from "./reasons.ts";
import { RefundTimes } from "./refund-times.ts";
import { Trace } from "./trace.ts";
import type { JourneyOptions, World } from "./world.ts";

const HOUR = 3_600_000;
const REST = { set: { prev_status: "pre_review_failed" } };

export class Journey extends Trace {
  private readonly papers: Papers;
  private readonly supplier: SupplierOf;
  readonly refund: RefundTimes;
  constructor(world: World, facts: Facts, person: Person, start: Date, options: JourneyOptions) {
    super(world, facts, person, start, options);
    this.refund = new RefundTimes(world.clocks.calendar, facts, person);
    this.papers = new Papers(world, facts, person, options);
    this.supplier = new SupplierOf(world, facts, person, options);
  }
  get endedAt(): Date {
    return this.at;
  }

  /** Runs until the end of the way or until now. */
  run(): void {
    for (let steps = 0; steps < 40; steps++) {
      const step = this.next();
      if (!step || step.at.getTime() > this.w.now.getTime()) break;
      this.at = step.at;
      step.go();
    }
    if (this.p.applicant_status === "none" && this.w.random.chance(0.4)) this.papers.begin(this.at);
    this.span(null);
  }

  private hours(min: number, max: number): Date {
    return new Date(this.at.getTime() + (min + this.w.random.next() * (max - min)) * HOUR);
  }
  private work(min: number, max: number): Date {
    return this.w.clocks.calendar.addWorkingMinutes(this.at, Math.round((min + this.w.random.next() * (max - min)) * 60));
  }

  /** What happens next and when; null at the end of the way. */
  private next(): { at: Date; go: () => void } | null {
    const r = this.w.random;
    switch (this.p.applicant_status) {
      case "none":
        return { at: isComplete(this.f, this.p) ? this.at : this.hours(3, 110), go: () => this.collect() };
      case "pre_review":
        return { at: this.work(0.5, 9), go: () => this.review() };
      case "pre_review_rejected":
        return { at: this.hours(6, 130), go: () => this.resubmit() };
      case "awaiting_originals":
        return { at: this.hours(40, 140), go: () => this.originals() };
      case "awaiting_appointment":
        return { at: this.work(4, 16), go: () => this.book() };
      case "awaiting_confirm":
        return { at: this.hours(2, 23), go: () => this.accept() };
      case "appointed":
        return {
          at: this.work(1, 8),
          go: () =>
            this.move("notice_send", this.f.snapshot.need_training ? "awaiting_training" : "awaiting_visit", { customer_visible: true }),
        };
      case "awaiting_training":
        return { at: this.work(4, 20), go: () => this.move("train_done", "awaiting_visit", {}) };
      case "awaiting_visit":
        return { at: this.visitEnd(), go: () => this.attend() };
      case "awaiting_submission":
        return { at: this.work(2, 14), go: () => this.handedIn("submit") };
      case "in_embassy":
        return { at: this.resultTime(), go: () => this.result() };
      case "issued":
      case "refused":
        return this.p.handed_back_at ? null : { at: this.work(2, 22), go: () => this.handBack() };
      case "pre_review_failed":
        return { at: this.refund.asked(this.at, this.work(6, 40)), go: () => this.move("refund_lock", "refunding", REST) };
      case "refunding":
        return { at: this.refund.leaves(this.at, this.work(8, 50), this.o.isBackAtOnce), go: () => this.refunded() };
      case "refused_proof":
        return r.chance(0.15)
          ? { at: this.hours(168, 169), go: () => this.lapse() }
          : { at: this.hours(5, 150), go: () => this.handInProof() };
      case "refused_review":
        return { at: this.work(3, 20), go: () => this.judgeClaim() };
      case "refused_rejected":
        return { at: this.hours(100, 168), go: () => this.lapse() };
      default:
        return null;
    }
  }

  private collect(): void {
    this.papers.collect(this.at);
    this.move("enter_review", "pre_review", { set: { collected_at: this.at.toISOString() }, system: true, customer_visible: true });
  }

  private review(): void {
    const r = this.w.random;
    const submitted = this.p.materials.filter((m) => m.material_status === "submitted");
    const bad = submitted.filter((m) => m.kind === 1 || m.kind === 4);
    if (r.chance(0.02)) return this.move("review_fail", "pre_review_failed", { reason: "不符合办理条件，建议退款" });
    if (this.p.supplement_round < 2 && bad.length > 0 && r.chance(this.p.supplement_round === 0 ? 0.24 : 0.1)) {
      const worst = r.pick(bad);
      const reason = r.pick(this.w.reasons.filter((x) => fitsPaper(x, worst)));
      for (const m of submitted) this.papers.judge(m, m === worst ? "rejected" : "passed", this.at);
      Object.assign(worst, { reject_code: reason.code, round: worst.round + 1 });
      this.w.bulk.add("material_rejections", {
        material_id: worst.id,
        document_id: worst.document_id,
        round: worst.round,
        reject_code: reason.code,
        at: this.at.toISOString(),
      });
      const due = new Date(this.at.getTime() + 7 * 24 * HOUR);
      return this.move("review_reject", "pre_review_rejected", {
        set: { supplement_round: this.p.supplement_round + 1, supplement_source: "review", supplement_due_at: due.toISOString() },
        reason: `${worst.name}：${reason.text}`,
        customer_visible: true,
      });
    }
    this.papers.pass(submitted, this.at);
    const terms = this.supplier.assign(this.at);
    const set = { review_passed_at: this.at.toISOString(), ...(terms && assignedSet(terms)) };
    this.move("review_pass", afterReview(this.f, this.p), { set, customer_visible: true });
  }

  private refunded(): void {
    this.supplier.release(this.at);
    this.move("refund_done", "refunded", { system: true, customer_visible: true });
  }

  private resubmit(): void {
    for (const m of this.p.materials) if (m.material_status === "rejected") this.papers.handIn(m, this.at);
    this.move("resubmit", "pre_review", { set: { supplement_due_at: null }, customer_visible: true });
  }

  private originals(): void {
    this.papers.receiveOriginals(this.at);
    this.move("originals_pass", afterOriginals(this.f, this.p), {});
  }

  private book(): void {
    const wanted = this.w.random.chance(0.85);
    this.p.visit = this.papers.visit(this.at, wanted);
    if (this.p.visit.visit_at) this.supplier.visits(this.p.visit.visit_at);
    if (wanted) this.move("visit_book", "appointed", { customer_visible: true });
    else this.move("visit_propose", "awaiting_confirm", { customer_visible: true });
  }
  private accept(): void {
    if (this.p.visit)
      Object.assign(this.p.visit, {
        visit_status: "booked",
        appointment_no: `AP${String(500_000 + this.p.visit.id)}`,
        confirm_due_at: null,
      });
    this.move("visit_accept", "appointed", { customer_visible: true });
  }
  private visitEnd(): Date {
    return new Date(Math.max(this.at.getTime(), Date.parse(this.p.visit?.visit_at ?? this.at.toISOString())) + 3 * HOUR);
  }
  private attend(): void {
    if (this.p.visit) this.p.visit.visit_status = "attended";
    this.handedIn("visit_attend");
  }

  private handedIn(move: "submit" | "visit_attend"): void {
    const day = shanghaiDate(this.at);
    const application_no = this.w.random.chance(0.8) ? `${this.f.order.country_id}${String(7_000_000 + this.p.id)}` : null;
    const batch_id = this.w.batches.of(day, this.f.snapshot.embassy?.id ?? null, this.p.supplier_id, this.at);
    const id = this.w.bulk.id("submissions");
    this.w.bulk.add("submissions", {
      id,
      batch_id,
      order_id: this.f.order.id,
      applicant_id: this.p.id,
      passport_scanned_at: this.at.toISOString(),
      submit_date: day,
      application_no,
      settle_price: this.p.settle_price,
      line_status: "submitted",
      created_at: this.at.toISOString(),
    });
    for (const m of this.p.materials) {
      if (m.kind === 2 && m.holder === "us") m.holder = "embassy";
      if (m.kind === 5 && m.form_status === "submitted") m.form_status = "locked";
    }
    this.move(move, "in_embassy", {
      set: { submit_date: day, submitted_at: this.at.toISOString(), application_no },
      customer_visible: true,
    });
    this.owe();
  }

  /** Every fee of a demo order has its person: nothing is earned by the order as a whole. */
  private earn(kinds: readonly string[], act = this.act()): void {
    this.w.ledger.revenue({ order_id: this.f.order.id, applicant_id: this.p.id, kinds }, act);
  }
  private owe(): void {
    this.w.ledger.owe(owedOf(this.f.order, this.p), REFUSAL_SETTLED, this.act());
  }
  private act(): Act {
    return { at: this.at, by: this.o.expert.id };
  }

  private resultTime(): Date {
    const { work_days_min: min, work_days_max: max } = this.f.snapshot;
    const days = this.w.random.int(Math.max(1, min), Math.max(1, max) + (this.w.random.chance(0.08) ? 4 : 0));
    const day = this.w.clocks.calendar.missionDays(this.f.snapshot.embassy).addDays(shanghaiDate(this.at), days);
    return new Date(`${day}T${this.w.random.pick(["10:20", "11:40", "15:10", "16:30"])}:00+08:00`);
  }

  private result(): void {
    const day = shanghaiDate(this.at);
    const result_at = this.at.toISOString();
    const back = (): void => this.p.materials.forEach((m) => m.kind === 2 && m.holder === "embassy" && (m.holder = "us"));
    back();
    if (this.w.random.chance(0.93)) {
      const until = new Date(this.at.getTime() + this.w.random.pick([90, 180, 365, 1095]) * 24 * HOUR);
      const file = this.o.keepFiles ? this.w.fileFor("result") : null;
      this.earn(revenueKinds(true));
      this.move("issue", "issued", {
        set: {
          result_at,
          visa_no: `${this.f.order.country_id}${String(30_000_000 + this.p.id)}`,
          visa_issue_date: day,
          visa_effective_date: day,
          visa_expiry_date: shanghaiDate(until),
          stay_days: this.w.random.pick([15, 30, 90]),
          entry_count: this.f.snapshot.entry_count,
          result_files: file ? [file.key] : [],
        },
        customer_visible: true,
      });
      return this.owe();
    }
    const file = this.w.fileFor("letter");
    const isCovered = isProtected(this.f, this.p.id);
    this.earn(revenueKinds(!isCovered));
    const to = isCovered ? "refused_proof" : "refused";
    this.move("refuse", to, {
      set: {
        result_at,
        refusal_category: this.w.random.pick(Object.keys(REFUSAL_CATEGORIES)),
        refusal_text: "领馆拒签信",
        refusal_files: file ? [file.key] : [],
        liability: this.w.random.pick(["customer", "embassy", "unknown"]),
      },
      customer_visible: true,
    });
    this.owe();
    if (to === "refused_proof") this.p.claim = openDemoClaim(this.w, this.f, this.p, this.at, this.o.expert);
  }

  private handInProof(): void {
    if (this.p.claim) handInDemo(this.w, this.p.claim, this.o.expert);
    this.move("claim_submit", "refused_review", { customer_visible: true });
  }
  private judgeClaim(): void {
    const [by, passes] = [this.o.reviewer, this.w.random.chance(0.6) && (this.p.claim?.trial_amount ?? 0) > 0];
    if (this.p.claim) judgeDemo(this.p.claim, passes, by, this.at);
    if (passes) return this.move("claim_pass", "refunding", { by, set: { prev_status: "refused_review" }, customer_visible: true });
    this.move("claim_reject", "refused_rejected", { by, reason: "证明不清晰，无法核对", customer_visible: true });
  }

  private lapse(): void {
    this.earn(PREMIUM_KINDS, { at: this.at, by: null });
    this.move("claim_lapse", "refused", { system: true });
  }

  private handBack(): void {
    this.earn(SENT_KINDS);
    const evisa = this.papers.giveBack(this.at);
    // From here it is no longer us who is waited for.
    this.closeSpan();
    this.p.handed_back_at = this.at.toISOString();
    const at = this.p.applicant_status;
    this.log("result_send", evisa ? "发送电子签" : "寄回结果与原件", at, at, { customer_visible: true });
  }

  /** Columns that follow from where the way ended. */
  settle(): void {
    Object.assign(this.p, materialCounts(this.p.materials), { waiting_party: partyOf(this.f, this.p) });
  }
}
