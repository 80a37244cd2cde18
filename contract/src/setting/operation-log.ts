import { api, list, read } from "../kit/endpoint.ts";
import type { Area } from "../permissions.ts";
import { anyOf, bool, choice, id, int, range, text, time, z } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { LOG_NOUNS } from "./log-words.ts";

export const LOG_KINDS = {
  write: "写入",
  move: "状态",
  login: "登录",
  login_fail: "登录失败",
  logout: "退出",
  reveal: "查看明文",
  file: "查看私密文件",
  print: "打印",
  export: "导出",
  download: "下载",
  chat: "查看会话",
  denied: "越权被拒",
  config: "参数",
  grant: "授权",
  audit: "查阅日志",
} as const;
/** Reads of personal data: what 谁看过此人 is made of. */
export const SEEN_KINDS = ["reveal", "file", "print", "export", "download", "chat"] as const satisfies readonly (keyof typeof LOG_KINDS)[];
export const LOG_AREAS = {
  account: "账户",
  workbench: "工作台",
  order: "订单",
  product: "商品",
  supplier: "供应商",
  peer: "同行",
  activity: "运营活动",
  chat: "对话签证",
  content: "内容",
  finance: "财务",
  "base-data": "基础资料",
  setting: "系统设置",
  open: "开放接口",
} as const satisfies Readonly<Record<Area, string>>;
export const LOG_RESULTS = { ok: "成功", refused: "被拒", fault: "故障" } as const;

export const operationLog = z.object({
  id: id("编号"),
  at: time("时间"),
  /** Blank with address and device where nobody called: jobs and commands of the host. */
  request_id: text("请求号", { min: 0 }),
  actor_kind: choice("操作人类型", { worker: "员工", peer: "同行", partner: "合作方", system: "系统", host: "主机命令" }),
  actor_name: text("操作人", { min: 0 }),
  kind: choice("类别", LOG_KINDS),
  endpoint: text("动作"),
  label: text("动作名称", { min: 0 }),
  area: choice("模块", LOG_AREAS),
  noun: z.nullable(text("对象").meta({ label: "对象", kind: "text", options: LOG_NOUNS })),
  noun_id: z.nullable(text("对象编号")),
  noun_no: z.nullable(text("编号")),
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.unknown(), after: z.unknown() })),
  reason: z.nullable(text("原因")),
  result: choice("结果", LOG_RESULTS),
  ip: z.nullable(text("IP", { min: 0 })),
  agent: z.nullable(text("设备", { min: 0, max: 300 })),
  ms: int("耗时"),
  seq: z.nullable(int("链号", 1)),
});
const f = operationLog.shape;

const logRow = operationLog.extend({
  change_text: text("变化", { min: 0, max: 100_000 }),
  /** The order of an applicant or a bill: their pages stand below it. */
  order_id: z.nullable(id("订单")),
});

/** One row with its links into the chain and the applicants it speaks of. */
const logDetail = operationLog.extend({
  hash: z.nullable(z.string()),
  subjects: z.array(z.object({ id: id("申请人"), applicant_no: text("申请人编号"), order_id: id("订单") })),
  subject_count: int("涉及申请人数"),
});
const seq = (label: string) => z.optional(int(label, 1));

export const operationLogApi = api({
  operation_log_query: list("操作日志", may.operation_log, {
    filter: {
      at: z.optional(range("时间")),
      actor_id: z.optional(id("员工", "worker")),
      kind: z.optional(anyOf(f.kind)),
      area: z.optional(anyOf(f.area)),
      no: z.optional(text("对象编号", { max: 40 })),
      ip: z.optional(text("IP", { max: 60 })),
      request_id: z.optional(text("请求号", { max: 60 })),
      result: z.optional(anyOf(f.result)),
      noun: z.optional(text("对象", { max: 40 })),
      noun_id: z.optional(text("对象标识", { max: 40 })),
    },
    row: logRow,
    sorts: ["at"],
    exports: [
      "at",
      "actor_name",
      "kind",
      "label",
      "area",
      "noun",
      "noun_no",
      "change_text",
      "reason",
      "result",
      "ip",
      "agent",
      "request_id",
      "seq",
    ],
    export_alone_max: 5_000,
  }),
  operation_log_get: read("操作日志详情", may.operation_log, { id: f.id }, logDetail),
  operation_log_stat_get: read(
    "操作日志概况",
    may.operation_log,
    {},
    z.object({
      seen: int("今日敏感查看"),
      denied: int("今日被拒"),
      login_failed: int("今日登录失败"),
      chained_to: z.nullable(time("已封至")),
      unchained: int("待封条数"),
      /** Rows wait far longer than the sealer needs: it has stopped. */
      is_stopped: bool("封链已停止"),
    }),
  ),
  operation_log_verify: read(
    "校验日志链",
    may.operation_log,
    { from: seq("起始链号"), to: seq("结束链号") },
    z.object({ checked: z.int(), broken_seq: z.nullable(z.int()), chained_to: z.nullable(time("已封至")) }),
  ),
});

const subject = z.object({
  applicant_id: id("申请人"),
  applicant_no: text("申请人编号"),
  order_id: id("订单"),
  name_cn: z.nullable(text("姓名", { personal: "name" })),
  passport_no: z.nullable(text("护照号", { personal: "passport" })),
});
/** 谁看过此人: each look at an applicant's personal data. Asking is logged as well. */
export const logSubjectApi = api({
  operation_log_subject_get: read(
    "谁看过此人",
    may.operation_log,
    {
      word: text("申请人", { min: 4, max: 40, lookup: ["passport"], message: "请输入订单号、申请人编号，或护照号全号、末4位" }),
      applicant_id: z.optional(id("申请人")),
    },
    z.object({
      /** Everybody the word fits; with one of them, or one chosen, the looks at him follow. */
      subjects: z.array(subject),
      applicant_id: z.nullable(id("申请人")),
      list: z.array(operationLog),
      is_capped: bool("未列全"),
    }),
    { log: "audit" },
  ),
});
