/** 流水导入: a file of a bank, card or channel: columns named once per account, tried, then written in the background. */
import { api, done, list, move, pick, read, write } from "../../kit/endpoint.ts";
import { anyOf, choice, id, int, money, text, time, version, z } from "../../kit/field.ts";
import { stateLabels } from "../../kit/flow.ts";
import { may } from "../../permissions.ts";
import { statementImportFlow } from "./statement-import.flow.ts";
import { DATE_FORMATS, DIRECTIONS, STATEMENT_FIELDS, STATEMENT_ROWS } from "./statement.words.ts";

const code = may.corporate_remittance;
const account = id("账户", "company_account");
/** Which column of the file is what, in the order of a row's cells. */
export const statementMap = z
  .strictObject({
    columns: z
      .array(z.strictObject({ field: choice("列", STATEMENT_FIELDS), header: text("列名", { max: 60 }) }))
      .max(Object.keys(STATEMENT_FIELDS).length, { error: "同一列只能选择一次" })
      .meta({ label: "列对应关系", kind: "list" }),
    date_format: choice("日期格式", DATE_FORMATS),
  })
  .meta({ label: "列对应关系", kind: "object" });
export type StatementMap = z.output<typeof statementMap>;

const cells = z
  .array(z.array(text("单元格", { min: 0, max: 300 })).max(Object.keys(STATEMENT_FIELDS).length), { error: "请选择文件" })
  .min(1, { error: "文件没有数据行" })
  .max(STATEMENT_ROWS, { error: `一次最多导入${STATEMENT_ROWS}行，请按日期分开导出` })
  .meta({ label: "流水", kind: "list" });
const gap = z.object({
  /** Row of the file whose balance does not follow from the one before. */
  row: int("行"),
  expected: money("应为余额", { signed: true }),
  found: money("流水余额", { signed: true }),
});
export const statementTrial = z.object({
  new_count: int("新增"),
  repeat_count: int("重复"),
  fault_count: int("错误"),
  faults: z.array(z.object({ row: int("行"), msg: text("原因") })),
  gaps: z.array(gap),
  from_at: z.nullable(time("最早")),
  to_at: z.nullable(time("最晚")),
  /** The first rows as they were understood. */
  rows: z.array(
    z.object({
      row: int("行"),
      at: time("时间"),
      direction: choice("收/支", DIRECTIONS),
      amount: money("金额"),
      counterparty_name: text("对方户名", { min: 0 }),
      summary: text("摘要", { min: 0 }),
    }),
  ),
});
export const statementImport = z.object({
  id: id("编号", "statement_import"),
  company_account_id: account,
  account_name: text("账户"),
  file_name: text("文件", { min: 0, max: 120 }),
  import_status: choice("状态", stateLabels(statementImportFlow)),
  row_count: int("行数"),
  done_count: int("已处理"),
  new_count: int("新增"),
  repeat_count: int("重复"),
  linked_count: int("自动关联"),
  from_at: z.nullable(time("最早")),
  to_at: z.nullable(time("最晚")),
  gaps: z.array(gap).meta({ label: "流水不连续", kind: "list" }),
  finished_at: z.nullable(time("完成时间")),
  created_by_name: z.nullable(text("导入人")),
  created_at: time("导入时间"),
  version: version(),
});
const f = statementImport.shape;
const file = { company_account_id: account, map: statementMap, rows: cells };

export const statementImportApi = api({
  /** What the account's files looked like last time. */
  statement_map_get: read("流水列映射", code, { company_account_id: account }, z.object({ map: z.nullable(statementMap) })),
  statement_import_check: read("流水试导入", code, file, statementTrial),
  statement_import: write(
    "导入流水",
    code,
    { ...file, file_name: f.file_name, /** As the trial said. */ new_count: f.new_count, fault_count: int("错误") },
    statementImport,
    { key: true },
  ),
  statement_import_query: list("流水导入记录", code, {
    filter: { company_account_id: z.optional(anyOf(account)), import_status: z.optional(anyOf(f.import_status)) },
    row: statementImport,
    sorts: ["created_at"],
    exports: [
      "account_name",
      "file_name",
      "import_status",
      "row_count",
      "new_count",
      "repeat_count",
      "linked_count",
      "from_at",
      "to_at",
      "created_by_name",
      "created_at",
      "finished_at",
    ],
  }),
  statement_import_get: read("流水导入详情", code, pick(statementImport, "id"), statementImport),
  statement_import_cancel: write("停止导入", code, pick(statementImport, "id"), done),
  statement_import_undo: move(statementImportFlow, "undo", pick(statementImport, "id", "version"), done),
});
