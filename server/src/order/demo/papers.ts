/** The papers of one demo applicant on their way: handed in, judged, sent here and back, and the visit's place and day. */
import { pictureOf } from "./files.ts";
import { acceptDemo } from "./companions.ts";
import { submittedForm } from "./answers.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Facts, Material, Person, VisitRow } from "../flow/facts.ts";
import type { JourneyOptions, World } from "./world.ts";

const HOUR = 3_600_000;
const VISIT_TIMES = ["09:00", "09:30", "10:00", "10:30", "11:00"];

export class Papers {
  private readonly w: World;
  private readonly f: Facts;
  private readonly p: Person;
  private readonly o: JourneyOptions;
  /** Live file row of each material; a newer one supersedes it. */
  private readonly files = new Map<number, Record<string, unknown>>();
  constructor(world: World, facts: Facts, person: Person, options: JourneyOptions) {
    this.w = world;
    this.f = facts;
    this.p = person;
    this.o = options;
  }

  /** Papers are in, the form is not: what most people are in the middle of. */
  begin(at: Date): void {
    const hasForm = this.p.materials.some((m) => m.kind === 5 && m.owner === "must");
    const papers = this.p.materials.filter((m) => (m.kind === 1 || m.kind === 4) && m.owner === "must");
    const kept = hasForm ? undefined : papers.find((m) => !m.group_key);
    if (hasForm || kept) for (const m of papers) if (m !== kept) this.handIn(m, at);
  }

  /** Everything of the customer's part is handed in; of what is only advised, less than half. */
  collect(at: Date): void {
    for (const m of this.p.materials) {
      if ((m.kind === 1 || m.kind === 4) && (m.owner === "must" || this.w.random.chance(0.4))) this.handIn(m, at);
      if (m.kind === 5) Object.assign(m, submittedForm(this.f.snapshot, { person: this.p.id, order: this.f.order.id }, m.id));
    }
  }

  handIn(m: Material, at: Date): void {
    m.material_status = "submitted";
    if (m.max_age_days > 0) m.doc_date = shanghaiDate(new Date(at.getTime() - this.w.random.int(1, 9) * 24 * HOUR));
    const file = this.o.keepFiles ? this.w.fileFor(pictureOf(m)) : null;
    if (!file) return;
    const older = this.files.get(m.id);
    if (older) older["superseded_at"] = at.toISOString();
    const seen_by: number[] = [];
    const row = {
      material_id: m.id,
      file: file.key,
      filename: file.filename,
      size: file.size,
      page_no: 1,
      version_no: m.round + 1,
      uploaded_kind: "customer",
      seen_by,
      superseded_at: null,
      created_at: at.toISOString(),
    };
    this.files.set(m.id, row);
    this.w.bulk.add("material_files", row);
  }

  judge(m: Material, status: "passed" | "rejected", at: Date): void {
    Object.assign(m, { material_status: status, reviewed_by: this.o.expert.id, reviewed_at: at.toISOString() });
    const file = this.files.get(m.id);
    if (file) file["seen_by"] = [this.o.expert.id];
  }

  /** All of them are good, and what does not fit between people was accepted. */
  pass(submitted: readonly Material[], at: Date): void {
    for (const m of submitted) this.judge(m, "passed", at);
    for (const m of this.p.materials) if (m.kind === 2 && m.owner !== "must") m.material_status = "waived";
    acceptDemo(this.w, this.f, this.p, this.o.expert, at);
  }

  /** The parcel of the originals came and was counted. */
  receiveOriginals(at: Date): void {
    const items = this.p.materials.filter((m) => m.kind === 2 && m.owner === "must");
    this.parcel(1, "checked", new Date(at.getTime() - this.w.random.int(26, 38) * HOUR), items);
    for (const m of items) {
      this.judge(m, "passed", at);
      Object.assign(m, { holder: "us", received_count: Math.max(1, m.copies), slot: `A${this.w.random.int(1, 40)}` });
      this.w.bulk.add("custodies", {
        material_id: m.id,
        from_holder: "courier",
        to_holder: "us",
        staff_id: this.o.expert.id,
        slot: m.slot,
        count: m.received_count,
        note: "",
        at: at.toISOString(),
      });
    }
  }

  /** Result and originals go back; answers whether it was an e-visa without a parcel. */
  giveBack(at: Date): boolean {
    const items = this.p.materials.filter((m) => m.kind === 2 && m.holder === "us");
    const evisa = this.f.snapshot.visa_form === "evisa" && items.length === 0;
    const signed = at.getTime() + 60 * HOUR < this.w.now.getTime();
    if (!evisa) this.parcel(3, signed ? "signed" : "in_transit", at, items);
    for (const m of items) m.holder = signed ? "customer" : "courier";
    return evisa;
  }

  private parcel(type: 1 | 3, status: string, sent: Date, items: readonly Material[]): void {
    const id = this.w.bulk.id("expresses");
    const signed = status === "in_transit" ? null : new Date(sent.getTime() + 25 * HOUR).toISOString();
    this.f.parcels.push({ id, type, express_status: status, applicant_ids: [this.p.id] });
    this.w.bulk.add("expresses", {
      id,
      type,
      order_id: this.f.order.id,
      mode: "express",
      carrier_code: "SF",
      waybill_no: `SF${String(1_000_000_000_000 + id)}`,
      goods: ["passport"],
      express_status: status,
      sent_at: sent.toISOString(),
      signed_at: signed,
      signed_by: signed && (type === 1 ? "前台" : "本人"),
      created_by: this.o.expert.id,
      created_at: sent.toISOString(),
    });
    for (const m of items.length > 0 ? items : [null]) {
      const count = Math.max(1, m?.copies ?? 1);
      this.w.bulk.add("express_items", {
        express_id: id,
        applicant_id: this.p.id,
        material_id: m?.id ?? null,
        name: m?.name ?? "护照",
        count,
        counted: signed ? count : null,
      });
    }
  }

  /** A visit at the product's place, four to eighteen days ahead, on a day it is open. */
  visit(at: Date, booked: boolean): VisitRow {
    const place = this.f.snapshot.submit_place ?? this.f.snapshot.embassy;
    if (!place) throw new Error(`${this.f.snapshot.sku_no} needs a visit but names no place`);
    const id = this.w.bulk.id("visits");
    const from = shanghaiDate(new Date(at.getTime() + this.w.random.int(4, 18) * 24 * HOUR));
    const day = this.w.clocks.calendar.missionDays(place).addDays(from, 1);
    return {
      id,
      order_id: this.f.order.id,
      applicant_id: this.p.id,
      embassy_id: place.id,
      visit_at: new Date(`${day}T${this.w.random.pick(VISIT_TIMES)}:00+08:00`).toISOString(),
      appointment_no: booked ? `AP${String(500_000 + id)}` : null,
      letter: null,
      visit_status: booked ? "booked" : "proposed",
      booker: "staff",
      confirm_due_at: booked ? null : new Date(at.getTime() + 24 * HOUR).toISOString(),
      end_reason: null,
      notice_sent_at: null,
      version: 1,
      created_by: this.o.expert.id,
      created_at: at.toISOString(),
    };
  }
}
