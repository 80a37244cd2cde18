/** 日志 of a record, for whoever may have it open: what was done to it. Who looked at it stays with the operation log. */
import { may } from "@visadesk/contract/permissions.ts";
import { recordLogApi } from "@visadesk/contract/record-log.ts";
import { records, type RecordNoun } from "@visadesk/contract/record-nouns.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { seesRecord, type Opened } from "#kit/call/opened.ts";
import { refuseUnless } from "#kit/http/refuse.ts";
import { keysOf } from "#kit/files/objects.ts";
import { serveEach } from "#kit/call/serve.ts";
import { saidRows } from "./log-values.ts";
import { actLabel, reasoned, type SubjectDoors } from "./operation-log.ts";
import { recordLogs } from "./operation-log.sql.ts";

const LOG_PAGE = 30;
type Page = Output<(typeof recordLogApi)["sku_log_query"]>;
type Doors = Pick<SubjectDoors, "reasonsOf">;
interface Asked {
  id: number | string;
  before_id?: number | undefined;
}

/** What something costs us is told to those who may see it. */
const COST = /(^|_)(cost|margin)|^settle_price$/;
const isCost = (c: FieldChange): boolean => COST.test(c.field) || /成本|毛利/.test(c.label);

async function logOf(doors: Doors, ctx: Ctx, noun: RecordNoun, opened: Opened, { id, before_id }: Asked): Promise<Page> {
  refuseUnless(await seesRecord(ctx, opened, id), "not_found", `${records[noun].label}不存在或无权查看`);
  const found = await recordLogs(ctx.db, noun, String(id), before_id, LOG_PAGE + 1);
  const page = found.slice(0, LOG_PAGE).map((l) => ({ ...l, noun, noun_id: String(id) }));
  const list = await saidRows(ctx.db, await reasoned(doors, ctx.db, page));
  const seesCost = ctx.has(may.cost_view);
  return {
    list: list.map(({ id: row, at, actor_kind, actor_name, reason, endpoint, changes }) => ({
      id: row,
      at,
      actor_kind,
      actor_name,
      reason,
      label: actLabel(endpoint),
      changes: seesCost ? changes : changes.filter((c) => !isCost(c)),
    })),
    has_more: found.length > LOG_PAGE,
  };
}

export const recordLogServer = (opened: Readonly<Record<RecordNoun, Opened>>, doors: Doors) =>
  serveEach(keysOf(records), "log_query", recordLogApi, (noun) => (input: Asked, ctx) => logOf(doors, ctx, noun, opened[noun], input));
