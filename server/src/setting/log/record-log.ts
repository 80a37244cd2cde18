/** 日志 of a record, for whoever may have it open: what was done to it. Who looked at it stays with the operation log. */
import { recordLogApi } from "@visadesk/contract/record-log.ts";
import { records, type RecordNoun } from "@visadesk/contract/record-nouns.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { seesRecord, type Opened } from "#kit/call/opened.ts";
import { refuseUnless } from "#kit/http/refuse.ts";
import { keysOf } from "#kit/files/objects.ts";
import { serveEach } from "#kit/call/serve.ts";
import { saidRows } from "./log-values.ts";
import { actLabel, costless, reasoned, type SubjectDoors } from "./operation-log.ts";
import { recordLogs } from "./operation-log.sql.ts";

const LOG_PAGE = 30;
type Page = Output<(typeof recordLogApi)["sku_log_query"]>;
type Doors = Pick<SubjectDoors, "reasonsOf">;
interface Asked {
  id: number | string;
  before_id?: number | undefined;
}

async function logOf(doors: Doors, ctx: Ctx, noun: RecordNoun, opened: Opened, { id, before_id }: Asked): Promise<Page> {
  refuseUnless(await seesRecord(ctx, opened, id), "not_found", `${records[noun].label}不存在或无权查看`);
  const found = await recordLogs(ctx.db, noun, String(id), before_id, LOG_PAGE + 1);
  const page = found.slice(0, LOG_PAGE).map((l) => ({ ...l, noun, noun_id: String(id) }));
  const list = costless(ctx, await saidRows(ctx.db, await reasoned(doors, ctx.db, page)));
  return {
    list: list.map(({ id: row, at, actor_kind, actor_name, reason, endpoint, changes }) => ({
      id: row,
      at,
      actor_kind,
      actor_name,
      reason,
      label: actLabel(endpoint),
      changes,
    })),
    has_more: found.length > LOG_PAGE,
  };
}

export const recordLogServer = (opened: Readonly<Record<RecordNoun, Opened>>, doors: Doors) =>
  serveEach(keysOf(records), "log_query", recordLogApi, (noun) => (input: Asked, ctx) => logOf(doors, ctx, noun, opened[noun], input));
