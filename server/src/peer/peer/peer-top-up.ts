/** Money of a peer that staff saw come in: registered once per way and number, posted at once. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { peerTopUpApi } from "@visadesk/contract/peer/peer/peer-money.ts";
import { TOP_UP_PURPOSES } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { peerAccountsOf, postRepay, postTopUp } from "../../ledger/index.ts";
import { workerNames } from "./names.sql.ts";
import { NO_PEER } from "./peer-scope.sql.ts";
import { payingPeer, topUpList, topUpRow, tradeNo, type PayingPeer, type TopUpRow } from "./peer-top-up.sql.ts";

type Api = typeof peerTopUpApi;
type Facts = Omit<Parsed<Api["peer_top_up_add"]>, "idempotency_key">;

async function shown(ctx: Pick<Ctx, "db">, list: readonly TopUpRow[]): Promise<Output<Api["peer_top_up_add"]>[]> {
  const names = await workerNames(
    ctx.db,
    list.map((t) => t.created_by),
  );
  return list.map((t) => ({ ...t, created_by_name: names.get(t.created_by ?? 0) ?? null }));
}

const NO_DEBT = "该同行没有未还授信，请登记为充值";
/** Ten million yuan: beyond it somebody typed too many zeros. */
const MOST = 1_000_000_000;
/** Writes and posts it; answers its id. */
async function book(ctx: Ctx, peer: PayingPeer, { proof_files, ...facts }: Facts): Promise<number> {
  const made = await ctx.db
    .insertInto("peer_top_ups")
    .values({ ...facts, proof_files: [...proof_files], created_by: ctx.me.worker_id, created_at: ctx.now })
    .onConflict((c) => c.columns(["method", "trade_no"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  const taken = `交易号已登记：${facts.trade_no}`;
  if (!made) return refuse("duplicate", taken, { issues: [{ path: "trade_no", message: taken }] });
  const money = { peer_id: peer.id, amount: facts.amount, way: facts.method, source_noun: "peer_top_up", source_id: made.id };
  const journal_id = await (facts.purpose === "repay" ? postRepay : postTopUp)(ctx, money);
  await ctx.db.updateTable("peer_top_ups").set({ journal_id }).where("id", "=", made.id).execute();
  const change = { field: "amount", label: TOP_UP_PURPOSES[facts.purpose], before: null, after: facts.amount };
  ctx.note({ noun: "peer", noun_id: peer.id, noun_no: peer.short_name, changes: [change] });
  return made.id;
}

/** Registers money that came in, and posts it where it belongs. */
export async function addTopUp(facts: Facts, ctx: Ctx): Promise<Output<Api["peer_top_up_add"]>> {
  if (facts.amount > MOST) throw badInput({ path: "amount", message: "单笔最多登记 ¥10,000,000.00，更大金额请分笔登记" });
  const peer = found(await payingPeer(ctx, facts.peer_id), NO_PEER);
  const trade_no = tradeNo(facts.trade_no);
  if (trade_no === "") throw badInput({ path: "trade_no", message: "请输入交易号" });
  refuseUnless(peer.peer_status === "active", "guard_failed", "同行已停用，不能登记充值");
  if (Date.parse(facts.paid_at) > ctx.now.getTime() + 60_000) throw badInput({ path: "paid_at", message: "到账时间不能晚于现在" });
  const { credit_used = 0 } = (await peerAccountsOf(ctx.db, [peer.id])).get(peer.id) ?? {};
  refuseUnless(facts.purpose === "top_up" || credit_used > 0, "guard_failed", NO_DEBT, {
    issues: [{ path: "purpose", message: NO_DEBT }],
  });
  const [row] = await shown(ctx, [found(await topUpRow(ctx.db, await book(ctx, peer, { ...facts, trade_no })), NO_PEER)]);
  return found(row, NO_PEER);
}

export const peerTopUpServer = serve(peerTopUpApi, {
  peer_top_up_query: async (input, ctx) => {
    const page = await pageOf<TopUpRow>(ctx.db, input, topUpList(input, ctx));
    return { ...page, list: await shown(ctx, page.list) };
  },
  peer_top_up_add: ({ idempotency_key: _key, ...facts }, ctx) => addTopUp(facts, ctx),
});
