/** 操作日志: reading and verifying; rows are written by the runner. */
import { allApi } from "@visadesk/contract/index.ts";
import { operationLogApi } from "@visadesk/contract/setting/operation-log.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { ListDef } from "#kit/page.ts";
import { pageOf } from "#kit/page.ts";
import { serve } from "#kit/serve.ts";
import { and, q } from "#kit/sql.ts";
import { verifyLog } from "./operation-log.sql.ts";

type LogRow = Output<(typeof operationLogApi)["operation_log_query"]>["list"][number];
type Filter = Parsed<(typeof operationLogApi)["operation_log_query"]>;

const logList = (f: Filter): ListDef => ({
  from: q`operation_logs l`,
  where: and([
    f.at?.from && q`l.at >= ${f.at.from}`,
    f.at?.to && q`l.at < ${f.at.to}`,
    f.kind && q`l.kind = any(${f.kind})`,
    f.actor_id !== undefined && q`l.actor_id = ${f.actor_id}`,
    f.noun && q`l.noun = ${f.noun}`,
    f.noun_id && q`l.noun_id = ${f.noun_id}`,
    f.result && q`l.result = any(${f.result})`,
    f.request_id && q`l.request_id = ${f.request_id}`,
    f.ip && q`l.ip = ${f.ip}`,
  ]),
  id: "l.id",
  select: q`l.id, l.at, l.request_id, l.actor_kind, l.actor_name, l.kind, l.endpoint, l.area, l.noun, l.noun_id, l.noun_no, l.changes, l.reason, l.result, l.ip, l.ms, l.seq`,
  sorts: { at: { by: "l.at", order: "desc", keyset: true, type: "timestamptz" } },
  sort: "at",
});

const endpointLabels: ReadonlyMap<string, string> = new Map(Object.values(allApi).map((e) => [e.name, e.label]));

export const operationLogServer = serve(operationLogApi, {
  operation_log_query: async (input, ctx) => {
    const page = await pageOf<Omit<LogRow, "label">>(ctx.db, input, logList(input));
    return { ...page, list: page.list.map((r) => ({ ...r, label: endpointLabels.get(r.endpoint) ?? "" })) };
  },
  operation_log_verify: (_input, ctx) => verifyLog(ctx.db),
});
