import { api, list, read } from "../kit/endpoint.ts";
import { anyOf, choice, id, int, range, text, time, z } from "../kit/field.ts";
import { may } from "../permissions.ts";

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
} as const;
export const LOG_RESULTS = { ok: "成功", refused: "被拒", fault: "故障" } as const;

export const operationLog = z.object({
  id: id("编号"),
  at: time("时间"),
  request_id: text("请求号"),
  actor_kind: choice("操作人类型", { worker: "员工", peer: "同行", partner: "合作方", system: "系统", host: "主机命令" }),
  actor_name: text("操作人", { min: 0 }),
  kind: choice("类别", LOG_KINDS),
  endpoint: text("动作"),
  label: text("动作名称", { min: 0 }),
  area: text("模块"),
  noun: z.nullable(text("对象")),
  noun_id: z.nullable(text("对象编号")),
  noun_no: z.nullable(text("编号")),
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.unknown(), after: z.unknown() })),
  reason: z.nullable(text("原因")),
  result: choice("结果", LOG_RESULTS),
  ip: z.nullable(text("IP")),
  ms: int("耗时"),
  seq: z.nullable(z.int()),
});
const f = operationLog.shape;

export const operationLogApi = api({
  operation_log_query: list("操作日志", may.operation_log, {
    filter: {
      at: z.optional(range("时间")),
      kind: z.optional(anyOf(f.kind)),
      actor_id: z.optional(id("员工", "worker")),
      noun: z.optional(text("对象", { max: 40 })),
      noun_id: z.optional(text("对象编号", { max: 40 })),
      result: z.optional(anyOf(f.result)),
      request_id: z.optional(text("请求号", { max: 60 })),
      ip: z.optional(text("IP", { max: 60 })),
    },
    row: operationLog,
    sorts: ["at"],
    exports: ["at", "actor_name", "kind", "label", "area", "noun", "noun_no", "reason", "result", "ip", "request_id"],
  }),
  operation_log_verify: read(
    "校验日志链",
    may.operation_log,
    {},
    z.object({ checked: z.int(), broken_seq: z.nullable(z.int()), sealed_to: z.nullable(time("已封至")) }),
  ),
});
