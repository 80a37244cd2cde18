/** Both lists as exports read them: the list's own predicate, only the columns asked for, in batches by key. */
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/context.ts";
import { and, joined, nothing, q, raw, row, rows, type Sql } from "#kit/sql.ts";
import { applicantsMatching, type ApplicantFilter } from "./applicant.sql.ts";
import { costJoins, orderCost, orderMargin, seesCost } from "./order-columns.sql.ts";
import { ordersMatching, type OrderFilter } from "./order.sql.ts";
import { sealedOrder } from "./sealed.ts";

type ExportCtx = Pick<Ctx, "db" | "me" | "now" | "has">;
type Row = Record<string, unknown>;
interface Column {
  sql: string;
  join?: keyof typeof JOINS;
}
const JOINS = {
  sku: "left join skus s on s.id = b.sku_id",
  country: "left join countries c on c.id = b.country_id",
  embassy: "left join skus s2 on s2.id = b.sku_id left join embassies em on em.id = s2.embassy_id",
  expert: "left join workers we on we.id = b.expert_id",
  cs: "left join workers wc on wc.id = b.cs_owner_id",
  supplier: "left join suppliers su on su.id = b.supplier_id",
  order: "join orders o on o.id = b.order_id",
} as const;

const OWN = (name: string): Column => ({ sql: `b.${name}` });
const NAMES: Readonly<Record<string, Column>> = {
  sku_name: { sql: "s.name", join: "sku" },
  country_name: { sql: "c.name_zh", join: "country" },
  district_name: { sql: "em.district_name", join: "embassy" },
  expert_name: { sql: "nullif(we.nickname, '')", join: "expert" },
  cs_owner_name: { sql: "nullif(wc.nickname, '')", join: "cs" },
  supplier_name: { sql: "su.short_name", join: "supplier" },
};
/** Columns that an applicant's row takes from its order. */
const OF_ORDER: Readonly<Record<string, Column>> = {
  order_no: { sql: "o.order_no", join: "order" },
  travel_date: { sql: "o.travel_date", join: "order" },
};
const COSTS = ["cost", "margin"];

/** Rows read at a time: enough to keep the database busy, few enough to keep memory flat. */
const BATCH = 2_000;

const NAME = /^[a-z_]+$/;
/** Columns are names of the contract's list; nothing else becomes SQL. */
function selected(columns: readonly string[], special: Readonly<Record<string, Column>>): { select: Sql[]; joins: Sql } {
  const used = columns.filter((name) => NAME.test(name)).map((name) => [name, special[name] ?? NAMES[name] ?? OWN(name)] as const);
  const joins = [...new Set(used.flatMap(([, c]) => (c.join ? [c.join] : [])))];
  return {
    select: used.map(([name, c]) => raw(`${c.sql} as ${name}`)),
    joins: joined(
      joins.map((j) => raw(JOINS[j])),
      " ",
    ),
  };
}

async function* read(
  ctx: ExportCtx,
  table: "orders o" | "applicants a",
  where: Sql,
  parts: { select: Sql; joins: Sql },
): AsyncGenerator<Row[]> {
  const alias = table === "orders o" ? "o" : "a";
  for (let last = 0; ;) {
    const list = await rows<Row & { _id: number }>(
      ctx.db,
      q`
      select b.id as _id, ${parts.select} from (select ${raw(alias)}.* from ${raw(table)} where ${and([where, q`${raw(alias)}.id > ${last}`])} order by ${raw(alias)}.id limit ${BATCH}) b ${parts.joins} order by b.id`,
      { named: false },
    );
    if (list.length > 0) yield list;
    if (list.length < BATCH) return;
    last = list.at(-1)?._id ?? last;
  }
}

const countOf = async (ctx: ExportCtx, from: Sql, where: Sql): Promise<number> =>
  (await row<{ n: number }>(ctx.db, q`select count(*)::int as n from ${from} where ${where}`, { named: false }))?.n ?? 0;

export const orderExport = {
  endpoint: "order_query",
  sealed: sealedOrder,
  title: "订单",
  may: may.order_view,
  subjects: async (ctx: Pick<Ctx, "db">, ids: readonly number[]): Promise<number[]> =>
    (await rows<{ id: number }>(ctx.db, q`select id from applicants where order_id = any(${[...ids]}::int8[]) order by id`)).map(
      (a) => a.id,
    ),
  count: (ctx: ExportCtx, filter: OrderFilter): Promise<number> => countOf(ctx, q`orders o`, ordersMatching(ctx, filter)),
  batches: (ctx: ExportCtx, filter: OrderFilter, columns: readonly string[]): AsyncIterable<Row[]> => {
    const costs = columns.filter((c) => COSTS.includes(c));
    const plain = selected(
      columns.filter((c) => !COSTS.includes(c)),
      {},
    );
    const visible = costs.length > 0 && seesCost(ctx);
    const cost = costs.map((c) => q`${visible ? (c === "cost" ? orderCost : orderMargin("b")) : raw("null::int8")} as ${raw(c)}`);
    return read(ctx, "orders o", ordersMatching(ctx, filter), {
      select: joined([...plain.select, ...cost], ", "),
      joins: q`${plain.joins} ${visible ? costJoins("b") : nothing}`,
    });
  },
};

export const applicantExport = {
  endpoint: "applicant_query",
  title: "申请人",
  may: may.order_process,
  subjects: (_ctx: unknown, ids: readonly number[]): Promise<number[]> => Promise.resolve([...ids]),
  count: (ctx: ExportCtx, filter: ApplicantFilter): Promise<number> => countOf(ctx, q`applicants a`, applicantsMatching(ctx, filter)),
  batches: (ctx: ExportCtx, filter: ApplicantFilter, columns: readonly string[]): AsyncIterable<Row[]> => {
    const { select, joins } = selected(columns, OF_ORDER);
    return read(ctx, "applicants a", applicantsMatching(ctx, filter), { select: joined(select, ", "), joins });
  },
};
