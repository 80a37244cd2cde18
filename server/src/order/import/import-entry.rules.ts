/** A group as the entry of an order. Pure; what the entry itself judges is judged there. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import { orderApi } from "@visadesk/contract/order/order.ts";
import type { ImportField } from "@visadesk/contract/order/import/order-import.words.ts";
import { withIdCard } from "@visadesk/contract/order/person-words.ts";
import { returnModeOf } from "@visadesk/contract/order/words.ts";
import type { SnapshotBody } from "@visadesk/contract/product/snapshot.ts";
import { issuesOf, judged } from "#kit/call/input.ts";
import { homeNamed, placeNamed } from "../../base-data/index.ts";
import type { NewOrder } from "../order/order-entry.ts";
import { valueOf, wishOf, type CellFault, type Group, type SheetLine } from "./import-cells.rules.ts";

export interface Offer {
  sku_id: number;
  body: SnapshotBody;
}
export interface BuyerPeer {
  id: number;
  business_kind: string;
}
type Person = NewOrder["applicants"][number];
type Tell = (field: ImportField, message: string) => null;

const PERSON_FIELDS = [
  "name_cn",
  "surname_en",
  "given_name_en",
  "gender",
  "birth_date",
  "id_card_no",
  "passport_no",
  "passport_issue_date",
  "passport_expiry_date",
  "passport_issue_place",
  "mobile",
  "identity",
] as const;

function homeOfLine({ at, cells }: SheetLine, faults: CellFault[]): Pick<Person, "household_province" | "household_city"> {
  const home = homeNamed({ province: cells.household_province, city: cells.household_city });
  if (!("message" in home)) return { household_province: home.province_code || null, household_city: home.city_code || null };
  faults.push({ at, field: home.field === "city" ? "household_city" : "household_province", message: home.message });
  return {};
}

/** Which plan the rows mean; all of one order mean the same. */
function planOf(lines: readonly SheetLine[], body: SnapshotBody, faults: CellFault[]): { plan: number | null; of: boolean[] } {
  let plan: number | null = null;
  const plans = body.protections;
  const of = lines.map(({ at, cells }) => {
    const wish = wishOf(cells.protection);
    if (wish === false) return false;
    const [only, ...others] = wish === true ? plans : plans.filter((p) => p.name === wish);
    const names = plans.map((p) => p.name).join("、");
    const fault =
      plans.length === 0
        ? "该商品不提供拒签无忧，请填否"
        : !only || others.length > 0
          ? `请填写保障产品的名称：${names}`
          : plan !== null && plan !== only.id
            ? "同一订单只能选一种拒签无忧"
            : null;
    if (fault !== null) faults.push({ at, field: "protection", message: fault });
    else plan = only?.id ?? null;
    return fault === null;
  });
  return { plan, of };
}

function tierOf(word: string | null, body: SnapshotBody, tell: Tell): string | null {
  if (word === null) return null;
  const tier = body.urgent_tiers.find((t) => t.tier_code === word || t.name === word);
  const names = body.urgent_tiers.map((t) => t.name).join("、");
  return tier?.tier_code ?? tell("urgent", names === "" ? "该商品没有加急档，请留空" : `该商品没有这个加急档，可填：${names}`);
}

const ADDRESS = { province: "province", city: "city", county: "county" } as const;
/** A parcel goes to the contact. */
function returnTo(first: SheetLine, mode: string, tell: Tell): Pick<NewOrder, "return_name" | "return_mobile" | "return_address"> {
  const { province, city, county, detail, contact_name, contact_mobile } = first.cells;
  if (mode !== "express") return {};
  const to = { return_name: contact_name, return_mobile: contact_mobile };
  if (detail === "") tell("detail", "快递回寄请填写详细地址");
  if (province === "") {
    tell("province", "快递回寄请填写省、市、区");
    return to;
  }
  const place = placeNamed({ province, city, county });
  if (!("message" in place)) return { ...to, return_address: { ...place, detail } };
  tell(ADDRESS[place.field], place.message);
  return to;
}

/** What several rows say, once each. */
const noteOf = (lines: readonly SheetLine[]): string => [...new Set(lines.map((l) => l.cells.note).filter(Boolean))].join("；");

type Raw = Record<string, unknown> & { applicants: Record<string, unknown>[] };

/**
 * The order that a group asks for, as `order_add` takes it; where a cell is no good its field is left out, and the fault told.
 * Null: what is left is no order that could be judged any further.
 */
