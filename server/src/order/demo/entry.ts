/** The entry of a demo order: who orders what, for whom, at which price, with which papers. */
import { submittedForm } from "./answers.ts";
import { NEW_APPLICANT, NEW_MATERIAL, NEW_ORDER } from "./blank.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Buyer, Quote } from "../../product/index.ts";
import type { ApplicantRow, Facts, Material, OrderRow, Person } from "../flow/facts.ts";
import { feeLines, sumOf, type FeeLine } from "../order/order-quote.ts";
import { firstNeeded } from "../flow/order.rules.ts";
import { slotPerson, slotsOf } from "../applicant/person.rules.ts";
import type { DemoPerson, PeopleSource } from "./people.ts";
import type { DemoPeer } from "./peers.ts";
import type { DemoActor, DemoSku, World } from "./world.ts";
import { sealFields } from "#kit/seal/seal.ts";
import { sealedApplicant, sealedOrder } from "../applicant/sealed.ts";

const HOUR = 3_600_000;
const NOTES = ["请尽快处理，机票已订", "孩子同行，麻烦一起送签", "需要开具发票", "护照下月到期，已在换发"];
const homeOf = (p: DemoPerson) => ({
  province_code: p.province_code,
  city_code: p.city_code,
  county_code: p.county_code,
  detail: p.detail,
});

interface Wanted {
  people: DemoPerson[];
  travel_date: string;
  quote: Quote;
  lines: FeeLine[];
}

const DIRECT: Buyer = { kind: "direct" };

function wish(world: World, source: PeopleSource, { day, at, sku, peer }: Entered & { day: string }): Wanted {
  const r = world.random;
  const count = r.weighted([
    [1, 45],
    [2, 31],
    [3, 13],
    [4, 8],
    [5, 2],
    [6, 1],
  ]);
  const main = source.adult(r, day);
  const people = [main, ...Array.from({ length: count - 1 }, () => (r.chance(0.35) ? source.child(r, day, main) : source.adult(r, day)))];
  const travel_date = shanghaiDate(new Date(at.getTime() + r.int(18, 120) * 24 * HOUR));
  const urgent = sku.body.urgent_tiers.length > 0 && r.chance(0.1);
  const protection = sku.body.protections.length > 0 && r.chance(0.25);
  const quote = sku.quoteFor(people, { buyer: peer?.buyer ?? DIRECT, travel_date, urgent, protection, at });
  return { people, travel_date, quote, lines: feeLines(quote.lines, !peer && r.chance(0.12) ? Math.min(5000, r.int(10, 60) * 100) : 0) };
}

/** One order as it is entered. */
export interface Entered {
  n: number;
  at: Date;
  sku: DemoSku;
  /** Null: a customer of our own. */
  peer: DemoPeer | null;
  /** Whoever of the desk looks after it where nobody looks after its peer. */
  owner: DemoActor;
}
/** Where orders come from: those of peers by their site, the interface or the desk. */
const FROM_CUSTOMERS = [
  ["mini_program", 46],
  ["h5", 14],
  ["ota", 24],
  ["staff", 16],
] as const;
const FROM_PEERS = [
  ["peer_pc", 68],
  ["api", 20],
  ["staff", 12],
] as const;

function orderRow(world: World, { n, at, sku, owner, peer }: Entered, w: Wanted): OrderRow {
  const r = world.random;
  const id = world.bulk.id("orders");
  const source = peer ? r.weighted(FROM_PEERS) : r.weighted(FROM_CUSTOMERS);
  const { body } = sku;
  const [main] = w.people;
  if (!main) throw new Error("an order has at least one applicant");
  const { people, protection, urgent_tier, special } = w.quote;
  const kept = { lines: w.lines, people, protection, urgent_tier, special };
  const partner = source === "ota" || source === "api";
  const isExpress = body.need_return_material;
  const cs_owner_id = peer?.cs_owner_id ?? owner.id;
  const order_no = `V${shanghaiDate(at).slice(2).replaceAll("-", "")}${String(n).padStart(6, "0")}`;
  return {
    ...NEW_ORDER,
    id,
    source,
    order_no,
    customer_kind: peer?.customer_kind ?? "direct",
    peer_id: peer?.id ?? null,
    bd_owner_id: peer?.bd_owner_id ?? null,
    partner_order_no: partner ? `OT${String(70_000_000 + id)}` : null,
    contact_name: main.name_cn,
    ...sealFields(sealedOrder, order_no, { contact_mobile: main.mobile, return_mobile: isExpress ? main.mobile : null }),
    sku_id: sku.sku_id,
    country_id: body.country_id,
    snapshot_id: sku.snapshot_id,
    quote: kept,
    flow: source === "mini_program" || source === "h5" ? body.material_upload_type : "pay_first",
    travel_date: w.travel_date,
    return_date: shanghaiDate(new Date(Date.parse(w.travel_date) + r.int(4, 16) * 24 * HOUR)),
    effect_date: body.need_effect_date ? w.travel_date : null,
    visit_wish: body.need_visit && r.chance(0.92) ? r.pick(["any_30", "not_30"] as const) : null,
    urgent_tier: w.quote.urgent_tier,
    is_urgent: w.quote.urgent_tier !== null,
    is_protected: w.lines.some((l) => l.kind === "protection"),
    return_mode: isExpress ? "express" : "none",
    return_name: isExpress ? main.name_cn : null,
    return_address: isExpress ? homeOf(main) : null,
    amount_total: sumOf(w.lines, "amount"),
    discount_total: sumOf(w.lines, "discount_share"),
    amount_payable: sumOf(w.lines, "payable"),
    cs_owner_id,
    applicant_count: w.people.length,
    customer_note: r.chance(0.06) ? r.pick(NOTES) : "",
    created_by: source === "staff" ? cs_owner_id : null,
    status_at: at.toISOString(),
    pay_deadline_at: new Date(at.getTime() + 24 * HOUR).toISOString(),
    created_at: at.toISOString(),
  };
}

