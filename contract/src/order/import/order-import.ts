/** 导入订单: a sheet with a row per person, groups of which become orders; tried first, then made in the background. */
import { api, read, write } from "../../kit/endpoint.ts";
import { bool, choice, id, int, money, text, time, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { IMPORT_COLUMNS, IMPORT_ROWS, type ImportField } from "./order-import.words.ts";

/** A cell as it was typed; what is wrong with it is told with the row, together with the row's other faults. */
const cell = (field: ImportField) => z.string().max(1000).default("").meta({ label: IMPORT_COLUMNS[field].label, kind: "text" });
const cells = {
  group_no: cell("group_no"),
  partner_order_no: cell("partner_order_no"),
  peer_no: cell("peer_no"),
  contact_name: cell("contact_name"),
  contact_mobile: cell("contact_mobile"),
  sku_no: cell("sku_no"),
  travel_date: cell("travel_date"),
  urgent: cell("urgent"),
  protection: cell("protection"),
  return_mode: cell("return_mode"),
  province: cell("province"),
  city: cell("city"),
  county: cell("county"),
  detail: cell("detail"),
  name_cn: cell("name_cn"),
  surname_en: cell("surname_en"),
  given_name_en: cell("given_name_en"),
  gender: cell("gender"),
  birth_date: cell("birth_date"),
  id_card_no: cell("id_card_no"),
  passport_no: cell("passport_no"),
  passport_issue_date: cell("passport_issue_date"),
  passport_expiry_date: cell("passport_expiry_date"),
  passport_issue_place: cell("passport_issue_place"),
  mobile: cell("mobile"),
  identity: cell("identity"),
  household_province: cell("household_province"),
  household_city: cell("household_city"),
  note: cell("note"),
} satisfies Record<ImportField, ReturnType<typeof cell>>;
const importRow = z.strictObject(cells);
export type ImportRow = z.output<typeof importRow>;

const sheet = {
  rows: z
    .array(importRow, { error: "请选择导入文件" })
    .min(1, { error: "表格没有数据" })
    .max(IMPORT_ROWS, { error: `一次最多导入${IMPORT_ROWS}行，请分成几份` })
    .meta({ label: "导入表", kind: "list" }),
};
/** Never with what stands in the cell: that is in the hands of whoever sent it. */
export const importFault = z.object({
  /** Line of the sheet, its head being the first. */
  row: int("行"),
  column: text("列"),
  message: text("原因"),
});
export const importTrial = z.object({
  group_count: int("组数"),
  person_count: int("人数"),
  fault_rows: int("错误行"),
  amount_payable: money("应付合计"),
  faults: z.array(importFault),
  /** Nothing that stops the import, but something to be confirmed first. */
  doubts: z.array(importFault),
  /** What was tried, for the import to rest on. */
  seen: text("预检", { max: 64 }),
});
export const IMPORT_STATES = { running: "导入中", done: "已完成", failed: "已中断" } as const;
export const orderImport = z.object({
  id: id("编号"),
  import_status: choice("状态", IMPORT_STATES),
  group_count: int("组数"),
  done_count: int("已处理"),
  /** Group by group, as far as it is. */
  results: z.array(
    z.object({
      /** The lines of the group. */
      lines: z.array(int("行")),
      order_id: z.nullable(id("订单")),
      order_no: z.nullable(text("订单号")),
      faults: z.array(importFault),
    }),
  ),
  created_at: time("导入时间"),
});

export const orderImportApi = api({
  order_import_check: read("预检导入订单", may.order_entry, sheet, importTrial),
  order_import: write(
    "导入订单",
    may.order_entry,
    { ...sheet, /** As the trial answered it. */ seen: text("预检", { max: 64 }), confirm_duplicate: z.optional(bool("确认重复下单")) },
    orderImport,
    { key: true },
  ),
  /** How far an import of one's own is; without an id the one that runs now, null where none does. */
  order_import_get: read("导入订单进度", may.order_entry, { id: z.optional(id("编号")) }, z.object({ found: z.nullable(orderImport) })),
});
