/** Settlements as tests need them: what suppliers are owed on other days, and what the cashier's desk would say. */
import { q, row, rows } from "#kit/db/sql.ts";
import { postJournal } from "../../ledger/index.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { asWrite } from "../ctx.ts";

let events = 0;
export const key = () => ({ idempotency_key: crypto.randomUUID() });
export interface OwedOn {
  day: string;
  cents: number;
  order_id?: number;
  applicant_id?: number;
  by?: number;
}
const CODES = { insurer: "payable_insurer", express: "payable_carrier" } as const;

/** Books what a supplier is owed, each on its day. */
export async function owedOn(app: TestApp, supplier_id: number, list: readonly OwedOn[]): Promise<void> {
  const s = await row<{ kind: string }>(app.db, q`select kind from suppliers where id = ${supplier_id}`);
  const code = s?.kind === "insurer" ? CODES.insurer : s?.kind === "express" ? CODES.express : "payable_supplier";
  for (const { day, cents, order_id = null, applicant_id = null } of list) {
    const keys = { order_id, applicant_id };
    const lines = [
      { account: { code: "cost" as const, kind: "supplier" }, amount: cents, ...keys },
      { account: { code, owner_id: supplier_id } as const, amount: -cents, ...keys },
    ];
    await asWrite(app.db, null, new Date(`${day}T04:00:00Z`), (ctx) =>
      postJournal(ctx, { kind: "supplier_cost", source_noun: "supplier", source_id: supplier_id, seq: ++events, lines }),
    );
  }
}
/** A supplier nobody has settled with yet, paid on an account that was passed. */
let taken = 0;
export async function freshSupplier(app: TestApp, set: { settle_cycle?: string; credit_days?: number } = {}): Promise<number> {
  const s = await row<{ id: number }>(
    app.db,
    q`update suppliers set settle_cycle = ${set.settle_cycle ?? "month"}, credit_days = ${set.credit_days ?? 31}, invoice_kind = 'none' where id = (
        select p.supplier_id from supplier_payees p where p.payee_status = 'active' and p.currency = 'CNY' order by p.supplier_id offset ${taken++} limit 1) returning id`,
  );
  if (!s) throw new Error("no supplier left that is paid somewhere");
  return s.id;
}

/** What the books say is owed, what open settlements and unsettled lines say, and what is paid ahead. */
export async function standing(app: TestApp, supplier_id: number): Promise<{ books: number; papers: number }> {
  const found = await row<{ books: number; unsettled: number; open: number; carried: number }>(
    app.db,
    q`select coalesce((select -sum(l.amount) from ledger_accounts a join journal_lines l on l.account_id = a.id where a.owner_id = ${supplier_id} and a.code like 'payable%'), 0)::int8 as books,
      coalesce((select -sum(l.amount) from ledger_accounts a join journal_lines l on l.account_id = a.id join journals j on j.id = l.journal_id left join journals r on r.id = j.reversal_of
        where a.owner_id = ${supplier_id} and a.code like 'payable%' and j.source_noun <> 'settlement' and j.source_noun <> 'payout' and coalesce(r.source_noun, '') <> 'settlement'
          and not exists (select 1 from settle_lines x where x.journal_line_id = l.id and x.freed_at is null)), 0)::int8 as unsettled,
      coalesce((select sum(case when s.settlement_status in ('draft', 'sent', 'disputed') and x.source in ('adjust', 'theirs') then 0
          when s.settlement_status in ('draft', 'sent', 'disputed') then x.amount else coalesce(x.agreed, 0) - x.settled end)
        from settle_lines x join settlements s on s.id = x.settlement_id where s.supplier_id = ${supplier_id} and x.freed_at is null and s.final >= 0 and s.settlement_status <> 'void'), 0)::int8 as open,
      coalesce((select sum(s.final) from settlements s where s.supplier_id = ${supplier_id} and s.settlement_status = 'paid' and s.final < 0
        and not exists (select 1 from settle_lines x where x.rolled_from = s.id and x.freed_at is null)), 0)::int8 as carried`,
  );
  return { books: found?.books ?? 0, papers: (found?.unsettled ?? 0) + (found?.open ?? 0) + (found?.carried ?? 0) };
}

/** The newest settlement of a supplier, made by `maker`. */
export async function generated(maker: Client, supplier_id: number) {
  const { made } = await maker.call("supplier_settle_generate", { supplier_id, ...key() });
  const last = made.at(-1);
  if (!last) throw new Error("nothing was settled");
  return maker.call("supplier_settle_get", { id: last.id });
}
export const linesOf = async (who: Client, settlement_id: number) =>
  (await who.call("supplier_settle_line_query", { settlement_id, page_size: 100 })).list;
export const again = (who: Client, id: number) => who.call("supplier_settle_get", { id });
export const confirmBody = { confirmed_contact: "对方会计王女士", confirm_proof: [] };

/** A third worker who may pass payments. */
export async function third(app: TestApp): Promise<Client> {
  await rows(
    app.db,
    q`insert into workers (account, nickname, passwd, role_id, passwd_at, created_at, updated_at)
      select 'third_finance', '第三人', passwd, role_id, passwd_at, created_at, updated_at from workers where account = 'admin' on conflict do nothing`,
  );
  return app.as("third_finance");
}
/** Who is who, for an order desk beside the app. */
export const workerIds = async (db: TestApp["db"]): Promise<Map<string, number>> =>
  new Map((await rows<{ account: string; id: number }>(db, q`select account, id from workers`)).map((w) => [w.account, w.id]));
