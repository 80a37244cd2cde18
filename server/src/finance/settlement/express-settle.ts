/** 快递结算: bills of carriers by monthly card; a bill differs by weight, price or services. */
import { expressSettleApi } from "@visadesk/contract/finance/express-settle.ts";
import { SETTLE_PREFIXES } from "@visadesk/contract/finance/settle.words.ts";
import { prefixed, type Output } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serveHolding } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { q, row } from "#kit/db/sql.ts";
import { found } from "#kit/http/refuse.ts";
import { freightCause, rateOf, type ZoneRate } from "../carrier-card/freight.rules.ts";
import { cardList, type CardRow } from "./settle-card.sql.ts";
import type { Causes } from "./settle-import.ts";
import { heldFiles } from "./settle-parts.sql.ts";
import { partyOf } from "./settle-party.sql.ts";
import { approveWith } from "./settle-pay.ts";
import type { SettlePorts } from "./settle-ports.ts";
import { generate, settleHandlers } from "./supplier-settle.ts";

type PartyRow = Output<typeof expressSettleApi.express_settle_party_get>;

/** By the rates of the bill's card, as they stand now. */
export const freightCauses: Causes = async (ctx: Ctx, s) => {
  const card = await row<{ rates: ZoneRate[] }>(ctx.db, q`select rates from carrier_cards where id = ${s.card_id}::int8`);
  const rates = card?.rates ?? [];
  return ({ amount, zone }, theirs) =>
    freightCause(rateOf(rates, zone ?? "other_province"), amount, {
      amount: theirs.amount,
      weight_g: theirs.weight_g ?? null,
      extra: theirs.extra ?? 0,
    });
};

export const expressSettleServer = (ports: SettlePorts) => {
  const kinds = SETTLE_PREFIXES.express_settle;
  const approve = approveWith(ports);
  return serveHolding(expressSettleApi, heldFiles, {
    ...prefixed("express_settle", settleHandlers(kinds, { causes: freightCauses })),
    express_settle_query: (input, ctx) => pageOf<CardRow>(ctx.db, input, cardList(input, ctx)),
    express_settle_party_get: async ({ supplier_id }, ctx) =>
      found(await partyOf<PartyRow>(ctx, supplier_id, kinds), "快递公司不存在或无权查看"),
    express_settle_generate: (input, ctx) => generate(input, ctx, kinds),
    express_settle_approve: (input, ctx) => approve(input, ctx, kinds),
  });
};
