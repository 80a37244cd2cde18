/** 操作日志: reading and verifying; rows are written by the runner. */
import { allApi } from "@visadesk/contract/index.ts";
import { logSubjectApi, operationLogApi } from "@visadesk/contract/setting/operation-log.ts";
import { changesText } from "@visadesk/contract/setting/log-words.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { pageOf } from "#kit/db/page.ts";
import { dayStart } from "#kit/range.ts";
import { found } from "#kit/http/refuse.ts";
import { serve } from "#kit/call/serve.ts";
import { saidRows } from "./log-values.ts";
import { verifyLog } from "./operation-log-chain.sql.ts";
import { logList, logRow, logStat, looksAt, type LogRow } from "./operation-log.sql.ts";

type View = Output<(typeof logSubjectApi)["operation_log_subject_get"]>["list"][number];
type Listed = Output<(typeof operationLogApi)["operation_log_query"]>["list"][number];
type SubjectAnswer = Output<(typeof logSubjectApi)["operation_log_subject_get"]>;

const endpointLabels = new Map<string, string>(Object.values(allApi).map((e) => [e.name, e.label]));
/** Acts without an endpoint (jobs, host commands) tell their Chinese names here. */
export const nameActs = (acts: Iterable<readonly [name: string, label: string]>): void => {
  for (const [name, label] of acts) endpointLabels.set(name, label);
};

export const actLabel = (name: string): string => endpointLabels.get(name) ?? "系统";

const viewOf = (r: LogRow): View => ({ ...r, label: endpointLabels.get(r.endpoint) ?? "" });

/** The writer of the chain runs every five seconds; rows that wait this long say it has stopped. */
const STOPPED_MS = 60_000;
const SUBJECTS_SHOWN = 20;

/** What the log asks of the area that keeps applicants. */
export interface SubjectDoors {
  subjectsOf(db: Db, word: string): Promise<SubjectAnswer["subjects"]>;
  subjectNumbers(db: Db, ids: readonly number[]): Promise<{ id: number; applicant_no: string; order_id: number }[]>;
  reasonsOf(db: Db, acts: readonly Act[]): Promise<readonly (Act & { reason: string })[]>;
  /** Orders of supplementary bills, and the bills of an order by its number. */
  diffOrders(db: Db, ids: readonly number[]): Promise<{ id: number; order_id: number }[]>;
  diffsOf(db: Db, orderNo: string): Promise<number[]>;
}
type Act = Pick<LogRow, "noun" | "noun_id" | "request_id">;

/** Rows with the reason that was typed, where it is still kept; the log itself holds none of customers' words. */
export async function reasoned<R extends Act & { reason: string | null }>(
  doors: Pick<SubjectDoors, "reasonsOf">,
  db: Db,
  page: readonly R[],
): Promise<R[]> {
  const keyOf = (a: Act): string => `${a.request_id} ${a.noun} ${a.noun_id}`;
  const kept = new Map((await doors.reasonsOf(db, page)).map((r) => [keyOf(r), r.reason]));
  return page.map((r) => ({ ...r, reason: kept.get(keyOf(r)) ?? r.reason }));
}

const COST = /(^|_)(cost|margin)|^settle_price$/;
const isCost = (c: FieldChange): boolean => COST.test(c.field) || /成本|毛利/.test(c.label);
/** What something costs us is told to those who may see it. */
export const costless = <R extends { changes: FieldChange[] }>(ctx: Pick<Ctx, "has">, page: R[]): R[] =>
  ctx.has(may.cost_view) ? page : page.map((r) => ({ ...r, changes: r.changes.filter((c) => !isCost(c)) }));

/** Orders of the applicants and bills that rows are about, by noun and id. */
async function ordersOf(doors: SubjectDoors, db: Db, page: readonly LogRow[]): Promise<ReadonlyMap<string, number>> {
  const ids = (noun: string): number[] => [
    ...new Set(page.flatMap((r) => (r.noun === noun && r.noun_id !== null ? Number(r.noun_id) : []))),
  ];
  const [people, bills] = [ids("applicant"), ids("order_diff")];
  const owned = await Promise.all([
    people.length > 0 ? doors.subjectNumbers(db, people) : [],
    bills.length > 0 ? doors.diffOrders(db, bills) : [],
  ]);
  return new Map(owned.flatMap((list, i) => list.map((r) => [`${i === 0 ? "applicant" : "order_diff"} ${r.id}`, r.order_id])));
}

