/** What is done with a product as a whole, one or many; short, since every list of products loads it. */
import { api, done, move, optional, pick, rowResult, write } from "../../kit/endpoint.ts";
import { choice, id, ids, int, longText, z } from "../../kit/field.ts";
import { may } from "../../permissions.ts";
import { sku, skuApi } from "./sku.ts";
import { skuFlow } from "./sku.flow.ts";

export const OFF_REASONS = {
  policy: "使领馆政策变化",
  supplier: "供应商停供",
  price: "价格待定",
  season: "季节性停办",
  paper: "资料待更新",
  other: "其他",
} as const;
/** Products moved at once. */
export const SKUS_MAX = 200;
/** Products moved at once by a filter. */
export const FILTER_MAX = 500;

const of = pick(sku, "id", "version");
const reason = { reason_kind: choice("下架原因", OFF_REASONS), reason: longText("说明", 200, 2) };
const batchMoves = { on_sale: "上架", off_sale: "下架", archive: "归档", restore: "恢复" } as const;
const PAGING = { page: true, page_size: true, sort: true, order: true, cursor: true, count: true, fields: true } as const;
const skuIds = () => ids("商品", SKUS_MAX, "sku").min(1, { error: "请选择商品" });
const selection = {
  ids: z.optional(skuIds()),
  /** In place of ids: everything the list's filter matches, and how many the caller saw. */
  filter: z.optional(skuApi.sku_query.input.omit(PAGING).meta({ label: "筛选" })),
  expected_count: int("已选商品数"),
};
const results = z.object({ results: z.array(rowResult), done: int("已完成") });

export const skuMoveApi = api({
  sku_remove: write("删除商品", may.sku, of, done),
  sku_on_sale: move(skuFlow, "on_sale", of, done),
  sku_off_sale: move(skuFlow, "off_sale", { ...of, ...reason }, done),
  sku_archive: move(skuFlow, "archive", of, done),
  sku_restore: move(skuFlow, "restore", of, done),
  /** Each product stands or falls by itself. */
  sku_move_batch: write("批量上架下架", may.sku, { ...selection, move: choice("操作", batchMoves), ...optional(reason) }, results, {
    key: true,
  }),
  sku_policy_batch: write("批量替换退款政策", may.sku, { ...selection, refund_policy_id: id("退款政策", "refund_policy") }, results, {
    key: true,
  }),
});
