/** 供应商物流: every parcel of originals to suppliers and back, what waits for somebody first. */
import { Button } from "antd";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import { PARCEL_TABS } from "@visadesk/contract/supplier/supplier.words.ts";
import { part } from "#kit/app/part.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListActs, ListBulk, ListFigures, ListLead, ListPeek, ListScreen, ListTabs, type ListTab } from "#kit/list/list-screen.tsx";
import { bulkOf } from "../supplier-parcel-act/parcel-bulk.tsx";
import type { ParcelActProps, OpenAct } from "../supplier-parcel-act/parcel-act.tsx";
import type { ParcelAddProps } from "../supplier-parcel-act/parcel-add.tsx";
import type { Parcel, ParcelDetail } from "./parcel-cells.tsx";
import { parcelColumns } from "./parcel-columns.tsx";
import type { ParcelDrawerProps } from "./parcel-drawer.tsx";
import type { ParcelDueProps } from "./parcel-due.tsx";
import type { ParcelEditProps } from "../supplier-parcel-act/parcel-edit.tsx";
import { ParcelPeek } from "./parcel-peek.tsx";
import { useParcelPlace } from "./parcel-place.ts";
import { ParcelRowActs } from "./parcel-row-acts.tsx";
import { dueFilter, ParcelFigures, useDueCount, useParcelCounts } from "./parcel-stats.tsx";
import { useParcelPrint } from "./use-parcel-print.tsx";

const ParcelDrawer = part<ParcelDrawerProps>(() => import("./parcel-drawer.tsx").then((m) => m.ParcelDrawer));
const ParcelAct = part<ParcelActProps>(() => import("../supplier-parcel-act/parcel-act.tsx").then((m) => m.ParcelAct));
const ParcelAdd = part<ParcelAddProps>(() => import("../supplier-parcel-act/parcel-add.tsx").then((m) => m.ParcelAdd));
const ParcelEdit = part<ParcelEditProps>(() => import("../supplier-parcel-act/parcel-edit.tsx").then((m) => m.ParcelEdit));
const ParcelDue = part<ParcelDueProps>(() => import("./parcel-due.tsx").then((m) => m.ParcelDue));

const TABS = keysOf(PARCEL_TABS).map((tab): ListTab<typeof supplierParcelApi.supplier_parcel_query> => ({
  key: tab,
  label: PARCEL_TABS[tab],
  filter: { tab },
  // People who are to be sent have no parcel yet, nor what only a parcel has.
  ...(tab === "due" && { only: ["keyword", "supplier_id"], no_sheet: true }),
}));
const KEYWORD_HINT = "护照号可填完整号码或后4位";

export default function SupplierParcelList() {
  const [dialog, open] = useDialog();
  const place = useParcelPlace();
  const [sheet, print] = useParcelPrint();
  const act: OpenAct = (name, p, left = []) => open((close) => <ParcelAct act={name} p={p} left={left} onClose={close} />);
  const pack = (no: string): void => place.look(no, "desk");
  const add = (kind: ParcelAddProps["kind"]): void =>
    open((close) => <ParcelAdd kind={kind} onMade={kind === "add" ? pack : place.look} onClose={close} />);
  const edit = (d: ParcelDetail): void => open((close) => <ParcelEdit d={d} onClose={close} />);
  return (
    <>
      <ListScreen
        endpoint={supplierParcelApi.supplier_parcel_query}
        title="供应商物流"
        columns={parcelColumns}
        keyword={{ name: "keyword", placeholder: "交接单、运单、申请人、订单", hint: KEYWORD_HINT }}
        filters={["supplier_id", "type", "purpose", "sent_at"]}
        more={["stage", "is_late", "batch_no", "created_by", "signed_at"]}
        row={(p) => <ParcelRowActs p={p} act={act} print={print} />}
      >
        <ListFigures>
          <ParcelFigures />
        </ListFigures>
        <ListTabs tabs={TABS} useCounts={useParcelCounts} />
        <ListLead
          useCount={useDueCount}
          of={(asked) => {
            const filter = dueFilter(asked);
            return filter && <ParcelDue filter={filter} onMade={pack} />;
          }}
        />
        <ListActs>
          <Button onClick={() => add("expect")}>登记供应商寄来</Button>
          <Button type="primary" onClick={() => add("add")}>
            新建交接单
          </Button>
        </ListActs>
        <ListBulk acts={bulkOf({ open, print })} />
        <ListPeek of={(p: Parcel) => <ParcelPeek p={p} />} />
      </ListScreen>
      {place.no !== null && (
        <ParcelDrawer
          key={place.no}
          no={place.no}
          part={place.part}
          onTurn={place.turn}
          act={act}
          print={print}
          onEdit={edit}
          onClose={place.close}
        />
      )}
      {dialog}
      {sheet}
    </>
  );
}
