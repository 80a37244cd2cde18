/** What the one search box finds of suppliers and of parcels: newest last among equals, only what the caller may see, with the field that matched. */
import type { ParcelStage } from "@visadesk/contract/supplier/supplier.words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import { numberForms } from "#kit/db/lookup.ts";
import { and, likeText, or, q, rows } from "#kit/db/sql.ts";
import { searchable } from "#kit/grams.ts";
import { PARCELS, parcelScope, STAGE } from "./supplier-parcel/parcel-state.sql.ts";
import { supplierMatching } from "./supplier/supplier.sql.ts";

type Caller = Pick<Ctx, "db" | "me" | "now" | "has">;
/** One Chinese character, two letters, or four letters and digits: shorter ones find everything. */
const isWord = (word: string): boolean => /\p{Script=Han}/u.test(word) || /^[a-z]{2,}$/.test(word) || /^[a-z0-9]{4,}$/.test(word);

interface Supplier {
  id: number;
  supplier_no: string;
  short_name: string;
  name: string;
  credit_code: string | null;
  former_names: string[];
  supplier_status: string;
}
export interface FoundSupplier extends Supplier {
  matched: string;
}
function matchedBy(s: Supplier, word: string): string {
  const holds = (text: string | null): boolean => text !== null && searchable(text).includes(word);
  if (holds(s.supplier_no)) return "编号";
  if (holds(s.short_name) || holds(s.name)) return "名称";
  if (s.former_names.some(holds)) return "曾用名";
  if (holds(s.credit_code)) return "信用代码";
  if (/^\d{4}$/.test(word)) return "联系人手机尾号";
  return numberForms(word).includes("mobile") ? "联系人手机" : "拼音";
}
export async function findSuppliers(ctx: Caller, word: string, limit: number): Promise<FoundSupplier[]> {
  if (!ctx.has(may.supplier) || !isWord(word)) return [];
  const list = await rows<Supplier>(
    ctx.db,
    q`select s.id, s.supplier_no, s.short_name, s.name, s.credit_code, s.former_names, s.supplier_status from suppliers s
      where ${supplierMatching({ keyword: word }, ctx)} order by s.supplier_status = 'ended', s.id limit ${limit}`,
  );
  return list.map((s) => ({ ...s, matched: matchedBy(s, word) }));
}

const WAYBILL_MIN = 8;
export interface FoundParcel {
  id: number;
  parcel_no: string;
  waybill_no: string | null;
  supplier_name: string;
  stage: ParcelStage;
  by_waybill: boolean;
}
/** By number, whole, its beginning or its end, and by the beginning of a waybill. */
export async function findParcels(ctx: Caller, word: string, limit: number): Promise<FoundParcel[]> {
  const no = word.toUpperCase();
  if (!ctx.has(may.supplier_logistics) || !/^[A-Z0-9]{4,}$/.test(no)) return [];
  const head = `${likeText(no)}%`;
  const waybill = no.length < WAYBILL_MIN ? q`false` : q`upper(e.waybill_no) like ${head}`;
  return rows<FoundParcel>(
    ctx.db,
    q`select t.id, t.parcel_no, e.waybill_no, s.short_name as supplier_name, ${STAGE} as stage, coalesce(${waybill}, false) as by_waybill
      from ${PARCELS} join suppliers s on s.id = t.supplier_id
      where ${and([or([q`t.parcel_no like ${head}`, /^\d+$/.test(no) ? q`t.parcel_no like ${`%${no}`}` : q`false`, waybill]), parcelScope(ctx)])}
      order by t.id desc limit ${limit}`,
  );
}
