/** Endpoints of remittances: registered, matched with what the bank says, booked by others. */
import { remittanceApi } from "@visadesk/contract/finance/remittance.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serveHolding } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { heldIn } from "#kit/files/file-keys.ts";
import { found } from "#kit/http/refuse.ts";
import { openField } from "#kit/seal/seal.ts";
import { revealAllowed } from "../../setting/index.ts";
import type { BankDoors } from "../bank/bank-doors.ts";
import { financeSettings } from "../finance-setting/finance-setting.ts";
import { wholeScope } from "../scope.sql.ts";
import type { RemitPorts } from "./ports.ts";
import { remittanceCandidates } from "./remittance-candidates.ts";
import { payableQuery } from "./remittance-orders.ts";
import { remittanceMoves } from "./remittance.moves.ts";
import { sealedRemittance } from "./remittance.noun.ts";
import {
  NO_REMITTANCE,
  remittanceCounts,
  remittanceList,
  storedRemittance,
  type RemittanceRow,
  type StoredRemittance,
} from "./remittance.sql.ts";
import { remittanceAdd, remittanceUpdate } from "./remittance.write.ts";
import { shownRemittances } from "./shown.ts";

type Api = typeof remittanceApi;
async function one(ctx: Ctx, id: number): Promise<RemittanceRow> {
  const [shown] = await shownRemittances(ctx, [found(await storedRemittance(ctx, id), NO_REMITTANCE)]);
  return found(shown, NO_REMITTANCE);
}
async function reveal(ctx: Ctx, id: number, reason: string | undefined): Promise<Output<Api["remittance_reveal"]>> {
  const { remittance_no } = found(await storedRemittance(ctx, id), NO_REMITTANCE);
  await revealAllowed(ctx);
  const sealed = found(
    await row<object>(ctx.db, q`select row_key, payer_account, payer_account_sealed from remittances where id = ${id}`),
    NO_REMITTANCE,
  );
  const changes = [{ field: "payer_account", label: "付款账号", before: null, after: null }];
  ctx.note({ kind: "reveal", noun: "remittance", noun_id: id, noun_no: remittance_no, reason: reason ?? null, changes });
  return { payer_account: openField(sealedRemittance, sealed, "payer_account") ?? "" };
}
/** Of remittances people matched, how many had been suggested; for who sees accounts of the company. */
const taken = (ctx: Ctx): Promise<Output<Api["remittance_stat_get"]>["list"]> =>
  rows(
    ctx.db,
    q`select c.id as company_account_id, c.name as account_name, count(*)::int as matched, count(*) filter (where m.is_suggested)::int as taken
      from line_matches m join statement_lines l on l.id = m.line_id join company_accounts c on c.id = l.company_account_id
      where m.target_noun = 'remittance' and not m.is_auto and ${wholeScope(ctx) ?? q`true`} group by c.id, c.name order by c.name`,
  );
const ok = { ok: true as const };

export function remittanceServer(doors: { bank: BankDoors; remit: RemitPorts }) {
  const moves = remittanceMoves(doors.remit);
  return serveHolding(remittanceApi, heldIn("remittances", "vouchers", "payer_letters"), {
    remittance_query: async (input, ctx) => {
      const list = remittanceList(input, ctx, await financeSettings(ctx.db));
      const page = await pageOf<StoredRemittance>(ctx.db, input, list);
      return { ...page, list: await shownRemittances(ctx, page.list) };
    },
    remittance_counts: async (_, ctx) => ({ counts: await remittanceCounts(ctx) }),
    remittance_stat_get: async (_, ctx) => ({ list: await taken(ctx) }),
    remittance_get: ({ id }, ctx) => one(ctx, id),
    remittance_candidate_query: remittanceCandidates(doors.bank),
    remittance_payable_query: payableQuery,
    remittance_add: async ({ idempotency_key: _key, ...input }, ctx) => one(ctx, await remittanceAdd(input, ctx)),
    remittance_update: async (input, ctx) => {
      await remittanceUpdate(input, ctx);
      return one(ctx, input.id);
    },
    remittance_approve: async (input, ctx) => one(ctx, await moves.approve(input, ctx)),
    remittance_recheck: async (input, ctx) => one(ctx, await moves.recheck(input, ctx)),
    remittance_reverse: async (input, ctx) => one(ctx, await moves.reverse(input, ctx)),
    remittance_reject: async (input, ctx) => {
      await moves.reject(input, ctx);
      return ok;
    },
    remittance_withdraw: async (input, ctx) => {
      await moves.withdraw(input, ctx);
      return ok;
    },
    remittance_reveal: ({ id, reason }, ctx) => reveal(ctx, id, reason),
  });
}
