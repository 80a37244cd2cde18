/** What is done with several rows of 产品匹配 at once. */
import { useMemo, type ReactElement } from "react";
import { call } from "#kit/app/api.ts";
import { toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { part } from "#kit/app/part.tsx";
import type { BulkAct, Selection } from "#kit/list/list-types.ts";
import { idsOf } from "#kit/list/list-model.ts";
import { supplierProductApi as api } from "@visadesk/contract/supplier/supplier-product.ts";
import type { Open } from "./match-acts.tsx";
import type { MatchAddProps } from "./match-add.tsx";
import type { MatchDisableProps } from "./match-disable.tsx";
import { isGap, type Match } from "./match-model.ts";
import type { MatchOrderProps } from "./match-order.tsx";
import type { MatchPriceBatchProps } from "../supplier-price/match-price-batch.tsx";
import { matchesOf, matchIds, skusOf } from "./match-rows.ts";

const MatchAdd = part<MatchAddProps>(() => import("./match-add.tsx").then((m) => m.MatchAdd));
const MatchDisable = part<MatchDisableProps>(() => import("./match-disable.tsx").then((m) => m.MatchDisable));
const MatchOrder = part<MatchOrderProps>(() => import("./match-order.tsx").then((m) => m.MatchOrder));
const MatchPriceBatch = part<MatchPriceBatchProps>(() => import("../supplier-price/match-price-batch.tsx").then((m) => m.MatchPriceBatch));

const MAX = 200;
const MATCHED = { of: (m: Match) => !isGap(m), none: "选中的商品都还没有匹配" };
const ENABLED = { of: (m: Match) => m.status === 1, none: "选中的都没有启用" };

/** Resolves once the dialog is gone: with true where it was done, so that the selection goes. */
const through = (open: Open, make: (done: () => void, close: () => void) => ReactElement): Promise<boolean> =>
  new Promise((resolve) => {
    let isDone = false;
    open((close) =>
      make(
        () => (isDone = true),
        () => {
          close();
          resolve(isDone);
        },
      ),
    );
  });

export function useMatchBulk(open: Open): readonly BulkAct[] {
  return useMemo(() => {
    /** The picked matches, as many as one act takes. */
    const picked = (s: Selection): number[] | null => {
      const ids = matchIds(idsOf(s));
      if (ids.length > MAX) toast.error(`一次最多 ${MAX} 个匹配`);
      return ids.length === 0 || ids.length > MAX ? null : ids;
    };
    const acts: readonly BulkAct[] = [
      {
        label: "批量匹配",
        ids_only: true,
        run: async (s) => {
          const skus = await skusOf(idsOf(s));
          return through(open, (done, close) => <MatchAdd skus={skus} onDone={done} onClose={close} />);
        },
      },
      {
        label: "批量调价",
        ids_only: true,
        fits: MATCHED,
        run: (s) => {
          const ids = picked(s);
          return ids ? through(open, (done, close) => <MatchPriceBatch ids={ids} onDone={done} onClose={close} />) : false;
        },
      },
      {
        label: "重排优先级",
        ids_only: true,
        fits: ENABLED,
        run: (s) => {
          const ids = picked(s);
          return ids ? through(open, (done, close) => <MatchOrder ids={ids} onDone={done} onClose={close} />) : false;
        },
      },
      {
        label: "停用",
        ids_only: true,
        danger: true,
        fits: ENABLED,
        run: async (s) => {
          const ids = picked(s);
          const matches = ids ? (await matchesOf(ids)).filter((m) => m.status === 1) : [];
          if (matches.length === 0) return false;
          return through(open, (done, close) => <MatchDisable matches={matches} onDone={done} onClose={close} />);
        },
      },
      { label: "导出", run: exportRows },
    ];
    return acts;
  }, [open]);
}

/** A sheet of the picked matches, made in the background. */
async function exportRows(s: Selection): Promise<boolean> {
  const filter = "ids" in s ? { ids: matchIds(s.ids) } : s.filter;
  const expected_count = "ids" in s ? matchIds(s.ids).length : s.count;
  await call("export_add", { endpoint: api.supplier_product_query.name, filter, format: "xlsx", expected_count, idempotency_key: uuid() });
  toast.success("已开始导出，完成后在任务中下载");
  return false;
}
