/** Endpoints of insurance products; costs stay with those who may see them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { insuranceProductApi } from "@visadesk/contract/product/price/insurance-product.ts";
import { insuranceFits } from "@visadesk/contract/product/price/insurance.rules.ts";
import type { Ctx } from "#kit/call/context.ts";
import { heldIn } from "#kit/files/file-keys.ts";
import { pageOf } from "#kit/db/page.ts";
import { found } from "#kit/http/refuse.ts";
import { serveHolding } from "#kit/call/serve.ts";
import { adjustInsurance } from "./insurance-adjust-ask.ts";
import {
  movesOf,
  NO_PRODUCT,
  productAdd,
  productOffSale,
  productOnSale,
  productRemove,
  productUpdate,
  shown,
  shownRates,
  viewed,
} from "./insurance-product.write.ts";
import {
  countriesOf,
  insurers,
  linkedSkus,
  productHead,
  productList,
  productPicks,
  ratesAt,
  type ProductRow,
} from "./insurance-product.sql.ts";
import { insuranceQuote } from "./insurance-quote.ts";
import { withdrawOf } from "../price-adjustment/price-adjustment-add.ts";
import { liveAdjustments } from "../price-adjustment/price-adjustment.sql.ts";

type Api = typeof insuranceProductApi;

async function detail(id: number, ctx: Ctx): Promise<Output<Api["insurance_product_get"]>> {
  const product = await viewed(ctx, id);
  const head = found(await productHead(ctx.db, id), NO_PRODUCT);
  const seesCost = ctx.has(may.cost_view);
  const rates = await ratesAt(ctx.db, id, ctx.now);
  const adjustments = await liveAdjustments(ctx.db, "insurance_product", id);
  return {
    ...shown(ctx, product),
    rates: shownRates(ctx, rates),
    skus: await linkedSkus(ctx.db, id),
    adjustments: adjustments.map((a) => (seesCost ? a : { ...a, cells: a.cells.filter((c) => c.price_kind !== "cost") })),
    moves: await movesOf(ctx, product, rates, head),
  };
}

async function quoted({ id, ...trip }: Parsed<Api["insurance_product_quote"]>, ctx: Ctx): Promise<Output<Api["insurance_product_quote"]>> {
  const quote = await insuranceQuote(ctx.db, id, trip, ctx.now);
  const seesCost = ctx.has(may.cost_view);
  return { ...quote, prices: quote.prices.map(({ cost, ...p }) => (seesCost ? { ...p, cost } : p)) };
}

async function picks(input: Parsed<Api["insurance_product_pick"]>, ctx: Ctx): Promise<Output<Api["insurance_product_pick"]>> {
  const country = input.country_id ? (await countriesOf(ctx.db, [input.country_id]))[0] : undefined;
  const picked = await productPicks(ctx.db, input, ctx.now);
  return { list: picked.map((p) => ({ ...p, fault: country ? insuranceFits(country, p) : null })) };
}

export const insuranceProductServer = serveHolding(insuranceProductApi, heldIn("insurance_products", "clause_file"), {
  insurance_product_query: async (input, ctx) => {
    const page = await pageOf<ProductRow>(ctx.db, input, productList(input, ctx.now));
    return { ...page, list: page.list.map((p) => shown(ctx, p)) };
  },
  insurance_product_get: ({ id }, ctx) => detail(id, ctx),
  insurance_product_add: async (input, ctx) => shown(ctx, await viewed(ctx, await productAdd(input, ctx))),
  insurance_product_update: async (input, ctx) => {
    await productUpdate(input, ctx);
    return shown(ctx, await viewed(ctx, input.id));
  },
  insurance_product_remove: productRemove,
  insurance_product_on_sale: async (input, ctx) => {
    await productOnSale(input, ctx);
    return shown(ctx, await viewed(ctx, input.id));
  },
  insurance_product_off_sale: async (input, ctx) => {
    await productOffSale(input, ctx);
    return shown(ctx, await viewed(ctx, input.id));
  },
  insurance_product_quote: quoted,
  insurance_product_adjust: adjustInsurance,
  insurance_product_adjust_withdraw: withdrawOf("insurance_product"),
  insurance_product_pick: picks,
  insurance_product_insurer_pick: async ({ keyword }, ctx) => ({ list: await insurers(ctx.db, keyword ?? "") }),
});
