/** Which products offer a refusal protection. What was sold on one stays covered after it is taken off. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { LINK_MAX, refuseNoWorryLinkApi } from "@visadesk/contract/product/price/refuse-no-worry-link.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, found, refuse, refuseUnless } from "#kit/http/refuse.ts";
import { serve, type Served } from "#kit/call/serve.ts";
import type { ProtectionDoors } from "../doors.ts";
import { protectionPrice } from "../price/person.rules.ts";
import { amountRow, lockProtection } from "./refuse-no-worry-product.sql.ts";
import { lockTarget } from "../price-adjustment/price-adjustment.sql.ts";
import { adjustLinks } from "./refuse-no-worry-link-adjust.ts";
import {
  arrangedOverrides,
  linkCandidates,
  linkList,
  linksById,
  type Candidate,
  type CandidateFilter,
  type LinkFound,
  type LinkRow,
} from "./refuse-no-worry-link.sql.ts";

type Api = typeof refuseNoWorryLinkApi;
type In<K extends keyof Api> = Parsed<Api[K]>;
const NO_PRODUCT = "拒签无忧产品不存在";
const NAMED = 10;
const EXAMPLES = 8;

const noteOf = (ctx: Ctx, product: { id: number; name: string }, change: Omit<FieldChange, "field">): void =>
  ctx.note({
    noun: "refuse_no_worry_product",
    noun_id: product.id,
    noun_no: product.name,
    changes: [{ field: "links", ...change }],
  });
/** The first products by number, and how many they are. */
const namesOf = (list: readonly { sku_no: string }[]): string =>
  `${list
    .slice(0, NAMED)
    .map((l) => l.sku_no)
    .join("、")}${list.length > NAMED ? ` 等${list.length}个` : ""}`;
const priceWord = (override: number | null): string => (override === null ? "按产品定价" : money(override));

async function candidatesOf(ctx: Ctx, productId: number, filter: CandidateFilter): Promise<{ fresh: Candidate[]; linked: number }> {
  if (Object.values(filter).every((v) => v === undefined || v === ""))
    throw badInput({ path: "filter", message: "请选择国家、签证类型、签证形式或商品" });
  const all = await linkCandidates(ctx.db, productId, filter);
  const fresh = all.filter((c) => !c.is_linked);
  return { fresh, linked: all.length - fresh.length };
}

async function add(input: In<"refuse_no_worry_link_add">, ctx: Ctx): Promise<{ added: number }> {
  const product = found(await lockProtection(ctx.db, input.product_id), NO_PRODUCT);
  refuseUnless(input.price_override === null || product.first_listed_at === null, "locked", "已上架过的产品请先关联，再申请单独定价");
  const { fresh } = await candidatesOf(ctx, product.id, input.filter);
  refuseUnless(fresh.length === input.expected_count, "count_changed", "符合条件的商品数已变化，请重新确认", { count: fresh.length });
  refuseUnless(fresh.length > 0, "guard_failed", "没有可关联的商品，请调整范围");
  refuseUnless(fresh.length <= LINK_MAX, "limit_exceeded", `一次最多关联${LINK_MAX}个商品，请缩小范围`);
  // What was reviewed for a product that was taken off does not come back with it.
  await ctx.db
    .deleteFrom("refuse_no_worry_prices")
    .where("product_id", "=", product.id)
    .where(
      "sku_id",
      "in",
      fresh.map((c) => c.id),
    )
    .execute();
  await ctx.db
    .insertInto("refuse_no_worry_links")
    .values(fresh.map((c) => ({ product_id: product.id, sku_id: c.id, price_override: input.price_override, created_at: ctx.now })))
    .execute();
  noteOf(ctx, product, { label: "关联商品", before: null, after: `${namesOf(fresh)}（${priceWord(input.price_override)}）` });
  return { added: fresh.length };
}

/** The links of a call, all of them still there. */
async function linksOf(ctx: Ctx, input: { product_id: number; ids: readonly number[] }) {
  const product = found(await lockProtection(ctx.db, input.product_id), NO_PRODUCT);
  const links = await linksById(ctx.db, product.id, input.ids, ctx.now);
  refuseUnless(links.length === new Set(input.ids).size, "count_changed", "所选商品已有变化，请刷新后再试", { count: links.length });
  return { product, links };
}
const idsOf = (links: readonly LinkRow[]): number[] => links.map((l) => l.id);

async function update(input: In<"refuse_no_worry_link_update">, ctx: Ctx): Promise<{ changed: number }> {
  const { product, links } = await linksOf(ctx, input);
  refuseUnless(product.first_listed_at === null, "locked", "已上架过的产品，单独定价请走调价审核");
  const changed = links.filter((l) => l.price_override !== input.price_override);
  refuseUnless(changed.length > 0, "guard_failed", "新旧价格相同");
  await ctx.db
    .updateTable("refuse_no_worry_links")
    .set({ price_override: input.price_override })
    .where("id", "in", idsOf(changed))
    .execute();
  const before = [...new Set(changed.map((l) => priceWord(l.price_override)))].join("、");
  noteOf(ctx, product, { label: `单独定价 ${namesOf(changed)}`, before, after: priceWord(input.price_override) });
  return { changed: changed.length };
}

async function remove(input: In<"refuse_no_worry_link_remove">, ctx: Ctx): Promise<{ removed: number }> {
  await lockTarget(ctx.db, "refuse_no_worry_product", input.product_id);
  const { product, links } = await linksOf(ctx, input);
  const [arranged] = await arrangedOverrides(
    ctx.db,
    product.id,
    links.map((l) => l.sku_id),
    ctx.now,
  );
  if (arranged) refuse("in_use", `商品 ${arranged.sku_no} 有待生效的调价单 ${arranged.adjust_no}，请先取消生效`);
  await ctx.db.deleteFrom("refuse_no_worry_links").where("id", "in", idsOf(links)).execute();
  noteOf(ctx, product, { label: "关联商品", before: namesOf(links), after: null });
  return { removed: links.length };
}

export const refuseNoWorryLinkServer = (doors: ProtectionDoors): { readonly [K in keyof Api]: Served } =>
  serve(refuseNoWorryLinkApi, {
    refuse_no_worry_link_query: async (input, ctx) => {
      const product = found(await amountRow(ctx.db, input.product_id, ctx.now), NO_PRODUCT);
      const page = await pageOf<LinkFound>(ctx.db, input, linkList(input, doors, ctx.now));
      return {
        ...page,
        list: page.list.map((l) => ({
          ...l,
          price: l.retail_adult === null ? null : protectionPrice(product, l.retail_adult, l.price_override),
        })),
      };
    },
    refuse_no_worry_link_check: async (input, ctx) => {
      found(await amountRow(ctx.db, input.product_id, ctx.now), NO_PRODUCT);
      const { fresh, linked } = await candidatesOf(ctx, input.product_id, input.filter);
      return { count: fresh.length, linked, examples: fresh.slice(0, EXAMPLES).map((c) => c.name) };
    },
    refuse_no_worry_link_add: add,
    refuse_no_worry_link_update: update,
    refuse_no_worry_link_adjust: adjustLinks,
    refuse_no_worry_link_remove: remove,
  });
