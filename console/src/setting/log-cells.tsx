/** Cells of the operation log and what one row unfolds to. */
import { StateTag } from "#kit/flow-tag.tsx";
import { HrefLink } from "#kit/href-link.tsx";
import { hrefOf } from "#kit/screens.ts";
import { session } from "#kit/session.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Tone } from "@visadesk/contract/kit/flow.ts";
import { permissionLabel } from "@visadesk/contract/permissions.ts";
import { LOG_RESULTS, type operationLogApi } from "@visadesk/contract/setting/operation-log.ts";

export type LogRow = Output<typeof operationLogApi.operation_log_query>["list"][number];

const ACTORS: Readonly<Record<LogRow["actor_kind"], string>> = {
  worker: "",
  peer: "同行",
  partner: "合作方",
  system: "系统",
  host: "主机命令",
};
const TONES: Readonly<Record<LogRow["result"], Tone>> = { ok: "green", refused: "orange", fault: "red" };
/** What a record is called where it has no number of its own. */
const NOUNS: Readonly<Record<string, string>> = {
  session: "会话",
  worker: "员工",
  role: "角色",
  team: "团队",
  region_owner: "区域负责人",
  order: "订单",
  order_diff: "补差价",
  applicant: "申请人",
  applicant_material: "资料",
  custody: "原件",
  express: "快递",
  submission_batch: "送签批次",
  saved_view: "视图",
  export_task: "导出",
  file: "文件",
  spu: "SPU",
  sku: "商品",
  elec: "电子资料",
  mail: "邮寄资料",
  bring: "赴馆携带资料",
  photo: "签证照片",
  application: "申请表",
  appointment: "最近可约日期",
  country: "国家/地区",
  embassy: "使领馆与签证中心",
  refund_policy: "退款政策",
};
const PAGES: Readonly<Record<string, readonly [screen: string, param: string, by?: "noun_no"]>> = {
  spu: ["product-spu-detail", "visa_product_unit_code", "noun_no"],
  worker: ["worker-edit", "id"],
  role: ["role-edit", "id"],
  sku: ["product-detail", "id"],
  order: ["admin-order-detail", "orderId"],
};

export const Actor = ({ row }: { row: LogRow }) => (
  <span className="vd-ellipsis" title={row.actor_name}>
    {row.actor_name || ACTORS[row.actor_kind] || "—"}
  </span>
);
export const ResultTag = ({ result }: { result: LogRow["result"] }) => <StateTag tone={TONES[result]}>{LOG_RESULTS[result]}</StateTag>;

export function LogObject({ row }: { row: LogRow }) {
  const codes = session.use((s) => s.codes);
  const noun = row.noun && (NOUNS[row.noun] ?? row.noun);
  const text = row.noun_no ?? (row.noun_id ? `${noun ?? ""} ${row.noun_id}` : noun);
  if (!text) return <span className="vd-blank">—</span>;
  const [screen, param, by = "noun_id"] = PAGES[row.noun ?? ""] ?? [];
  const value = row[by];
  const href = screen && param && value ? hrefOf(screen, { [param]: value }, codes) : undefined;
  return href ? (
    <HrefLink href={href}>{text}</HrefLink>
  ) : (
    <span className="vd-ellipsis" title={text}>
      {text}
    </span>
  );
}

const codesText = (codes: readonly unknown[]): string =>
  codes.map((c) => (typeof c === "number" ? permissionLabel(c) : String(c))).join("、");
/** Stored values as a person reads them. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "空";
  if (Array.isArray(value)) return value.length === 0 ? "空" : codesText(value);
  if (typeof value === "boolean") return value ? "是" : "否";
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}

const SHOWN = 2;
export function Changes({ row }: { row: LogRow }) {
  const parts = row.changes.slice(0, SHOWN).map((c) => `${c.label}：${valueText(c.before)} → ${valueText(c.after)}`);
  const more = row.changes.length - SHOWN;
  const text = parts.join("；") + (more > 0 ? ` 等${row.changes.length}项` : "");
  return text || row.reason ? (
    <span className="vd-ellipsis" title={text || (row.reason ?? "")}>
      {text || row.reason}
    </span>
  ) : (
    <span className="vd-blank">—</span>
  );
}

const BROWSERS = [
  ["Edg/", "Edge"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["Windows", "Windows"],
  ["iPhone", "iPhone"],
  ["Android", "Android"],
  ["Mac OS", "macOS"],
  ["Linux", "Linux"],
] as const;
const wordOf = (agent: string, words: readonly (readonly [string, string])[]): string =>
  words.find(([mark]) => agent.includes(mark))?.[1] ?? "";

/** Address above, browser and system below; the whole text on hover. */
export function Where({ row }: { row: LogRow }) {
  const agent = row.agent ?? "";
  const device = [wordOf(agent, BROWSERS), wordOf(agent, SYSTEMS)].filter(Boolean).join(" · ");
  return (
    <span className="vd-log-where" title={agent}>
      <span className="vd-num">{row.ip || "—"}</span>
      {device && <small className="vd-muted">{device}</small>}
    </span>
  );
}
