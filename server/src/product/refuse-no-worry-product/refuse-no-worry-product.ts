/** 拒签无忧: what is covered, for how much, who may not buy it. What was sold lives in the orders' own snapshots. */
import { canMove } from "@visadesk/contract/kit/flow.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { refuseNoWorryProductApi } from "@visadesk/contract/product/price/refuse-no-worry-product.ts";
import { refuseNoWorryProductFlow as flow } from "@visadesk/contract/product/price/refuse-no-worry-product.flow.ts";
import { cellChanges } from "#kit/call/changes.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { isoTimes } from "#kit/call/json-times.ts";
import { moveRow } from "#kit/noun/move.ts";
import { definedOf } from "#kit/files/objects.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve, type Served } from "#kit/call/serve.ts";
import type { ProtectionDoors } from "../doors.ts";
import { adjustProtection } from "./refuse-no-worry-adjust-ask.ts";
import { assertInsurer } from "../insurance-product/insurer.ts";
import { ageOn, protectionExcludes, protectionPayout, protectionPrice } from "../price/person.rules.ts";
import { withdrawOf } from "../price-adjustment/price-adjustment-add.ts";
import { liveAdjustments } from "../price-adjustment/price-adjustment.sql.ts";
import {
  listingFault,
  protectionCells,
  sameAmounts,
  typedFaults,
  usedAmounts,
  type Amounts,
  type Protection,
} from "./refuse-no-worry-product.rules.ts";
import {
  isProtectionNamed,
  lockProtection,
  protectionList,
  protectionView,
  resultsByCountry,
  resultsByIdentity,
  wasProtectionSold,
} from "./refuse-no-worry-product.sql.ts";
import { refuseNoWorryProductNoun } from "./refuse-no-worry-product.noun.ts";
import { lockRow, removeRow, saveRow } from "#kit/noun/save.ts";

type Api = typeof refuseNoWorryProductApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
const NO_PRODUCT = "拒签无忧产品不存在";

/** The cost only for those who may see costs; for others there is no such field. */
function shown<P extends Protection>(ctx: Ctx, { reserve_cost, ...product }: P) {
  return { ...product, ...(ctx.has(may.cost_view) && reserve_cost !== undefined && { reserve_cost }) };
}
const viewed = async (ctx: Ctx, doors: ProtectionDoors, id: number): Promise<Protection> =>
  found(await protectionView(ctx.db, id, doors, ctx.now), NO_PRODUCT);

const noteOf = (ctx: Ctx, product: { id: number; name: string }, changes: readonly FieldChange[]): void =>
  ctx.note({ noun: "refuse_no_worry_product", noun_id: product.id, noun_no: product.name, changes });

async function assertFree(ctx: Ctx, name: string, except: number | null): Promise<void> {
  if (await isProtectionNamed(ctx.db, name, except))
    refuse("duplicate", "名称已存在", { issues: [{ path: "name", message: "名称已存在" }] });
}
function assertCost(ctx: Ctx, cost: number | undefined): void {
  refuseUnless(cost === undefined || ctx.has(may.cost_view), "not_allowed", "没有查看成本与毛利的权限，不能填写计提成本");
}

function assertAmounts(...[pricing, typed]: Parameters<typeof typedFaults>): void {
  const issues = typedFaults(pricing, typed);
  if (issues.length > 0) throw badInput(...issues);
}

