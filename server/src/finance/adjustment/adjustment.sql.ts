/** Adjustments as their list, drawer and reviewer read them. */
import type { adjustmentApi } from "@visadesk/contract/finance/adjustment.ts";
import { JOURNAL_KINDS, LEDGER_KIND_WORDS, type JournalKind } from "@visadesk/contract/finance/ledger.words.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { known } from "#kit/db/known.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, row, rows, type Sql } from "#kit/db/sql.ts";
import { shown } from "#kit/noun/noun.ts";
import { dateRange, timeRange } from "#kit/range.ts";
import type { FileAccess } from "../../files/index.ts";
import { ACCOUNTS, type Line } from "../../ledger/index.ts";
import { workerNames } from "../../setting/index.ts";
import { ownerNames, type AccountOwner } from "../books/owner-names.sql.ts";
import { financeScope } from "../scope.sql.ts";
import { judged } from "./adjustment.judge.ts";
import { adjustmentNoun } from "./adjustment.noun.ts";
import { adjustmentQueue } from "./adjustment.queues.ts";

type Api = typeof adjustmentApi;
export type AdjustRow = Output<Api["adjustment_query"]>["list"][number];
export type AdjustDetail = Output<Api["adjustment_get"]>;
type Reckoned = "target" | "is_mine" | "created_by_name" | "decided_by_name" | "booked_no" | "payout_no" | "faults";
export type StoredAdjustment = Omit<AdjustRow, Reckoned> & { decided_by: number | null };
type Caller = Pick<Ctx, "db" | "me" | "now" | "principal">;
export const NO_ADJUSTMENT = "调账单不存在或无权查看";

/** What is about a peer follows it; of suppliers and our own accounts whoever sees everything. */
export const adjustmentScope = (ctx: Pick<Ctx, "me">): Sql | null => financeScope(ctx, { peer: "a.peer_id" });
const COLUMNS = q`${shown(adjustmentNoun, "a")}, a.decided_by`;

export const adjustmentList = (
  input: Omit<Parsed<Api["adjustment_query"]>, "page" | "page_size">,
  ctx: Pick<Ctx, "me" | "now">,
): ListDef => ({
  from: q`adjustments a`,
  where: and([
    adjustmentScope(ctx),
    input.adjust_no && q`a.adjust_no like ${`%${likeText(input.adjust_no.toUpperCase())}%`}`,
    input.kind && q`a.kind = any(${[...input.kind]}::text[])`,
    input.adjust_status && q`a.adjust_status = any(${[...input.adjust_status]}::text[])`,
    input.peer_id && q`a.peer_id = any(${[...input.peer_id]}::int8[])`,
    input.created_by && q`a.created_by = any(${[...input.created_by]}::int8[])`,
    dateRange("a.booked_on", input.booked_on),
    timeRange("a.created_at", input.created_at),
    input.queue && adjustmentQueue(ctx, input.queue),
  ]),
  id: "a.id",
  select: COLUMNS,
  sorts: { created_at: { by: "a.created_at", order: "desc", keyset: true } },
  sort: "created_at",
});
export async function adjustmentCounts(ctx: Caller): Promise<Record<string, number>> {
  const found = await rows<{ state: string; n: number }>(
    ctx.db,
    q`select a.adjust_status as state, count(*)::int as n from adjustments a where ${and([adjustmentScope(ctx)])} group by 1`,
  );
  return Object.fromEntries(found.map((f) => [f.state, f.n]));
}

const one = (ctx: Caller, id: number): Sql => q`select ${COLUMNS} from adjustments a where ${and([q`a.id = ${id}`, adjustmentScope(ctx)])}`;
export const storedAdjustment = (ctx: Caller, id: number): Promise<StoredAdjustment | undefined> => row(ctx.db, one(ctx, id));
/** Held until it is decided. */
export const lockedAdjustment = (ctx: Caller, id: number): Promise<StoredAdjustment | undefined> =>
  row(ctx.db, q`${one(ctx, id)} for update of a`);

interface VoucherName {
  no: string;
  kind: JournalKind;
}
const vouchers = known<number, VoucherName>(["journals"], async (db, ids) => {
  const list = await rows<VoucherName & { id: number }>(db, q`select id, no, kind from journals where id = any(${[...ids]}::int8[])`);
  return list.map((j) => [j.id, j]);
});

const ownersOf = (a: Omit<StoredAdjustment, "decided_by">): AccountOwner[] => [
  ...(a.peer_id === null ? [] : [{ account: "peer_principal" as const, owner_id: a.peer_id, kind: "" }]),
  ...(a.supplier_id === null ? [] : [{ account: "payable_supplier" as const, owner_id: a.supplier_id, kind: "" }]),
  ...[a.company_account_id, a.to_account_id].flatMap((id) => (id === null ? [] : [{ account: "cash" as const, owner_id: id, kind: "" }])),
];

