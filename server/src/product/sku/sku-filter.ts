/** The list's filter as the database can answer it: the one way from what was asked to rows, for list, sheet and acts upon many. */
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { SALE_BLOCKS, type skuApi } from "@visadesk/contract/product/sku/sku.ts";
import type { Ctx } from "#kit/call/context.ts";
import { Denied } from "#kit/http/refuse.ts";
import { judgedSkus, type JudgedSku } from "./sku-judged.ts";
import { JUDGED_FILTERS, type SkuFilter } from "./sku-list.sql.ts";

type Asked = Partial<Omit<Parsed<typeof skuApi.sku_query>, "page" | "page_size">>;

export const isBlocked = (s: JudgedSku): boolean => s.sku_status === "on_sale" && s.blocks.length > 0;
/** A paper's block names the paper: 资料「…」已停用. */
const isBlock = (block: string, kind: keyof typeof SALE_BLOCKS): boolean =>
  kind === "document" ? block.startsWith("资料「") : block === SALE_BLOCKS[kind];

/** What must be judged becomes the ids that remain; margins are filtered by whoever may see them. */
export async function skuFilterOf(asked: Asked, ctx: Ctx): Promise<SkuFilter> {
  const { is_complete, is_blocked, block, margin, is_below_floor, ...plain } = asked;
  if (JUDGED_FILTERS.every((name) => asked[name] === undefined)) return plain;
  if (!ctx.has(may.cost_view) && (margin || is_below_floor !== undefined)) throw new Denied(may.cost_view);
  const holds = (s: JudgedSku): boolean =>
    (is_complete === undefined || (s.completeness === 100) === is_complete) &&
    (is_blocked === undefined || isBlocked(s) === is_blocked) &&
    (!block || (s.sku_status === "on_sale" && s.blocks.some((b) => block.some((kind) => isBlock(b, kind))))) &&
    (!margin || (s.margin !== null && s.margin >= (margin.from ?? -Infinity) && s.margin <= (margin.to ?? Infinity))) &&
    (is_below_floor === undefined || s.below_floor === is_below_floor);
  return { ...plain, ids: (await judgedSkus(ctx.db, ctx.now)).filter(holds).map((s) => s.id) };
}