async function add(input: In<"refuse_no_worry_product_add">, ctx: Ctx, doors: ProtectionDoors): Promise<Protection> {
  assertCost(ctx, input.reserve_cost);
  assertAmounts(input.pricing, input);
  await assertFree(ctx, input.name, null);
  if (input.supplier_id) await assertInsurer(ctx, input.supplier_id, null);
  const { exclusions, reserve_cost = 0, ...facts } = input;
  const { id } = await ctx.db
    .insertInto("refuse_no_worry_products")
    .values({
      ...facts,
      ...usedAmounts(input),
      reserve_cost,
      exclusions: JSON.stringify(exclusions),
      product_status: "draft",
      created_by: ctx.me.worker_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const product = await viewed(ctx, doors, id);
  noteOf(ctx, product, cellChanges(null, protectionCells(product)));
  return product;
}

/** The amounts as they shall be: a product that was listed keeps those it has. */
function nextAmounts(before: Protection, input: In<"refuse_no_worry_product_update">): Amounts {
  const { pricing = before.pricing, price = before.price, price_rate = before.price_rate, price_min = before.price_min } = input;
  assertAmounts(pricing, input);
  const next = usedAmounts({ pricing, price, price_rate, price_min });
  refuseUnless(before.first_listed_at === null || sameAmounts(before, next), "locked", "已上架过的产品请走调价审核");
  return next;
}

async function update(input: In<"refuse_no_worry_product_update">, ctx: Ctx, doors: ProtectionDoors): Promise<Protection> {
  assertCost(ctx, input.reserve_cost);
  found(await lockProtection(ctx.db, input.id), NO_PRODUCT);
  const before = await viewed(ctx, doors, input.id);
  await lockRow(ctx, refuseNoWorryProductNoun, { id: input.id, version: input.version, current: shown(ctx, before) });
  if (input.name !== undefined) await assertFree(ctx, input.name, input.id);
  if (input.supplier_id) await assertInsurer(ctx, input.supplier_id, before.supplier_id);
  const { id, version, exclusions, pricing: _way, price: _price, price_rate: _rate, price_min: _min, ...facts } = input;
  const amounts = nextAmounts(before, input);
  const set = {
    ...definedOf(facts),
    ...(before.first_listed_at === null && amounts),
    ...(exclusions !== undefined && { exclusions: JSON.stringify(exclusions) }),
    updated_at: ctx.now,
  };
  await saveRow(ctx, refuseNoWorryProductNoun, { id, version, set, told: true });
  const after = await viewed(ctx, doors, id);
  noteOf(ctx, after, cellChanges(protectionCells(before), protectionCells(after)));
  return after;
}

async function move(
  input: In<"refuse_no_worry_product_on_sale">,
  ctx: Ctx,
  doors: ProtectionDoors,
  to: "on_sale" | "off_sale",
): Promise<Protection> {
  found(await lockProtection(ctx.db, input.id), NO_PRODUCT);
  const before = await viewed(ctx, doors, input.id);
  const fault = to === "on_sale" && canMove(flow, before.product_status, to) ? listingFault(before) : null;
  if (fault) refuse("incomplete", fault);
  await moveRow(ctx, refuseNoWorryProductNoun, to, {
    id: input.id,
    version: input.version,
    to,
    set: { updated_at: ctx.now, ...(to === "on_sale" && before.first_listed_at === null && { first_listed_at: ctx.now }) },
  });
  const { states } = flow;
  noteOf(ctx, before, [{ field: "product_status", label: "状态", before: states[before.product_status].label, after: states[to].label }]);
  return viewed(ctx, doors, input.id);
}

async function remove(input: In<"refuse_no_worry_product_remove">, ctx: Ctx, doors: ProtectionDoors): Promise<{ ok: true }> {
  found(await lockProtection(ctx.db, input.id), NO_PRODUCT);
  const product = await viewed(ctx, doors, input.id);
  refuseUnless(!(await wasProtectionSold(ctx.db, input.id, doors)), "in_use", "已售出，仅可停售");
  refuseUnless(product.first_listed_at === null, "state_changed", "已上架过，仅可停售");
  await lockRow(ctx, refuseNoWorryProductNoun, { ...input, current: shown(ctx, product) });
  await ctx.db.deleteFrom("refuse_no_worry_links").where("product_id", "=", product.id).execute();
  await removeRow(ctx, refuseNoWorryProductNoun, input);
  noteOf(ctx, product, [{ field: "id", label: "产品", before: product.name, after: null }]);
  return { ok: true };
}

async function trial(
  input: In<"refuse_no_worry_product_trial">,
  ctx: Ctx,
  doors: ProtectionDoors,
): Promise<Output<Api["refuse_no_worry_product_trial"]>> {
  const product = await viewed(ctx, doors, input.id);
  const { service, embassy, centre, identity = null, birth_date, refused_on = null } = input;
  const fees = { service, embassy, centre };
  const today = shanghaiDate(ctx.now);
  const order_price = service + embassy + centre;
  const payout = protectionPayout(product, fees);
  return {
    order_price,
    price: protectionPrice(product, order_price),
    covered: protectionPayout({ ...product, rate: 100, cap: 0 }, fees),
    payout,
    is_capped: payout < protectionPayout({ ...product, cap: 0 }, fees),
    excluded: protectionExcludes(
      product,
      { identity, age: birth_date ? ageOn(birth_date, today) : null, refused_before: refused_on ? true : null, refused_on },
      today,
    ),
  };
}

export const refuseNoWorryProductServer = (doors: ProtectionDoors): { readonly [K in keyof Api]: Served } =>
  serve(refuseNoWorryProductApi, {
    refuse_no_worry_product_query: async (input, ctx) => {
      const page = await pageOf<Protection>(ctx.db, input, protectionList(input, doors, ctx.now));
      return { ...page, list: page.list.map((p) => shown(ctx, p)) };
    },
    refuse_no_worry_product_get: async ({ id }, ctx) => ({
      ...shown(ctx, await viewed(ctx, doors, id)),
      by_country: await resultsByCountry(ctx.db, id, doors),
      by_identity: await resultsByIdentity(ctx.db, id, doors),
      adjustments: (await liveAdjustments(ctx.db, "refuse_no_worry_product", id)).map(isoTimes),
    }),
    refuse_no_worry_product_add: async (input, ctx) => shown(ctx, await add(input, ctx, doors)),
    refuse_no_worry_product_update: async (input, ctx) => shown(ctx, await update(input, ctx, doors)),
    refuse_no_worry_product_on_sale: async (input, ctx) => shown(ctx, await move(input, ctx, doors, "on_sale")),
    refuse_no_worry_product_off_sale: async (input, ctx) => shown(ctx, await move(input, ctx, doors, "off_sale")),
    refuse_no_worry_product_remove: (input, ctx) => remove(input, ctx, doors),
    refuse_no_worry_product_trial: (input, ctx) => trial(input, ctx, doors),
    refuse_no_worry_product_adjust: adjustProtection,
    refuse_no_worry_product_adjust_withdraw: withdrawOf("refuse_no_worry_product"),
  });