/** Rows as the list and its export show them: names for ids, one lookup of each kind for all rows. */
async function listed(doors: SubjectDoors, ctx: Pick<Ctx, "db" | "has">, page: readonly LogRow[]): Promise<Listed[]> {
  const { db } = ctx;
  const [rows, orders] = await Promise.all([reasoned(doors, db, await saidRows(db, page)), ordersOf(doors, db, page)]);
  return costless(ctx, rows).map((r) => ({
    ...viewOf(r),
    change_text: changesText(r.changes),
    order_id: orders.get(`${r.noun} ${r.noun_id}`) ?? null,
  }));
}

const LOOKS = 500;
/** Looks at the one applicant a word means; several people fit → the list is empty and one has to be chosen. */
export async function whoSaw(
  doors: SubjectDoors,
  db: Db,
  { word, applicant_id }: { word: string; applicant_id?: number | undefined },
): Promise<SubjectAnswer> {
  const subjects = await doors.subjectsOf(db, word);
  found(subjects[0], "没有找到这个申请人，请检查订单号、申请人编号或护照号");
  const one = subjects.length === 1 ? subjects[0] : subjects.find((s) => s.applicant_id === applicant_id);
  if (!one) return { subjects, applicant_id: null, list: [], is_capped: false };
  const looks = await looksAt(db, one.applicant_id, LOOKS + 1);
  return { subjects, applicant_id: one.applicant_id, list: looks.slice(0, LOOKS).map(viewOf), is_capped: looks.length > LOOKS };
}

async function subjectGet(
  doors: SubjectDoors,
  input: Parsed<(typeof logSubjectApi)["operation_log_subject_get"]>,
  ctx: Ctx,
): Promise<SubjectAnswer> {
  const answer = await whoSaw(doors, ctx.db, input);
  const one = answer.subjects.find((s) => s.applicant_id === answer.applicant_id);
  ctx.note(
    one
      ? { noun: "applicant", noun_id: one.applicant_id, noun_no: one.applicant_no, reason: `谁看过此人，${answer.list.length}条` }
      : { noun: "applicant", reason: `谁看过此人，${answer.subjects.length}名申请人待选` },
  );
  return answer;
}

export const operationLogServer = (doors: SubjectDoors) => ({
  ...serve(operationLogApi, {
    operation_log_query: async (input, ctx) => {
      const page = await pageOf<LogRow>(ctx.db, input, logList(input, input.no === undefined ? [] : await doors.diffsOf(ctx.db, input.no)));
      return { ...page, list: await listed(doors, ctx, page.list) };
    },
    operation_log_get: async ({ id }, ctx) => {
      const { subject_ids, ...stored } = found(await logRow(ctx.db, id));
      const [row = stored] = costless(ctx, await saidRows(ctx.db, await reasoned(doors, ctx.db, [stored])));
      const subjects = await doors.subjectNumbers(ctx.db, subject_ids.slice(0, SUBJECTS_SHOWN));
      return {
        ...viewOf(row),
        hash: row.hash,
        subjects,
        subject_count: subject_ids.length,
      };
    },
    operation_log_stat_get: async (_input, ctx) => {
      const { oldest_unchained, ...stat } = await logStat(ctx.db, dayStart(ctx.now));
      const waits = oldest_unchained === null ? 0 : ctx.now.getTime() - Date.parse(oldest_unchained);
      return { ...stat, is_stopped: waits > STOPPED_MS };
    },
    operation_log_verify: ({ from, to }, ctx) =>
      verifyLog(ctx.db, { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }),
  }),
  ...serve(logSubjectApi, { operation_log_subject_get: (input, ctx) => subjectGet(doors, input, ctx) }),
});
