/**
 * Rows of orders and applicants as the contract shows them: the list's statement reads what lies in the row, names,
 * people and marks are put beside it here. Joining them cost a page more than its rows (docs/decisions/0022).
 */
import type { order } from "@visadesk/contract/order/order.ts";
import type { applicant } from "@visadesk/contract/order/applicant.ts";
import type { z } from "@visadesk/contract/kit/field.ts";
import type { Ctx } from "#kit/call/context.ts";
import { estimatedYears } from "../../base-data/index.ts";
import type { Wants } from "../list/order-columns.sql.ts";
import { named } from "../../peer/index.ts";
import { countryNames, skuNames, supplierNames, workerNames } from "./names.sql.ts";

type Order = z.output<typeof order>;
type Applicant = Omit<z.output<typeof applicant>, "next_move">;
type Reader = Pick<Ctx, "db" | "now">;

export type OrderNames =
  | "peer_name"
  | "level_id"
  | "sku_name"
  | "district_name"
  | "country_name"
  | "flag_emoji"
  | "expert_name"
  | "cs_owner_name";
export type OrderMarks = "flags" | "due_estimated" | "promise_estimated";
/** What `orderColumns` reads. */
export interface OrderBase extends Omit<Order, OrderNames | OrderMarks | "applicants"> {
  is_urgent: boolean;
  is_protected: boolean;
  diff_pending: boolean;
  originals_lost: boolean;
}
/** What an order's marks say of its people. */
export interface PersonBase {
  id: number;
  name_cn: string | null;
  applicant_status: Order["applicants"][number]["applicant_status"];
  supplement_open: boolean;
  admin_check: boolean;
  on_hold: boolean;
}

/** Year of an instant on China's clock: eight hours before UTC's it begins. Null for none, and for what was not read. */
const yearOf = (at: string | null | undefined): number | null =>
  at ? Number(at.slice(0, 4)) + (at.slice(5, 13) >= "12-31T16" ? 1 : 0) : null;
const yearOfDate = (date: string | null | undefined): number | null => (date ? Number(date.slice(0, 4)) : null);

/** Marks in the contract's order. */
function flagsOf(o: OrderBase, people: readonly PersonBase[], now: string): Order["flags"] {
  const flags: Order["flags"] = [];
  if (o.is_urgent) flags.push("urgent");
  if (o.due_at !== null && o.due_at < now) flags.push("overdue");
  if (people.some((p) => p.supplement_open)) flags.push("supplement_open");
  if (people.some((p) => p.admin_check)) flags.push("admin_check");
  if (people.some((p) => p.on_hold)) flags.push("on_hold");
  if (o.is_protected) flags.push("protected");
  if (o.diff_pending) flags.push("diff_pending");
  if (o.originals_lost) flags.push("originals_lost");
  return flags;
}

/** Puts names and marks beside orders whose people are known, as far as they are wanted. */
export async function withNames<T extends OrderBase>(
  ctx: Reader,
  list: readonly T[],
  peopleOfOrder: (o: T) => readonly PersonBase[],
  wants: Wants,
): Promise<(T & Order)[]> {
  const ids = <K>(wanted: boolean, of: (o: T) => readonly K[]): K[] => (wanted ? list.flatMap(of) : []);
  const [peers, skus, countries, staff, estimated] = await Promise.all([
    named(
      ctx.db,
      ids(wants("peer_name") || wants("level_id"), (o) => [o.peer_id]),
    ),
    skuNames(
      ctx.db,
      ids(wants("sku_name") || wants("district_name"), (o) => [o.sku_id]),
    ),
    countryNames(
      ctx.db,
      ids(wants("country_name") || wants("flag_emoji"), (o) => [o.country_id]),
    ),
    workerNames(ctx.db, [...ids(wants("expert_name"), (o) => [o.expert_id]), ...ids(wants("cs_owner_name"), (o) => [o.cs_owner_id])]),
    estimatedYears(ctx.db, [
      ...ids(wants("due_estimated"), (o) => [yearOf(o.due_at)]),
      ...ids(wants("promise_estimated"), (o) => [yearOfDate(o.promised_date)]),
    ]),
  ]);
  const now = ctx.now.toISOString();
  const [marked, peopled] = [wants("flags"), wants("applicants")];
  return list.map((o) => {
    const people = marked || peopled ? peopleOfOrder(o) : [];
    const country = countries.get(o.country_id);
    const peer = o.peer_id ? peers.get(o.peer_id) : undefined;
    return Object.assign(o, {
      peer_name: peer?.short_name ?? null,
      level_id: peer?.level_id ?? null,
      sku_name: skus.get(o.sku_id)?.name ?? "",
      district_name: skus.get(o.sku_id)?.district_name ?? null,
      country_name: country?.name_zh ?? "",
      flag_emoji: country?.flag_emoji ?? "",
      expert_name: (o.expert_id && staff.get(o.expert_id)) || null,
      cs_owner_name: (o.cs_owner_id && staff.get(o.cs_owner_id)) || null,
      applicants: people.map(({ id, name_cn, applicant_status }) => ({ id, name_cn, applicant_status })),
      flags: marked ? flagsOf(o, people, now) : [],
      due_estimated: estimated.has(yearOf(o.due_at) ?? 0),
      promise_estimated: estimated.has(yearOfDate(o.promised_date) ?? 0),
    });
  });
}

