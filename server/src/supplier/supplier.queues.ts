/** 待办队列 of the supplier area: who waits to be passed, whose papers end, what nobody can do, which parcels need somebody. */
import { may } from "@visadesk/contract/permissions.ts";
import { EXPIRING_DAYS, MUST_HAVE, PARCEL_STAGES, TRANSIT_DAYS } from "@visadesk/contract/supplier/supplier.words.ts";
import type { QueueKey } from "@visadesk/contract/workbench/queues.ts";
import { supplierFlow, supplierPayeeFlow } from "@visadesk/contract/supplier/supplier.flow.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { likeText, or, q, raw, rows, textOf, type Sql } from "#kit/db/sql.ts";
import { likeOf } from "#kit/grams.ts";
import { queueRows, type Desk, type Named, type Opens, type Queue, type TaskScope } from "#kit/queue.ts";
import { dayOf } from "#kit/range.ts";
import { workDaysAgo } from "../base-data/index.ts";
import { supplierCost } from "./supplier-product/match-cost.sql.ts";
import { PARCELS, parcelScope, parcelTodo, STAGE } from "./supplier-parcel/parcel-state.sql.ts";
import { waybillMatch } from "./supplier-parcel/waybill.ts";
import { supplierScope } from "./supplier/supplier-scope.sql.ts";

type Caller = Pick<Ctx, "me" | "now">;
/** Rows of these people, within the data scope narrowed by the switch. */
const narrowed = (ctx: Caller, scope: TaskScope, of: (ctx: Caller) => Sql | null, byTeam: (ids: Sql) => Sql): Sql | null => {
  const seen = of(ctx);
  if (scope !== "team" || ctx.me.data_scope === "team") return seen;
  const team = q`(select w.id from workers w where w.team_id = ${ctx.me.team_id})`;
  const narrow = byTeam(team);
  return seen === null ? narrow : q`(${seen}) and (${narrow})`;
};
const supplierReach = (ctx: Caller, scope: TaskScope): Sql | null =>
  narrowed(ctx, scope, supplierScope, (team) => q`s.owner_id in ${team} or s.created_by in ${team}`);
/** The list that takes the queue as a filter. */
const inList = (key: QueueKey, route: string): Pick<Queue, "key" | "list"> => ({ key, list: { route, params: {}, query: { queue: key } } });
const ofSupplier = (id: number | string): Opens => ({ route: "supplier-view", params: { id: String(id) } });

const read = async (db: Db, query: Sql): Promise<ReadonlyMap<number, Named>> =>
  new Map((await rows<Named & { id: number }>(db, query)).map((x) => [x.id, x]));

/** Papers in force that a supplier must have, ending within the next days or ended. */
const MUST = Object.entries(MUST_HAVE)
  .filter(([, kinds]) => kinds.length > 0)
  .map(([kind, kinds]) => `when '${kind}' then array[${kinds.map((k) => `'${k}'`).join(", ")}]`)
  .join(" ");
const mustPapers = `from supplier_documents d where d.supplier_id = s.id and d.superseded_at is null and d.valid_to is not null and d.kind = any(case s.kind ${MUST} else '{}'::text[] end)`;
const pauseEnd = "case when s.supplier_status = 'paused' then s.pause_until end";
/** Since when a paper of the last days or a pause that is over waits; one of the days to come is not reached. */
const paperSince = `least((select min(greatest((d.valid_to - ${EXPIRING_DAYS})::timestamp at time zone 'Asia/Shanghai', d.created_at)) ${mustPapers}),
  (${pauseEnd})::timestamp at time zone 'Asia/Shanghai')`;

const supplierDesk: Desk = {
  noun: "supplier",
  flow: supplierFlow,
  queues: [
    {
      ...inList("supplier_review", "supplier-list"),
      may: may.supplier_review,
      rows: () => q`s.supplier_status = 'pending'`,
      clears: ["activate", "reject"],
    },
    {
      ...inList("supplier_paper", "supplier-list"),
      may: may.supplier,
      // Prepaid money below its floor joins once payments to suppliers are kept.
      rows: ({ now }) => q`s.supplier_status in ('active', 'paused') and (
        exists (select ${raw(mustPapers)} and d.valid_to <= ${dayOf(now, EXPIRING_DAYS)}::date) or (s.supplier_status = 'paused' and s.pause_until <= ${dayOf(now)}::date))`,
      due: `(least((select min(d.valid_to) + 1 ${mustPapers}), ${pauseEnd})::timestamp at time zone 'Asia/Shanghai')`,
      clears: ["resume", "end"],
    },
  ],
  from: q`suppliers s`,
  columns: {
    id: "s.id",
    state: "s.supplier_status",
    entered_at: `(case when s.supplier_status = 'pending' then coalesce(s.resubmitted_at, s.created_at) else ${paperSince} end)`,
    initiator: "(case when s.supplier_status = 'pending' then s.created_by end)",
    handler: "(case when s.supplier_status <> 'pending' then s.owner_id end)",
    makers: ["created_by", "resubmitted_by"].map((by) => `(case when s.supplier_status = 'pending' then s.${by} end)`),
    changers: "s.changed_by",
  },
  scope: supplierReach,
  keyword: (word) => q`s.search_text like ${likeOf(word)}`,
  named: (db, ids) =>
    read(db, q`select s.id, s.short_name as title, s.supplier_no as ref_no from suppliers s where s.id = any(${[...ids]}::int8[])`),
  opens: ({ source_id }) => ofSupplier(source_id),
};