function applicantOf(world: World, f: Facts, p: DemoPerson, i: number, is_child: boolean): Person {
  const at = f.order.created_at;
  const applicant_no = `${f.order.order_no}-${String(i + 1).padStart(2, "0")}`;
  const row: ApplicantRow = {
    ...NEW_APPLICANT,
    id: world.bulk.id("applicants"),
    order_id: f.order.id,
    seq: i + 1,
    applicant_no,
    country_id: f.order.country_id,
    sku_id: f.order.sku_id,
    name_cn: p.name_cn,
    surname_en: p.surname_en,
    given_name_en: p.given_name_en,
    gender: p.gender,
    birth_date: p.birth_date,
    birth_place: p.passport_issue_place,
    nationality: "CN",
    ...sealFields(sealedApplicant, applicant_no, {
      id_card_no: p.id_card_no,
      passport_no: p.passport_no,
      mobile: i === 0 ? p.mobile : null,
    }),
    passport_issue_date: p.passport_issue_date,
    passport_expiry_date: p.passport_expiry_date,
    passport_issue_place: p.passport_issue_place,
    identity: p.identity,
    marital: is_child || p.identity === "student" ? "single" : "married",
    household_province: p.province_code,
    household_city: p.city_code,
    address: homeOf(p),
    relation: i === 0 ? "self" : is_child ? "child" : i === 1 ? "spouse" : "other",
    is_child,
    is_urgent: f.order.is_urgent,
    status_at: at,
    created_at: at,
  };
  const main = f.people[0] ?? null;
  const slots = slotsOf(f.snapshot, slotPerson(row), main && slotPerson(main), f.order.travel_date ?? f.today);
  const materials: Material[] = slots.map((s) => ({
    ...NEW_MATERIAL,
    ...s,
    id: world.bulk.id("applicant_materials"),
    order_id: f.order.id,
    applicant_id: row.id,
    form_status: s.kind === 5 ? "draft" : null,
    form_answers: s.kind === 5 ? {} : null,
    holder: s.kind === 2 ? "customer" : null,
    holder_supplier_id: null,
    created_at: at,
  }));
  return { ...row, materials, visit: null, line: null, refund: null, claim: null };
}

/** Facts of an order as it is entered. */
export function enterOrder(world: World, source: PeopleSource, entered: Entered): Facts {
  const { at, sku } = entered;
  const day = shanghaiDate(at);
  const wanted = wish(world, source, { ...entered, day });
  const order = orderRow(world, entered, wanted);
  const facts: Facts = {
    order,
    snapshot: sku.body,
    people: [],
    fees: [],
    blocking: [],
    accepts: [],
    parcels: [],
    evaluated: false,
    now: at,
    today: day,
  };
  facts.people = wanted.people.map((p, i) => applicantOf(world, facts, p, i, wanted.quote.people[i]?.is_child ?? false));
  facts.fees = wanted.lines.map((l) => ({
    id: world.bulk.id("order_fees"),
    order_id: order.id,
    applicant_id: facts.people[(l.applicant_seq ?? 1) - 1]?.id ?? null,
    kind: l.kind,
    amount: l.amount,
    discount_share: l.discount_share,
    payable: l.payable,
    diff_id: null,
    cost: null,
    is_official_paid: false,
    refunded: 0,
    created_at: at.toISOString(),
  }));
  order.order_status = firstNeeded(facts);
  if (order.flow === "material_first" && world.random.chance(0.93)) handInFirst(world, facts);
  return facts;
}

/** 先资料后支付: how far the customer came before paying. */
function handInFirst(world: World, f: Facts): void {
  const r = world.random;
  if (f.order.visit_wish === null && f.snapshot.need_visit) return;
  if (!r.chance(0.12)) {
    const forms = r.chance(0.9);
    for (const { p, m } of f.people.flatMap((person) => person.materials.map((item) => ({ p: person, m: item })))) {
      if ((m.kind === 1 || m.kind === 4) && m.owner === "must") m.material_status = "submitted";
      if (m.kind === 5 && forms) Object.assign(m, submittedForm(f.snapshot, { person: p.id, order: f.order.id }, m.id));
    }
  }
  f.order.order_status = firstNeeded(f);
}