type PersonTuple = [
  id: number,
  name: string | null,
  status: PersonBase["applicant_status"],
  supplement: boolean,
  check: boolean,
  held: boolean,
];
/** What a list reads: the order and its people. */
export type OrderListed = OrderBase & { people: readonly PersonTuple[] };
const personOf = ([id, name_cn, applicant_status, supplement_open, admin_check, on_hold]: PersonTuple): PersonBase => ({
  id,
  name_cn,
  applicant_status,
  supplement_open,
  admin_check,
  on_hold,
});

/** The page's orders with names, people and marks. */
export const ordersShown = (ctx: Reader, list: readonly OrderListed[], wants: Wants): Promise<Order[]> =>
  withNames(ctx, list, (o) => o.people.map(personOf), wants);

export type ApplicantNames =
  | "peer_name"
  | "level_id"
  | "sku_name"
  | "district_name"
  | "country_name"
  | "flag_emoji"
  | "expert_name"
  | "supplier_name"
  | "due_estimated";
/** What `applicantColumns` reads. */
export type ApplicantBase = Omit<Applicant, ApplicantNames> & { sku_id: number; expert_id: number | null; supplier_id: number | null };

export async function applicantsShown<T extends ApplicantBase>(ctx: Pick<Ctx, "db">, list: readonly T[]): Promise<(T & Applicant)[]> {
  if (list.length === 0) return [];
  const [peers, skus, countries, staff, suppliers, estimated] = await Promise.all([
    named(
      ctx.db,
      list.map((a) => a.peer_id),
    ),
    skuNames(
      ctx.db,
      list.map((a) => a.sku_id),
    ),
    countryNames(
      ctx.db,
      list.map((a) => a.country_id),
    ),
    workerNames(
      ctx.db,
      list.map((a) => a.expert_id),
    ),
    supplierNames(
      ctx.db,
      list.map((a) => a.supplier_id),
    ),
    estimatedYears(
      ctx.db,
      list.map((a) => yearOf(a.status_due_at)),
    ),
  ]);
  return list.map((a) => {
    const country = countries.get(a.country_id);
    const peer = a.peer_id ? peers.get(a.peer_id) : undefined;
    return Object.assign(a, {
      peer_name: peer?.short_name ?? null,
      level_id: peer?.level_id ?? null,
      sku_name: skus.get(a.sku_id)?.name ?? "",
      district_name: skus.get(a.sku_id)?.district_name ?? null,
      country_name: country?.name_zh ?? "",
      flag_emoji: country?.flag_emoji ?? "",
      expert_name: (a.expert_id && staff.get(a.expert_id)) || null,
      supplier_name: (a.supplier_id && suppliers.get(a.supplier_id)) || null,
      due_estimated: estimated.has(yearOf(a.status_due_at) ?? 0),
    });
  });
}