/** The payment of each that sends money back. */
async function paymentsOf(db: Ctx["db"], ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const list = await rows<{ id: number; no: string }>(
    db,
    q`select source_id as id, max(payout_no) as no from payouts where source_noun = 'suspense_return' and source_id = any(${[...ids]}::int8[]) group by 1`,
  );
  return new Map(list.map((p) => [p.id, p.no]));
}

/** `judge`: with what stands against those that wait, which is asked one by one. */
export async function shownAdjustments(ctx: Caller, list: readonly StoredAdjustment[], judge: boolean): Promise<AdjustRow[]> {
  const [workers, journals, payments, owners] = await Promise.all([
    workerNames(
      ctx.db,
      list.flatMap((a) => [a.created_by, a.decided_by]),
    ),
    vouchers(
      ctx.db,
      list.flatMap((a) => [a.journal_id, a.booked_id]),
    ),
    paymentsOf(
      ctx.db,
      list.filter((a) => a.kind === "suspense_return").map((a) => a.id),
    ),
    ownerNames(ctx.db, list.flatMap(ownersOf)),
  ]);
  return Promise.all(
    list.map(async ({ decided_by, ...a }) => {
      const undone = journals.get(a.journal_id ?? 0);
      const names = ownersOf(a).map(owners);
      return {
        ...a,
        target: [undone && `${undone.no} ${JOURNAL_KINDS[undone.kind]}`, names.join(a.kind === "cash_transfer" ? " → " : " · ")]
          .filter(Boolean)
          .join(" · "),
        is_mine: a.created_by === ctx.me.worker_id,
        created_by_name: workers.get(a.created_by) ?? null,
        decided_by_name: workers.get(decided_by ?? 0) ?? null,
        payout_no: payments.get(a.id) ?? null,
        booked_no: journals.get(a.booked_id ?? 0)?.no ?? null,
        faults: judge && a.adjust_status === "pending" ? (await judged(ctx, a)).faults.map((f) => f.message) : [],
      };
    }),
  );
}

type ShownLine = AdjustDetail["lines"][number];
/** Lines as a voucher shows them, debits first. */
export async function shownLines(ctx: Pick<Ctx, "db">, lines: readonly Line[]): Promise<ShownLine[]> {
  const refs = lines.map(({ account: { code, owner_id = 0, kind = "" } }) => ({ account: code, owner_id, kind }));
  const owners = await ownerNames(ctx.db, refs);
  return lines
    .map(({ account: { code, owner_id = 0, kind = "" }, amount }) => ({
      account: code,
      gl_code: ACCOUNTS[code].gl_code,
      detail: owners({ account: code, owner_id, kind }) || (LEDGER_KIND_WORDS[kind] ?? kind),
      debit: amount > 0 ? amount : null,
      credit: amount < 0 ? -amount : null,
    }))
    .toSorted((a, b) => Number(a.debit === null) - Number(b.debit === null));
}
/** What it posted; of one that waits what it would post now. */
async function linesOf(ctx: Caller, a: Omit<StoredAdjustment, "decided_by">): Promise<ShownLine[]> {
  if (a.booked_id === null)
    return a.adjust_status === "pending" || a.adjust_status === "approved" ? shownLines(ctx, (await judged(ctx, a)).lines) : [];
  const found = await rows<AccountOwner & { amount: number }>(
    ctx.db,
    q`select c.code as account, c.owner_id, c.kind, l.amount from journal_lines l join ledger_accounts c on c.id = l.account_id
      where l.journal_id = ${a.booked_id} order by l.id`,
  );
  return shownLines(
    ctx,
    found.map(({ account: code, owner_id, kind, amount }) => ({ account: { code, owner_id, kind }, amount })),
  );
}
export async function detailOf(ctx: Caller, a: StoredAdjustment): Promise<AdjustDetail[]> {
  const list = await shownAdjustments(ctx, [a], true);
  const lines = await linesOf(ctx, a);
  return list.map((r) => ({ ...r, lines }));
}

export async function mayReadAdjustmentFile(ctx: Pick<Ctx, "db" | "me">, id: number, key: string): Promise<FileAccess | null> {
  const found = await row<{ adjust_no: string }>(
    ctx.db,
    q`select a.adjust_no from adjustments a where ${and([q`a.id = ${id}`, q`${key} = any(a.files)`, adjustmentScope(ctx)])}`,
  );
  return found ? { noun_no: found.adjust_no, label: "调账附件", is_identity: false, filename: null } : null;
}
/** Which of these keys adjustments name. */
export const adjustmentFilesInUse = async (db: Ctx["db"], keys: readonly string[]): Promise<string[]> =>
  (
    await rows<{ key: string }>(
      db,
      q`select distinct f as key from adjustments a, unnest(a.files) f where a.files && ${[...keys]}::text[] and f = any(${[...keys]}::text[])`,
    )
  ).map((r) => r.key);
