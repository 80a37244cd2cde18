/** 同行人一致性 as it is shown and accepted. */
import type { orderConsistencyApi } from "@visadesk/contract/order/consistency/order-consistency.ts";
import { CONSISTENCY_RULES } from "@visadesk/contract/order/consistency/order-consistency.words.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { IDENTITY_MAY } from "@visadesk/contract/kit/upload.ts";
import { RELATIONS } from "@visadesk/contract/order/words.ts";
import { allows } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { Handlers } from "#kit/call/serve.ts";
import { conflict, found, refuse } from "#kit/http/refuse.ts";
import { workerNames } from "../applicant/names.sql.ts";
import { changeOrder, NOT_FOUND } from "../flow/change.ts";
import type { ConsistencyAccept } from "../flow/facts.ts";
import { loadFacts } from "../flow/facts.sql.ts";
import { seesOrder } from "../list/order-detail.sql.ts";
import { writeOrderLog } from "../order/order-log.ts";
import { acceptedBy, companionsOf, comparedOf, marksOf, seenOf, tripOf } from "./order-consistency.ask.ts";
import { compared, isMinor, type ComparedRow, type Conflict } from "./order-consistency.rules.ts";
import { acceptsOf, addAccept } from "./order-consistency.sql.ts";

type Api = typeof orderConsistencyApi;
type Grid = Output<Api["order_consistency_get"]>;
type Relation = keyof typeof RELATIONS;

const relationOf = (word: string): Relation => keysOf(RELATIONS).find((r) => r === word) ?? "other";

/** Equal values get one number, so that who sees only masks still sees who says the same. */
function cellsOf(r: ComparedRow, people: readonly { id: number }[]): Grid["rows"][number]["cells"] {
  const groups = new Map<string, number>();
  return people.map(({ id }) => {
    const v = r.values.get(id);
    if (!v) return { applicant_id: id, value: null, group: null };
    const group = groups.get(v.plain) ?? groups.size + 1;
    groups.set(v.plain, group);
    return { applicant_id: id, value: v.shown, group };
  });
}

const shownConflict = (
  orderId: number,
  c: Conflict,
  accepts: readonly ConsistencyAccept[],
  names: ReadonlyMap<number, string>,
): Grid["conflicts"][number] => {
  const a = acceptedBy(orderId, c, accepts);
  return {
    rule: c.rule,
    applicant_id: c.applicant_id,
    applicant_ids: [...c.values.keys()],
    text: c.text,
    seen: seenOf(marksOf(orderId, c)),
    acceptance: a && {
      reason: a.reason,
      accepted_by: (a.created_by !== null && names.get(a.created_by)) || null,
      created_at: a.created_at,
    },
  };
};

/** To whoever may not see papers and answers nothing is said, not even that two of them are the same. */
const HIDDEN: Pick<Grid, "rows" | "conflicts"> = {
  rows: keysOf(CONSISTENCY_RULES).map((rule) => ({ rule, is_hidden: true, order_value: null, cells: [] })),
  conflicts: [],
};

async function consistencyGet({ order_id }: Parsed<Api["order_consistency_get"]>, ctx: Ctx): Promise<Grid> {
  found((await seesOrder(ctx, order_id)) || null, NOT_FOUND);
  const f = found(await loadFacts(ctx.db, order_id, ctx.now), NOT_FOUND);
  const maySee = allows(IDENTITY_MAY, ctx.me.codes);
  const people = companionsOf(f);
  const trip = tripOf(f);
  const shownPeople = people.map((p) => ({
    id: p.id,
    seq: p.seq,
    name_cn: p.name_cn,
    relation: relationOf(p.relation),
    is_minor: maySee ? isMinor(p, trip) : null,
  }));
  if (!maySee) return { people: shownPeople, ...HIDDEN };
  const accepts = await acceptsOf(ctx.db, order_id);
  const names = await workerNames(
    ctx.db,
    accepts.map((a) => a.created_by),
  );
  const rows = compared(people, trip);
  return {
    people: shownPeople,
    rows: rows.map((r) => ({ rule: r.rule, is_hidden: false, order_value: r.order_value, cells: cellsOf(r, people) })),
    conflicts: rows.flatMap((r) => r.conflicts).map((c) => shownConflict(order_id, c, accepts, names)),
  };
}

async function consistencyAccept(input: Parsed<Api["order_consistency_accept"]>, ctx: Ctx): Promise<{ ok: true }> {
  return changeOrder(ctx, input.order_id, async (w) => {
    const { order } = w.facts;
    const c = comparedOf(w.facts)
      .flatMap((r) => r.conflicts)
      .find((x) => x.rule === input.rule && x.applicant_id === input.applicant_id);
    if (!c) refuse("state_changed", "这一项已经一致，无需接受");
    const marks = marksOf(order.id, c);
    if (seenOf(marks) !== input.seen) throw conflict("内容已变化，请核对后再接受", null);
    const accepts = await acceptsOf(ctx.db, order.id);
    if (acceptedBy(order.id, c, accepts)) refuse("state_changed", "这一项已被接受");
    const { rule, applicant_id, reason } = input;
    const by = { created_by: ctx.me.worker_id, created_at: ctx.now.toISOString() };
    const { id } = found(await addAccept(ctx.db, { order_id: order.id, applicant_id, rule, marks, reason, ...by }));
    // What it was and why stands in the grid alone: the log is read by more than may see how people fit together.
    const log = { label: "接受同行人不一致" };
    await writeOrderLog(w, { kind: "note", noun: "order_consistency", noun_id: id, applicant_id, ...log });
    ctx.note({ noun: "order", noun_id: order.id, noun_no: order.order_no, subject_ids: [...c.values.keys()], reason: log.label });
    return { ok: true };
  });
}

export const consistencyServed = {
  order_consistency_get: consistencyGet,
  order_consistency_accept: consistencyAccept,
} satisfies Handlers<Api>;
