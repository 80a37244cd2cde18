/** What is done with several products of the list at once. */
import type { ReactElement } from "react";
import type { BulkAct, Selection } from "#kit/list/list-types.ts";
import { part } from "#kit/app/part.tsx";
import { idsOf } from "#kit/list/list-model.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { AddToRecommendDialogProps } from "../product-recommend/recommend-add-dialog.tsx";
import { useSkuBulk, type Open } from "./sku-acts.tsx";
import { AdjustDialog } from "../price-adjustment/price-adjustment-sku.tsx";
import type { AddToSpecialDialogProps } from "../special-price-activity/special-add-dialog.tsx";

const AddToRecommend = part<AddToRecommendDialogProps>(() =>
  import("../product-recommend/recommend-add-dialog.tsx").then((m) => m.AddToRecommendDialog),
);
const AddToSpecial = part<AddToSpecialDialogProps>(() =>
  import("../special-price-activity/special-add-dialog.tsx").then((m) => m.AddToSpecialDialog),
);

/** Those that open a dialog of their own leave the selection as it is. */
export function useListBulk(open: Open): readonly BulkAct[] {
  const [on, off, policy] = useSkuBulk(open);
  const through =
    (make: (ids: readonly number[], close: () => void) => ReactElement) =>
    (s: Selection): false => {
      open((close) => make(idsOf(s), close));
      return false;
    };
  const dialogs: readonly BulkAct[] = [
    { label: "批量调价", ids_only: true, run: through((ids, close) => <AdjustDialog skuIds={ids} onClose={close} />) },
    {
      label: "加入推荐",
      ids_only: true,
      may: may.product_recommend,
      run: through((ids, close) => <AddToRecommend skuIds={ids} onClose={close} />),
    },
    {
      label: "加入特价",
      ids_only: true,
      may: may.special_price,
      run: through((ids, close) => <AddToSpecial skuIds={ids} onClose={close} />),
    },
  ];
  return [on, off, ...dialogs, policy].filter((act) => act !== undefined);
}
