/** 产品匹配: which supplier does which product, at what cost; as a list, or as products by suppliers. */
import { Button, Empty, Segmented } from "antd";
import { useMemo } from "react";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListActs, ListBulk, ListEmpty, ListScreen, ListTabs, type ListTab } from "#kit/list/list-screen.tsx";
import { part } from "#kit/app/part.tsx";
import { useCan } from "#kit/app/session.ts";
import { useSearchText } from "#kit/filter/use-url.ts";
import { entriesOf } from "#kit/words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { supplierProductApi as api } from "@visadesk/contract/supplier/supplier-product.ts";
import { MATCH_TABS } from "@visadesk/contract/supplier/supplier.words.ts";
import "#shared/spu-picker.ts";
import { MatchActs } from "./match-acts.tsx";
import type { MatchAddProps } from "./match-add.tsx";
import { useMatchBulk } from "./match-bulk.tsx";
import { matchColumns } from "./match-columns.tsx";
import { useMatchCounts } from "./match-counts.ts";
import type { MatchMatrixProps } from "./match-matrix.tsx";
import type { MatchSheetProps } from "../supplier-price/match-sheet.tsx";

const MatchAdd = part<MatchAddProps>(() => import("./match-add.tsx").then((m) => m.MatchAdd));
const MatchSheet = part<MatchSheetProps>(() => import("../supplier-price/match-sheet.tsx").then((m) => m.MatchSheet));
const MatchMatrix = part<MatchMatrixProps>(() => import("./match-matrix.tsx").then((m) => m.MatchMatrix), null, "drawn");

const TABS: readonly ListTab<typeof api.supplier_product_query>[] = entriesOf(MATCH_TABS).map(([key, label]) => ({
  key,
  label,
  filter: key === "all" ? {} : { tab: key },
}));
const FILTERS = ["sku_id", "supplier_id", "country_id", "match_state"] as const;
const MORE = ["spu_id", "embassy_id", "supplier_code", "valid_to"] as const;

/** Which of the two stands there is part of the address. */
function useView(): readonly ["list" | "matrix", (view: "list" | "matrix") => void] {
  const [search, replace] = useSearchText();
  const set = (view: "list" | "matrix"): void => {
    const params = new URLSearchParams(window.location.search);
    if (view === "list") params.delete("show");
    else params.set("show", view);
    replace(params.toString());
  };
  return [new URLSearchParams(search).get("show") === "matrix" ? "matrix" : "list", set];
}

export default function SupplierProductList() {
  const seesMargin = useCan(may.cost_view);
  const [dialog, open] = useDialog();
  const [view, show] = useView();
  const columns = useMemo(() => matchColumns(seesMargin), [seesMargin]);
  const bulk = useMatchBulk(open);
  const acts = (
    <>
      <Segmented<"list" | "matrix">
        size="small"
        aria-label="视图"
        options={[
          { value: "list", label: "列表" },
          { value: "matrix", label: "矩阵" },
        ]}
        value={view}
        onChange={show}
      />
      <Button onClick={() => open((close) => <MatchSheet onClose={close} />)}>导入报价</Button>
      <Button type="primary" onClick={() => open((close) => <MatchAdd skus={[]} onClose={close} />)}>
        批量匹配
      </Button>
    </>
  );
  return (
    <>
      {view === "matrix" ? (
        <MatchMatrix filters={FILTERS} more={MORE} tabs={TABS} acts={acts} open={open} />
      ) : (
        <ListScreen
          endpoint={api.supplier_product_query}
          title="产品匹配"
          filters={FILTERS}
          more={MORE}
          columns={columns}
          row={(m) => <MatchActs match={m} open={open} />}
        >
          <ListTabs tabs={TABS} useCounts={useMatchCounts} />
          <ListActs>{acts}</ListActs>
          <ListBulk acts={bulk} />
          <ListEmpty>
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有产品匹配，先为商品匹配供应商" />
          </ListEmpty>
        </ListScreen>
      )}
      {dialog}
    </>
  );
}
