/** How the prices of a product moved: the curve of what is sold, and every change with its request. */
import { Section, Stack } from "#kit/page/blocks.tsx";
import { LineChart } from "#kit/chart/charts.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { shanghaiDate, time } from "@visadesk/contract/kit/format.ts";
import { skuPriceApi } from "@visadesk/contract/product/sku/sku-price.ts";
import { PRICE_KINDS } from "@visadesk/contract/product/sku/sku.words.ts";
import "#kit/page/detail.css";
import "../sku/product.css";

type Row = Output<typeof skuPriceApi.sku_price_history>["list"][number];
export interface PriceHistoryProps {
  skuId: number;
  now: number;
}

const DRAWN: ReadonlySet<Row["price_kind"]> = new Set(["retail", "level"]);
const nameOf = (p: Pick<Row, "price_kind" | "ref_id" | "ref_name">): string =>
  [PRICE_KINDS[p.price_kind], p.ref_name ?? p.ref_id].filter(Boolean).join(" ");
const at = (rows: readonly Row[], when: number): number | null =>
  rows.find((p) => Date.parse(p.effective_from) <= when && (p.effective_to === null || Date.parse(p.effective_to) > when))?.adult ?? null;

/** Adult prices at every instant at which one of them changed, and now. */
function curves(list: readonly Row[], now: number) {
  const drawn = list.filter((p) => DRAWN.has(p.price_kind));
  const instants = [...new Set([...drawn.map((p) => Date.parse(p.effective_from)), now])].sort((a, b) => a - b);
  return [...Map.groupBy(drawn, nameOf)].map(([name, rows]) => ({
    name,
    points: instants.flatMap((when) => {
      const value = at(rows, when);
      return value === null ? [] : [{ label: shanghaiDate(new Date(when)).slice(2), value }];
    }),
  }));
}

const COLUMNS: readonly TableColumn<Row>[] = [
  { key: "effective_from", width: 150, render: (p) => <span className="vd-num">{time(p.effective_from).slice(0, 16)}</span> },
  { key: "name", title: "价格", width: 140, render: nameOf },
  { key: "adult", width: 110, align: "end", render: (p) => <Money cents={p.adult} /> },
  { key: "child", width: 110, align: "end", render: (p) => <Money cents={p.child} /> },
  {
    key: "adjust_no",
    render: (p) => (p.adjust_no ? [p.adjust_no, p.maker_name].filter(Boolean).join(" · ") : <span className="vd-muted">首次定价</span>),
  },
];

export function PriceHistory({ skuId, now }: PriceHistoryProps) {
  const answer = useRecord(skuPriceApi.sku_price_history, { id: skuId });
  const { data } = answer;
  if (!data) return <Unread slim answer={answer} rows={4} />;
  const changes = data.list.filter((p) => p.adjust_no !== null);
  const series = curves(data.list, now);
  return (
    <Section title="价格历史" extra={<span className="vd-muted">成人门市价与等级价，每人</span>}>
      {changes.length === 0 ? (
        <p className="vd-muted">还没有调过价</p>
      ) : (
        <Stack>
          <LineChart label="门市价与等级价的变化" series={series} isMoney />
          <Table<Row>
            of={skuPriceApi.sku_price_history.output.shape.list}
            label="价格历史"
            columns={COLUMNS}
            rows={data.list.toSorted((a, b) => Date.parse(b.effective_from) - Date.parse(a.effective_from))}
            rowKey={(p) => p.id}
            density="small"
          />
        </Stack>
      )}
    </Section>
  );
}