const payeeDesk: Desk = {
  noun: "supplier_payee",
  flow: supplierPayeeFlow,
  queues: [
    {
      // Accounts have no list of their own: their tasks are it.
      key: "supplier_payee_review",
      may: may.supplier_review,
      rows: () => q`p.payee_status = 'pending' and s.supplier_status not in ('rejected', 'ended')`,
      clears: ["approve", "reject", "withdraw"],
    },
  ],
  from: q`supplier_payees p join suppliers s on s.id = p.supplier_id`,
  columns: {
    id: "p.id",
    state: "p.payee_status",
    // Accounts of a supplier at rest wait again from its resubmission on.
    entered_at: "greatest(p.created_at, s.resubmitted_at)",
    initiator: "p.created_by",
    makers: ["p.created_by", "(case when p.created_at <= s.resubmitted_at then s.resubmitted_by end)"],
    changers: "s.changed_by",
  },
  scope: supplierReach,
  keyword: (word) => q`s.search_text like ${likeOf(word)}`,
  named: (db, ids) =>
    read(
      db,
      q`select p.id, s.short_name as title, s.supplier_no as ref_no, s.id as parent_id from supplier_payees p join suppliers s on s.id = p.supplier_id where p.id = any(${[...ids]}::int8[])`,
    ),
  opens: ({ parent_id }) => ofSupplier(parent_id ?? 0),
};

/** On sale, and no supplier can be given a person of it today. Nobody owns such a product: whoever matches products sees it. */
const gapDesk: Desk = {
  noun: "sku",
  queues: [
    {
      ...inList("supplier_gap", "supplier-product-list"),
      may: may.supplier_product,
      rows: ({ now }) => q`k.sku_status = 'on_sale' and not exists (${supplierCost(now)})`,
      clears: ["enable", "price_decide", "resume"],
    },
  ],
  from: q`skus k`,
  columns: { id: "k.id", state: "'缺供应商'", entered_at: "k.updated_at" },
  scope: () => null,
  keyword: (word) => q`k.search_text like ${likeOf(word)}`,
  named: (db, ids) => read(db, q`select k.id, k.name as title, k.sku_no as ref_no from skus k where k.id = any(${[...ids]}::int8[])`),
  opens: ({ source_id }) => ({ route: "supplier-product-list", params: {}, query: { sku_id: String(source_id) } }),
};

const stageWord = `(case ${textOf(STAGE)} ${Object.entries(PARCEL_STAGES)
  .map(([stage, word]) => `when '${stage}' then '${word}'`)
  .join(" ")} end)`;

const parcelDesk: Desk = {
  noun: "supplier_parcel",
  queues: [
    {
      ...inList("parcel_todo", "supplier-logistics-list"),
      may: may.supplier_logistics,
      rows: ({ now }) => parcelTodo(workDaysAgo(now, TRANSIT_DAYS)),
      clears: ["count", "resolve", "sign", "lose"],
    },
  ],
  from: PARCELS,
  columns: {
    id: "t.id",
    state: stageWord,
    entered_at: "coalesce(e.signed_at, e.sent_at, t.updated_at)",
    initiator: "t.created_by",
    handler: "t.created_by",
  },
  scope: (ctx, scope) => narrowed(ctx, scope, parcelScope, (team) => q`t.created_by in ${team}`),
  keyword: (word) => or([q`t.parcel_no like ${`%${likeText(word.toUpperCase())}%`}`, waybillMatch("e", word)]),
  named: (db, ids) =>
    read(
      db,
      q`select t.id, s.short_name as title, t.parcel_no as ref_no from supplier_parcels t join suppliers s on s.id = t.supplier_id where t.id = any(${[...ids]}::int8[])`,
    ),
  opens: ({ ref_no }) => ({ route: "supplier-logistics-list", params: {}, query: { parcel: ref_no } }),
};
export const supplierDesks: readonly Desk[] = [supplierDesk, payeeDesk, gapDesk, parcelDesk];

/** My rows of a queue, as the filter of the list of its noun. */
export function supplierQueue(ctx: Caller, key: QueueKey): Sql {
  const desk = supplierDesks.find((d) => d.queues.some((x) => x.key === key));
  if (!desk) throw new Error(`${key} is no queue of suppliers`);
  return queueRows(desk, ctx, key);
}
