/** 矩阵: products down, suppliers across; a cell is priority, adult cost and what is left of today's quota. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, type ReactNode } from "react";
import { askFilter } from "#kit/act/ask.ts";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { FilterBar, FilterChips } from "#kit/list/list-filters.tsx";
import { ListTitle, TabsView } from "#kit/list/list-head.tsx";
import { useListModel } from "#kit/list/list-model.ts";
import { Unread } from "#kit/page/reads.tsx";
import type { ListTab } from "#kit/list/list-types.ts";
import { Rows, type RowsColumn } from "#kit/table/rows.tsx";
import { PAGE_SIZE_MAX } from "@visadesk/contract/kit/constants.ts";
import { supplierProductApi as api } from "@visadesk/contract/supplier/supplier-product.ts";
import { useActs, type Open } from "./match-acts.tsx";
import { SkuCell } from "./match-cells.tsx";
import { useMatchCounts } from "./match-counts.ts";
import { costText, isGap, nameOf, quotaLeft, type Match } from "./match-model.ts";
import "./supplier-product.css";

/** More are no matrix any more; the filter narrows them. */
const MAX_ROWS = 500;
const NO_FILTER = {};

interface Line {
  sku: Match;
  cells: ReadonlyMap<number, Match>;
}
interface Matrix {
  lines: readonly Line[];
  suppliers: readonly { id: number; name: string }[];
}
function matrixOf(rows: readonly Match[]): Matrix {
  const suppliers = new Map(rows.flatMap((m) => (m.supplier_id === null ? [] : [[m.supplier_id, m.supplier_name ?? ""] as const])));
  const lines = [...Map.groupBy(rows, (m) => m.sku_id).values()].flatMap((own) => {
    const [sku] = own;
    return sku ? [{ sku, cells: new Map(own.flatMap((m) => (m.supplier_id === null ? [] : [[m.supplier_id, m] as const]))) }] : [];
  });
  return { lines, suppliers: [...suppliers].map(([id, name]) => ({ id, name })) };
}

async function askAll(filter: Record<string, unknown>, signal: AbortSignal): Promise<Match[]> {
  const all: Match[] = [];
  for (let page = 1; all.length < MAX_ROWS; page++) {
    const paging = { page, page_size: PAGE_SIZE_MAX, sort: "sku_no", order: "asc", count: false };
    const { list } = await askFilter(api.supplier_product_query, { ...filter, ...paging }, { signal, noToast: true });
    all.push(...list);
    if (list.length < PAGE_SIZE_MAX) break;
  }
  return all;
}

function MatchCell({ match, open }: { match: Match; open: Open }) {
  const { first, rest } = useActs({ match, open });
  const left = quotaLeft(match);
  const words = [
    match.status === 1 ? String(match.priority) : "停用",
    costText(match.adult, match.currency),
    left === null ? "不限" : `余 ${left}`,
  ].join(" · ");
  return (
    <ActMenu items={[first, ...rest]}>
      <button type="button" className={`vd-num sup-cell${match.status === 1 ? "" : " vd-muted"}`} title={nameOf(match)}>
        {words}
      </button>
    </ActMenu>
  );
}

const columnsOf = ({ suppliers }: Matrix, open: Open): RowsColumn<Line>[] => [
  { title: "SKU", head: true, className: "sup-first", width: 232, cell: ({ sku }) => <SkuCell match={sku} /> },
  { title: "领区", cell: ({ sku }) => sku.district_name || "不限" },
  ...suppliers.map(({ id, name }) => ({
    title: name,
    cell: ({ cells }: Line): ReactNode => {
      const match = cells.get(id);
      return match && !isGap(match) ? <MatchCell match={match} open={open} /> : <span className="vd-blank">—</span>;
    },
  })),
];

export interface MatchMatrixProps {
  filters: readonly string[];
  more: readonly string[];
  tabs: readonly ListTab<typeof api.supplier_product_query>[];
  /** Of the whole, at the right of the title. */
  acts: ReactNode;
  open: Open;
}

export function MatchMatrix({ filters, more, tabs, acts, open }: MatchMatrixProps) {
  const tabFilter = useCallback(
    (tab: string | undefined): Record<string, unknown> => ({ ...tabs.find((t) => t.key === (tab ?? tabs[0]?.key))?.filter }),
    [tabs],
  );
  const list = useListModel(api.supplier_product_query, tabFilter, NO_FILTER, PAGE_SIZE_MAX);
  const answer = useQuery({
    queryKey: ["supplier_product_query", "matrix", list.body],
    queryFn: ({ signal }) => askAll(list.body, signal),
    placeholderData: keepPreviousData,
  });
  const matrix = matrixOf(answer.data ?? []);
  return (
    <section className="vd-stack vd-list" aria-label="产品匹配">
      <ListTitle title="产品匹配" total={undefined} figures={null} scope={undefined} list={list}>
        {acts}
      </ListTitle>
      <TabsView list={list} tabs={tabs} useCounts={useMatchCounts} />
      <FilterBar list={list} names={filters} more={more} />
      <FilterChips list={list} />
      {!answer.data ? (
        <Unread answer={answer} />
      ) : (
        <>
          <p className="vd-muted vd-small">
            {matrix.lines.length} 个商品 × {matrix.suppliers.length} 家供应商；格内为优先级 · 成人价 · 今日余额
            {answer.data.length >= MAX_ROWS && `。只显示前 ${MAX_ROWS} 个匹配，请用筛选缩小范围`}
          </p>
          <Rows
            label="商品与供应商"
            rows={matrix.lines}
            by={(l) => l.sku.sku_id}
            columns={columnsOf(matrix, open)}
            maxHeight="calc(100vh - 300px)"
            none="没有符合筛选的匹配"
          />
        </>
      )}
    </section>
  );
}
