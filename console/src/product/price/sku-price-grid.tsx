/** 价格: rows of the trade against bands, with the margin beside what was typed. A block copied from a sheet goes in from any cell. */
import { DeleteOutlined } from "@ant-design/icons";
import { Alert, Button } from "antd";
import { useState, type ClipboardEvent } from "react";
import { Rows, type RowsColumnOf } from "#kit/table/rows.tsx";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { LEVEL_CODES } from "@visadesk/contract/peer/level/level.words.ts";
import { PRICE_BANDS } from "@visadesk/contract/product/price/price-adjustment.ts";
import {
  bandsOf,
  frozenRow,
  gridFaults,
  isFeeKind,
  isSaleKind,
  marginAt,
  sameRow,
  type GridFault,
  type PriceBand,
} from "@visadesk/contract/product/sku/sku-price.rules.ts";
import { Margin } from "../sku/sku-cells.tsx";
import { GroupPicker, PeerPicker } from "#shared/record-pickers.tsx";
import { refName } from "./ref-name.ts";
import { FeeSource } from "./sku-fee-source.tsx";
import {
  pasteAmounts,
  priceOf,
  putPrice,
  typeAmount,
  type Price,
  type RowKey,
  type SkuEdit,
  type Tier,
} from "../sku-edit/sku-form-model.ts";

interface GridLine extends RowKey {
  label: string;
  note?: string;
  isOwn?: boolean;
}

/** Every row the grid shows: those of all products, those of this one's groups, peers and tiers. */
function linesOf(prices: readonly Price[], { tiers, refNames }: Pick<PriceContext, "tiers" | "refNames">): GridLine[] {
  const own = (kind: "group" | "peer", label: string): GridLine[] =>
    prices
      .filter((r) => r.price_kind === kind)
      .map((r) => ({ price_kind: kind, ref_id: r.ref_id, label: `${label} ${refName(r, refNames)}`, isOwn: true }));
  return [
    { price_kind: "retail", ref_id: "", label: "门市价" },
    ...keysOf(LEVEL_CODES).map((v): GridLine => ({ price_kind: "level", ref_id: v, label: `等级价 ${v}` })),
    ...own("group", "分组价"),
    ...own("peer", "客户专属价"),
    { price_kind: "embassy_fee", ref_id: "", label: "签证费", note: "免费填0" },
    { price_kind: "centre_fee", ref_id: "", label: "签证中心服务费" },
    ...tiers.map((t): GridLine => ({ price_kind: "urgent", ref_id: t.tier_code, label: `加急费 ${t.name}` })),
  ];
}

export interface PriceContext {
  childAge: number;
  tiers: readonly Tier[];
  /** Names of the groups and peers that have prices. */
  refNames: SkuEdit["ref_names"];
  cost: SkuEdit["cost"];
  floor: number | null;
  fees: SkuEdit["fees"];
}
interface CellProps {
  line: GridLine;
  band: PriceBand;
  row: Price | undefined;
  fault: GridFault | undefined;
  onType: (cents: number | null) => void;
  onPaste: (e: ClipboardEvent) => void;
}

/** An amount; one that follows from a foreign fee is only read. */
function AmountCell({ line, band, row, fault, onType, onPaste }: CellProps) {
  const cents = row ? row[band] : null;
  const isFrozen = row !== undefined && isFeeKind(row.price_kind) && row.currency !== "CNY";
  return (
    <div title={fault?.message ?? ""} onPaste={onPaste}>
      {isFrozen ? (
        <Money cents={cents} />
      ) : (
        <MoneyInput
          aria-label={`${line.label} ${PRICE_BANDS[band]}`}
          value={cents}
          onChange={onType}
          {...(band === "child" && row && isFeeKind(line.price_kind) && { placeholder: "同成人" })}
        />
      )}
    </div>
  );
}

