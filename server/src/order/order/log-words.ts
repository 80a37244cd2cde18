/** A timeline's changes as a person reads them. The rows keep what was stored: ids, codes, cents and instants. */
import { applicantDetail, person } from "@visadesk/contract/order/applicant.ts";
import { material } from "@visadesk/contract/order/applicant-material.ts";
import { orderDiff } from "@visadesk/contract/order/order-diff.ts";
import { orderDetail } from "@visadesk/contract/order/order.ts";
import { PAY_METHODS } from "@visadesk/contract/order/words.ts";
import { metaOf, shapeOf, type FieldMeta } from "@visadesk/contract/kit/field.ts";
import { date, money, time } from "@visadesk/contract/kit/format.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { areaName } from "../../base-data/index.ts";
import { namedRows } from "../../setting/index.ts";
import { countryNames } from "../applicant/names.sql.ts";
import { seesSettlePrice } from "../list/scope.ts";

const shapes = [applicantDetail, orderDetail, person, orderDiff, material].map(shapeOf);
const CASH: FieldMeta = { label: "金额", kind: "money" };
/** How a changed field is told; fields of these records have one name each. A payment is told by its method. */
function changedMeta(field: string): FieldMeta | undefined {
  if (Object.hasOwn(PAY_METHODS, field)) return CASH;
  const type = shapes.map((s) => s[field]).find((t) => t !== undefined);
  return type && metaOf(type);
}

const AREAS: ReadonlySet<string> = new Set(["household_province", "household_city"]);
const isCountry = (field: string): boolean => changedMeta(field)?.of === "country";
const isId = (c: FieldChange): boolean => ["id", "ids"].includes(changedMeta(c.field)?.kind ?? "");

type Countries = ReadonlyMap<string, { name_zh: string }>;
function word(field: string, value: unknown, countries: Countries): unknown {
  if (value === null || value === undefined || value === "") return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((v) => word(field, v, countries)).join("、");
  if (typeof value === "string" && value.includes("*")) return value;
  const meta = changedMeta(field);
  if (typeof value === "boolean") return value ? "是" : "否";
  if (meta?.kind === "money") return typeof value === "number" ? money(value) : value;
  if (typeof value !== "string" && typeof value !== "number") return value;
  if (meta?.kind === "choice" || meta?.kind === "choices") return meta.options?.[value] ?? value;
  if (typeof value === "number") return value;
  if (meta?.kind === "time") return time(value);
  if (meta?.kind === "date") return date(value);
  if (AREAS.has(field)) return areaName(value) || value;
  return (isCountry(field) && countries.get(value)?.name_zh) || value;
}

/** Two masks that look alike say nothing of the change between them. */
const apart = (before: unknown, after: unknown): unknown =>
  typeof after === "string" && after === before && after.includes("*") ? `${after}（已改）` : after;

/** Rows of a page with names for ids and words for values; what the reader may not see or nobody can name is left out. */
export async function saidRows<R extends { noun: string | null; changes: readonly FieldChange[] }>(
  ctx: Ctx,
  page: readonly R[],
): Promise<R[]> {
  const named = await namedRows(ctx.db, page);
  const codes = named.flatMap((r) => r.changes.filter((c) => isCountry(c.field)).flatMap((c) => [c.before, c.after]));
  const countries = await countryNames(
    ctx.db,
    codes.filter((v) => typeof v === "string"),
  );
  const told = (c: FieldChange): boolean =>
    c.label !== c.field &&
    (c.field !== "settle_price" || seesSettlePrice(ctx)) &&
    !(isId(c) && [c.before, c.after].some((v) => typeof v === "number"));
  const said = (c: FieldChange): FieldChange => {
    const before = word(c.field, c.before, countries);
    return { ...c, before, after: apart(before, word(c.field, c.after, countries)) };
  };
  return named.map((r) => ({ ...r, changes: r.changes.filter(told).map(said) }));
}
