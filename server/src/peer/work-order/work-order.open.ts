/** A work order begins: under the configuration that holds for its peer, with its limits and whoever handles it. */
import { answersFault, chooseConfig, limitFor } from "@visadesk/contract/peer/work-order/work-order.rules.ts";
import { WORK_ORDER_SOURCES, type ConfigScope } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import type { LevelCode } from "@visadesk/contract/peer/level/level.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { nextNumber } from "#kit/db/numbers.ts";
import { and, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { calendarOf } from "../../base-data/index.ts";
import type { OrderDoor, WorkOrderAsk } from "../doors.ts";
import { handlerFor, handsOf, type HandlerRule } from "./work-order-handler.ts";
import { keepOpen } from "../peer/keep-open.ts";
import { NO_PEER, peerScope } from "../peer/peer-scope.sql.ts";
import type { WorkOrderDetail } from "./work-order.sql.ts";
import { insertMessage, tellWorker, type Said } from "./work-order-told.ts";

export interface LiveConfig extends HandlerRule {
  id: number;
  code: string;
  config_status: "live";
  scope: ConfigScope;
  scope_ids: string[];
  category: WorkOrderDetail["category"];
  name: string;
  fields: WorkOrderDetail["fields"];
  need_order: boolean;
  reply_minutes: number;
  resolve_minutes: number;
}
export const liveConfigs = (db: Ctx["db"], code?: string): Promise<LiveConfig[]> =>
  rows(
    db,
    q`
    select id, code, config_status, scope, scope_ids, category, name, fields, need_order, reply_minutes, resolve_minutes, handler, team_id
    from work_order_configs where ${and([q`config_status = 'live'`, code !== undefined && q`code = ${code}`])} order by id`,
  );

export interface PeerFacts {
  id: number;
  peer_id: number;
  peer_status: "active" | "closed";
  level_id: LevelCode;
  service_group_id: number | null;
  bd_owner_id: number | null;
  cs_owner_id: number | null;
  sla_percent: number;
}
/** `seen`: what the caller may see of peers; null: whoever asks may. */
export const peerFacts = async (db: Ctx["db"], id: number, seen: Sql | null): Promise<PeerFacts> =>
  found(
    await row<PeerFacts>(
      db,
      q`
      select pr.id, pr.id as peer_id, pr.peer_status, pr.level_id, pr.service_group_id, pr.bd_owner_id, pr.cs_owner_id, l.sla_percent
      from peers pr join peer_levels l on l.code = pr.level_id where ${and([q`pr.id = ${id}`, seen])}`,
    ),
    NO_PEER,
  );

/** What is answered with a number names an order, or a person of the work order's own order, of this peer. */
async function checkNamed(ctx: Ctx, door: OrderDoor, config: LiveConfig, ask: WorkOrderAsk): Promise<void> {
  const { peer_id, order_id, applicant_id } = ask;
  const isOf = async (order: number, applicant: number | null, path: string, message: string): Promise<void> => {
    if (!(await door.isOfPeer(ctx.db, { peer_id, order_id: order, applicant_id: applicant }))) throw badInput({ path, message });
  };
  if (config.need_order && order_id === null) throw badInput({ path: "order_id", message: "请选择订单" });
  if (applicant_id !== null && order_id === null) throw badInput({ path: "order_id", message: "请选择申请人所在的订单" });
  if (order_id !== null) await isOf(order_id, null, "order_id", "该同行没有这张订单");
  if (order_id !== null && applicant_id !== null) await isOf(order_id, applicant_id, "applicant_id", "订单中没有该申请人");
  for (const f of config.fields) {
    const v = ask.answers[f.key];
    if (typeof v !== "number" || (f.kind !== "order" && f.kind !== "applicant")) continue;
    const path = `answers.${f.key}`;
    if (f.kind === "order") await isOf(v, null, path, `该同行没有${f.label}所选的订单`);
    else if (order_id === null) throw badInput({ path: "order_id", message: "请选择申请人所在的订单" });
    else await isOf(order_id, v, path, `订单中没有${f.label}所选的申请人`);
  }
}

/** The configuration of a code that holds for the peer. */
export const configFor = async (db: Ctx["db"], code: string, peer: PeerFacts): Promise<LiveConfig> =>
  found(chooseConfig(await liveConfigs(db, code), code, peer), "该类工单没有已发布的配置");

async function insertWorkOrder(ctx: Ctx, config: LiveConfig, peer: PeerFacts, ask: WorkOrderAsk) {
  const calendar = await calendarOf(ctx.db);
  const work_order_no = await nextNumber(ctx.db, "GD", ctx.now);
  const [reply, resolve] = [limitFor(config.reply_minutes, peer.sla_percent), limitFor(config.resolve_minutes, peer.sla_percent)];
  const hands = await handsOf(ctx.db, config.team_id);
  const handler_id = await handlerFor(ctx.db, config, { ...peer, order_id: ask.order_id }, hands);
  const made = await ctx.db
    .insertInto("work_orders")
    .values({
      work_order_no,
      config_id: config.id,
      peer_id: ask.peer_id,
      account_id: ask.account_id,
      order_id: ask.order_id,
      applicant_id: ask.applicant_id,
      source: ask.source,
      title: ask.title,
      answers: JSON.stringify(ask.answers),
      handler_id,
      team_id: config.team_id,
      reply_minutes: reply,
      resolve_minutes: resolve,
      due_reply_at: calendar.addWorkingMinutes(ctx.now, reply),
      due_at: calendar.addWorkingMinutes(ctx.now, resolve),
      created_by: ask.source === "staff" ? (ctx.principal?.worker_id ?? null) : null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id: made.id, work_order_no, title: ask.title, handler_id };
}

/** Opens one and answers its id; `first` begins its thread. */
export async function openWorkOrder(ctx: Ctx, door: OrderDoor, config: LiveConfig, peer: PeerFacts, ask: WorkOrderAsk, first?: Said) {
  refuseUnless(peer.peer_status === "active", "guard_failed", "该同行已停用，不能提交工单");
  const fault = answersFault(config.fields, ask.answers);
  if (fault) throw badInput({ path: `answers.${fault.key}`, message: fault.text });
  await checkNamed(ctx, door, config, ask);
  const made = await insertWorkOrder(ctx, config, peer, ask);
  if (first) {
    await insertMessage(ctx, made.id, first);
    await ctx.db
      .updateTable("work_orders")
      .set({ last_message_at: ctx.now, last_message_kind: first.kind })
      .where("id", "=", made.id)
      .execute();
  }
  await tellWorker(ctx, made.handler_id, made, "您有一张新工单");
  ctx.note({
    noun: "work_order",
    noun_id: made.id,
    noun_no: made.work_order_no,
    ...(ask.applicant_id !== null && { subject_ids: [ask.applicant_id] }),
    changes: [
      { field: "config_name", label: "配置", before: null, after: config.name },
      { field: "source", label: "来源", before: null, after: WORK_ORDER_SOURCES[ask.source] },
    ],
  });
  return made.id;
}

/** Of other areas: by the code of a configuration, for whichever peer. */
export async function workOrderOpen(ctx: Ctx, door: OrderDoor, ask: WorkOrderAsk): Promise<number> {
  await keepOpen(ctx.db, ask.peer_id);
  const peer = await peerFacts(ctx.db, ask.peer_id, null);
  return openWorkOrder(ctx, door, await configFor(ctx.db, ask.code, peer), peer, ask);
}

/** On behalf of a peer that the caller looks after, under the configuration whose form he filled in. */
export async function addWorkOrder(
  ctx: Ctx,
  door: OrderDoor,
  configId: number,
  ask: Omit<WorkOrderAsk, "code">,
  first?: Said,
): Promise<number> {
  await keepOpen(ctx.db, ask.peer_id);
  const peer = await peerFacts(ctx.db, ask.peer_id, peerScope(ctx, "pr"));
  const live = await liveConfigs(ctx.db);
  const chosen = live.find((c) => c.id === configId);
  const config = chosen && chooseConfig(live, chosen.code, peer);
  if (!chosen || !config || config.id !== chosen.id || chosen.category === "system")
    return refuse("state_changed", "工单配置已更新，请重新选择");
  return openWorkOrder(ctx, door, config, peer, { ...ask, code: config.code }, first);
}
