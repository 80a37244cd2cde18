/** 供应商列表: with whom we work, how far their papers hold and what they have of ours. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, Empty } from "antd";
import { askFilter } from "#kit/act/ask.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { part } from "#kit/app/part.tsx";
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListActs, ListBulk, ListEmpty, ListFigures, ListScreen, type Selection } from "#kit/list/list-screen.tsx";
import { byDialog } from "#kit/list/batch-dialog.tsx";
import { to } from "#kit/screens.ts";
import { idsOf } from "#kit/list/list-model.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { COLUMNS } from "./supplier-columns.tsx";
import type { SupplierExposureProps } from "./supplier-exposure.tsx";
import { SupplierMoves } from "./supplier-moves.tsx";
import type { SupplierOwnerProps } from "./supplier-owner.tsx";

const SupplierExposure = part<SupplierExposureProps>(() => import("./supplier-exposure.tsx").then((m) => m.SupplierExposure));
const SupplierOwner = part<SupplierOwnerProps>(() => import("./supplier-owner.tsx").then((m) => m.SupplierOwner));

/** Each figure narrows the rows that stand there to those it counts. */
const FIGURES = [
  ["active", "合作中", "supplier_status", "active", ""],
  ["pending", "待审核", "supplier_status", "pending", "vd-warn"],
  ["expiring", "30天内到期", "paper", "expiring", "vd-warn"],
  ["unsettled", "未结合计", "has_unsettled", "1", ""],
] as const;

function narrowed(search: string, name: string, value: string): string {
  const params = new URLSearchParams(search);
  params.delete("page");
  params.set(name, value);
  return `${to("supplier-list")}?${params}`;
}

function Figures({ filter }: { filter: Record<string, unknown> }) {
  const [search] = useSearchText();
  const counts = useQuery({
    queryKey: ["supplier_stat_get", filter],
    queryFn: ({ signal }) => askFilter(supplierApi.supplier_stat_get, filter, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  }).data;
  return FIGURES.map(([key, label, name, value, tone]) => {
    const n = counts?.[key];
    if (n === undefined) return null;
    const figure = (
      <>
        {label} <b className={`vd-medium vd-num${n > 0 ? ` ${tone}` : ""}`}>{key === "unsettled" ? money(n) : n}</b>
      </>
    );
    return (
      <span key={key} className="vd-apart">
        {n === 0 ? figure : <HrefLink href={narrowed(search, name, value)}>{figure}</HrefLink>}
      </span>
    );
  });
}

export default function SupplierList() {
  const go = useGo();
  const [dialog, open] = useDialog();
  const add = (): void => go(to("supplier-add"));
  const changeOwner = (selection: Selection) =>
    byDialog(open, (onDone, onClose) => <SupplierOwner ids={idsOf(selection)} onDone={onDone} onClose={onClose} />);
  return (
    <>
      <ListScreen
        endpoint={supplierApi.supplier_query}
        title="供应商列表"
        keyword={{ name: "keyword", placeholder: "编号、名称、信用代码、手机", hint: "曾用名也能找到；手机输入全号或后四位" }}
        filters={["kind", "supplier_status", "country_id", "owner_id"]}
        more={["settle_cycle", "paper", "has_unsettled"]}
        columns={COLUMNS}
        row={(s) => <SupplierMoves supplier={s} />}
      >
        <ListFigures>{(filter) => <Figures filter={filter} />}</ListFigures>
        <ListActs>
          <Button onClick={() => open((close) => <SupplierExposure onClose={close} />)}>原件暴露榜</Button>
          <Button type="primary" onClick={add}>
            新增供应商
          </Button>
        </ListActs>
        <ListBulk acts={[{ label: "改负责人", run: changeOwner, ids_only: true }]} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有供应商">
            <Button onClick={add}>新增供应商</Button>
          </Empty>
        </ListEmpty>
      </ListScreen>
      {dialog}
    </>
  );
}