interface GridProps {
  prices: readonly Price[];
  context: PriceContext;
  put: (prices: Price[]) => void;
  paste: (e: ClipboardEvent, line: GridLine, band: PriceBand) => void;
}
/** The bands, what remains of each sale, and where a fee comes from. */
function columnsOf({ prices, context, put, paste }: GridProps): readonly RowsColumnOf<GridLine>[] {
  const { childAge, cost, floor, fees, tiers } = context;
  const rows = prices.map((r): Price => frozenRow(r, childAge));
  const faults = gridFaults(rows, childAge, tiers);
  const bands = bandsOf(childAge);
  const faultOf = (line: GridLine, band: PriceBand): GridFault | undefined =>
    faults.find((f) => sameRow(f, line) && (f.band === band || f.band === null));
  const marginOf = (line: GridLine): number | null => {
    const row = rows.find((r) => sameRow(r, line));
    return cost && row && isSaleKind(line.price_kind) ? Math.min(...bands.map((b) => marginAt(row, rows, cost, b))) : null;
  };
  const isLow = (margin: number | null): boolean => margin !== null && floor !== null && margin < floor;
  return [
    { title: "价种", head: true, cell: (line) => <LineName line={line} onRemove={() => put(putPrice(prices, line, null))} /> },
    ...bands.map((band): RowsColumnOf<GridLine> => ({
      title: band === "adult" ? "成人（元）" : `儿童（元，未满${childAge}岁）`,
      className: (line) => (faultOf(line, band) ? "is-wrong" : ""),
      cell: (line) =>
        band === "child" && line.price_kind === "urgent" ? (
          <span className="vd-muted">同成人</span>
        ) : (
          <AmountCell
            line={line}
            band={band}
            row={rows.find((r) => sameRow(r, line))}
            fault={faultOf(line, band)}
            onType={(cents) => put(typeAmount(prices, line, band, cents))}
            onPaste={(e) => paste(e, line, band)}
          />
        ),
    })),
    cost && {
      title: `毛利${childAge > 0 ? "（较低者）" : ""}`,
      end: true,
      className: (line) => (isLow(marginOf(line)) ? "vd-error" : ""),
      cell: (line) => isSaleKind(line.price_kind) && <Margin cents={marginOf(line)} />,
    },
    {
      title: "来源",
      className: "sk-source",
      cell: (line) =>
        isFeeKind(line.price_kind) ? (
          <FeeSource
            line={line}
            row={priceOf(prices, line)}
            fees={fees}
            hasChild={childAge > 0}
            onChange={(change) => put(putPrice(prices, line, change))}
          />
        ) : (
          line.note && <span className="vd-muted">{line.note}</span>
        ),
    },
  ];
}

const LineName = ({ line, onRemove }: { line: GridLine; onRemove: () => void }) => (
  <>
    {line.label}
    {line.isOwn && (
      <Button type="text" size="small" icon={<DeleteOutlined aria-hidden />} aria-label={`删除${line.label}`} onClick={onRemove} />
    )}
  </>
);

/** A row for one group or one peer, which begins with the retail price. */
function AddRow({ prices, onChange }: { prices: readonly Price[]; onChange: (prices: Price[]) => void }) {
  const retail = priceOf(prices, { price_kind: "retail", ref_id: "" });
  const add = (price_kind: "group" | "peer", id: unknown): void => {
    const key = { price_kind, ref_id: String(id) };
    if (typeof id !== "number" || priceOf(prices, key)) return;
    onChange(putPrice(prices, key, { adult: retail?.adult ?? 0, child: retail?.child ?? null }));
  };
  return (
    <div className="vd-wraps vd-tiny sk-add-row">
      <GroupPicker aria-label="加分组价" placeholder="加分组价" value={null} onChange={(id) => add("group", id)} />
      <PeerPicker aria-label="加客户专属价" placeholder="加客户专属价" value={null} onChange={(id) => add("peer", id)} />
      <span className="vd-muted">可从表格复制多行多列，粘贴到任一金额格</span>
    </div>
  );
}

export interface PriceGridProps {
  context: PriceContext;
  value?: Price[];
  onChange?: (prices: Price[]) => void;
  id?: string;
}
export function PriceGrid({ context, value = [], onChange, id }: PriceGridProps) {
  const [pasted, setPasted] = useState<readonly string[]>([]);
  const { childAge, tiers } = context;
  const lines = linesOf(value, context);
  const faults = gridFaults(
    value.map((r): Price => frozenRow(r, childAge)),
    childAge,
    tiers,
  );
  const put = (prices: Price[]): void => onChange?.(prices);
  const paste = (e: ClipboardEvent, line: GridLine, band: PriceBand): void => {
    const text = e.clipboardData.getData("text/plain");
    if (!/[\t\n]/.test(text.trim())) return;
    e.preventDefault();
    const bands = bandsOf(childAge);
    const made = pasteAmounts(value, text, lines.slice(lines.indexOf(line)), bands.slice(bands.indexOf(band)));
    setPasted(made.faults);
    put(made.prices);
  };
  return (
    <div className="vd-stack sk-grid-box" id={id ?? ""} data-field={id ?? ""}>
      <Rows
        label="价格"
        rows={lines}
        by={(line) => `${line.price_kind} ${line.ref_id}`}
        columns={columnsOf({ prices: value, context, put, paste })}
      />
      <AddRow prices={value} onChange={put} />
      <Notes title="粘贴的内容有误，其余已填入" lines={pasted} onClose={() => setPasted([])} />
      <Notes title={null} lines={[...new Set(faults.map((f) => f.message))]} />
    </div>
  );
}

function Notes({ title, lines, onClose }: { title: string | null; lines: readonly string[]; onClose?: () => void }) {
  if (lines.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={title ?? lines.join("；")}
      {...(title !== null && { description: lines.join("；") })}
      {...(onClose && { closable: { onClose } })}
    />
  );
}
