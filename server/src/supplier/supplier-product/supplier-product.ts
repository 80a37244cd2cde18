/** 产品匹配: who does which product, in which order. */
import { supplierProductApi } from "@visadesk/contract/supplier/supplier-product.ts";
import { pageOf } from "#kit/db/page.ts";
import { serve } from "#kit/call/serve.ts";
import { changeList, type ChangeRow } from "../supplier-change/supplier-change.sql.ts";
import { changeText, deltaOf } from "../supplier-change/supplier-change.rules.ts";
import type { ProductDoor } from "../doors.ts";
import { supplierScope } from "../supplier/supplier-scope.sql.ts";
import { matchCounts, matchList, type MatchRow } from "./supplier-product-list.sql.ts";
import { matchDisable, matchDisableBatch, matchEnable, matchSort } from "./supplier-product-state.ts";
import { matchAdd, matchRemove, matchUpdate, matchView, readerOf, shown } from "./supplier-product-write.ts";

export const supplierProductServer = (doors: ProductDoor) =>
  serve(supplierProductApi, {
    supplier_product_query: async (input, ctx) => {
      const page = await pageOf<MatchRow>(ctx.db, input, matchList(input, readerOf(ctx)));
      return { ...page, list: page.list.map(shown) };
    },
    supplier_product_stat_get: (input, ctx) => matchCounts(ctx.db, input, readerOf(ctx)),
    supplier_product_get: ({ id }, ctx) => matchView(ctx, id),
    supplier_product_add: matchAdd,
    supplier_product_update: (input, ctx) => matchUpdate(input, ctx, doors),
    supplier_product_remove: matchRemove,
    supplier_product_enable: (input, ctx) => matchEnable(input, ctx, doors),
    supplier_product_disable: (input, ctx) => matchDisable(input, ctx, doors),
    supplier_product_disable_batch: (input, ctx) => matchDisableBatch(input, ctx, doors),
    supplier_product_sort: matchSort,
    supplier_change_query: async (input, ctx) => {
      const page = await pageOf<ChangeRow>(ctx.db, input, changeList(input, supplierScope(ctx)));
      return {
        ...page,
        list: page.list.map(({ old_value, new_value, ...h }) => ({
          ...h,
          old_text: h.field === "created" ? "" : changeText(h.field, old_value),
          new_text: changeText(h.field, new_value),
          ...deltaOf({ field: h.field, old: old_value, new: new_value }),
        })),
      };
    },
  });