export function entryOf({ lines }: Group, { sku_id, body }: Offer, peer: BuyerPeer | null, faults: CellFault[]): NewOrder | null {
  const [first] = lines;
  const tell: Tell = (field, message) => {
    faults.push({ at: first.at, field, message });
    return null;
  };
  const cell = (field: ImportField): string | null => valueOf(first, field, faults);
  const { plan, of } = planOf(lines, body, faults);
  const applicants = lines.map((line, i) => {
    const own: Record<string, string | null> = Object.fromEntries(PERSON_FIELDS.map((f) => [f, valueOf(line, f, faults)]));
    return { ...withIdCard(own), ...homeOfLine(line, faults), ...(plan !== null && { protection: of[i] ?? false }) };
  });
  const travel_date = cell("travel_date");
  if (body.need_effect_date && travel_date === null) tell("travel_date", "该商品按出行日期生效，请填写出行日期");
  const return_mode = cell("return_mode") ?? returnModeOf(body);
  const raw = {
    sku_id,
    customer_kind: peer === null ? "direct" : peer.business_kind === "corporate" ? "corporate" : "peer",
    ...(peer && { peer_id: peer.id }),
    travel_date,
    // The sheet has no column of its own for it.
    ...(body.need_effect_date && { effect_date: travel_date }),
    urgent_tier_code: tierOf(cell("urgent"), body, tell),
    refuse_no_worry_product_id: plan,
    applicants,
    contact_name: cell("contact_name") ?? "",
    contact_mobile: cell("contact_mobile") ?? "",
    partner_order_no: cell("partner_order_no"),
    return_mode,
    ...returnTo(first, return_mode, tell),
    customer_note: noteOf(lines),
    quote_hash: UNPRICED,
  };
  const said = judged(newOrder, raw);
  if (said.success) return said.data;
  const issues = issuesOf(newOrder, said.error.issues);
  faults.push(...issues.flatMap((i) => cellOf(i, lines)));
  return judged(newOrder, without(raw, issues)).data ?? null;
}

const newOrder = orderApi.order_add.input.omit({ idempotency_key: true });
const UNPRICED = "-";
/** Whoever orders is nobody until he is named: the rest of the group is judged all the same. */
const STAND_INS: Readonly<Record<string, string>> = {
  contact_name: "某人",
  contact_mobile: "10000000000",
  return_name: "某人",
  return_mobile: "10000000000",
};
function without(raw: Raw, issues: readonly Issue[]): Raw {
  const left: Raw = { ...raw, applicants: raw.applicants.map((p) => ({ ...p })) };
  for (const { path } of issues) {
    const [head = "", index = "", name = ""] = path.split(".");
    if (head === "applicants") delete left.applicants[Number(index)]?.[name];
    else if (head in STAND_INS) left[head] = STAND_INS[head];
    else delete left[head];
  }
  return left;
}

/** Fields of the entry that stand in a column of another name. */
const COLUMNS: Readonly<Record<string, ImportField>> = {
  sku_id: "sku_no",
  peer_id: "peer_no",
  customer_kind: "peer_no",
  urgent_tier_code: "urgent",
  refuse_no_worry_product_id: "protection",
  effect_date: "travel_date",
  customer_note: "note",
  return_name: "contact_name",
  return_mobile: "contact_mobile",
  return_address: "detail",
  contact_name: "contact_name",
  contact_mobile: "contact_mobile",
  travel_date: "travel_date",
  partner_order_no: "partner_order_no",
  return_mode: "return_mode",
  applicants: "group_no",
};
const PERSONAL: Readonly<Record<string, ImportField>> = Object.fromEntries(
  [...PERSON_FIELDS, "household_province" as const, "household_city" as const, "protection" as const].map((f) => [f, f]),
);
/** Where in the sheet a fault of the entry stands. What a blank cell lacks is told of the cell already. */
export function cellOf({ path, message }: Issue, lines: Group["lines"]): CellFault[] {
  const [head = "", index = "", name = ""] = path.split(".");
  const line = head === "applicants" && index !== "" ? lines[Number(index)] : lines[0];
  const field = head === "applicants" && name !== "" ? PERSONAL[name] : COLUMNS[head];
  const isAsked = /^请(输入|填写|选择)/.test(message);
  const isTold = isAsked && (head.startsWith("return_") || (line && field && line.cells[field] === ""));
  return isTold ? [] : [{ at: (line ?? lines[0]).at, field: field ?? "group_no", message }];
}
