/** Monthly cards of carriers. One that has a bill stays with its carrier and stays in use. */
import { carrierCardApi } from "@visadesk/contract/finance/carrier-card.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { Ctx } from "#kit/call/context.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import { q, row } from "#kit/db/sql.ts";
import { badInput, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { givenOf } from "#kit/noun/noun.ts";
import { addRow, lockRow, saveRow } from "#kit/noun/save.ts";
import { wholeScope } from "../scope.sql.ts";
import { carrierCardNoun } from "./carrier-card.noun.ts";
import { cardList, cardOf, isTaken, NO_CARD, type CarrierCardRow } from "./carrier-card.sql.ts";

type Api = typeof carrierCardApi;
type Facts = Pick<Parsed<Api["carrier_card_update"]>, "supplier_id" | "team_id">;

async function assertParties(ctx: Ctx, { supplier_id, team_id }: Facts): Promise<void> {
  const supplier = supplier_id && (await row(ctx.db, q`select 1 from suppliers where id = ${supplier_id} and kind = 'express'`));
  if (supplier_id && !supplier) throw badInput({ path: "supplier_id", message: "请选择快递公司" });
  const team = team_id && (await row(ctx.db, q`select 1 from teams where id = ${team_id}`));
  if (team_id && !team) throw badInput({ path: "team_id", message: "请选择使用团队" });
}
async function assertFree(ctx: Ctx, carrier: string, card_no: string, except: number | null): Promise<void> {
  const message = "该承运商已有此月结卡号";
  if (await isTaken(ctx, carrier, card_no, except)) refuse("duplicate", message, { issues: [{ path: "card_no", message }] });
}

export async function addCard(
  { rates, ...input }: Omit<Parsed<Api["carrier_card_add"]>, "idempotency_key">,
  ctx: Ctx,
): Promise<CarrierCardRow> {
  refuseUnless(wholeScope(ctx) === null, "out_of_scope");
  await assertParties(ctx, input);
  await assertFree(ctx, input.carrier_code, input.card_no, null);
  const { id } = await addRow(ctx, carrierCardNoun, { ...input, rates: JSON.stringify(rates) });
  return cardOf(ctx, id);
}

async function update({ id, version, rates, ...set }: Parsed<Api["carrier_card_update"]>, ctx: Ctx): Promise<CarrierCardRow> {
  const known = await cardOf(ctx, id);
  const stored = await lockRow(ctx, carrierCardNoun, { id, version, current: known, missing: NO_CARD });
  const now = await cardOf(ctx, id);
  if (now.is_billed && set.is_enabled === false) refuse("in_use", "已有账单的月结卡不可停用");
  for (const path of ["supplier_id", "carrier_code"] as const)
    if (now.is_billed && set[path] !== undefined && set[path] !== stored[path])
      throw badInput({ path, message: "已有账单的月结卡不能更换快递公司" });
  await assertParties(ctx, set);
  await assertFree(ctx, set.carrier_code ?? now.carrier_code, set.card_no ?? now.card_no, id);
  await saveRow(ctx, carrierCardNoun, {
    id,
    version,
    set: { ...givenOf(carrierCardNoun, set), ...(rates && { rates: JSON.stringify(rates) }), updated_at: ctx.now },
    current: now,
    missing: NO_CARD,
  });
  return cardOf(ctx, id);
}

export const carrierCardServer = serve(carrierCardApi, {
  carrier_card_query: (input, ctx) => pageOf<CarrierCardRow>(ctx.db, input, cardList(input, ctx)),
  carrier_card_get: ({ id }, ctx) => cardOf(ctx, id),
  carrier_card_add: addCard,
  carrier_card_update: update,
});
