/** 价格: rows of the trade against bands, with the margin beside what was typed. A block copied from a sheet goes in from any cell. */
import { DeleteOutlined } from "@ant-design/icons";
import { Alert, Button, Input } from "antd";
import { useState, type ClipboardEvent, type ReactNode } from "react";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { Money } from "#kit/form/format-cells.tsx";
import { PRICE_BANDS } from "@visadesk/contract/product/price/price-adjustment.ts";
import {
  bandsOf,
  frozenRow,
  gridFaults,
  isFeeKind,
  isSaleKind,
  marginAt,
  PEER_LEVELS,
  sameRow,
  type GridFault,
  type PriceBand,
} from "@visadesk/contract/product/sku/sku-price.rules.ts";
import { Margin } from "../sku/sku-cells.tsx";
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
  /** What may be typed in place of the label: the group's or peer's code. */
  note?: string;
  isOwn?: boolean;
}

/** Every row the grid shows: those of all products, those of this one's groups, peers and tiers. */
function linesOf(prices: readonly Price[], tiers: readonly Tier[]): GridLine[] {
  const own = (kind: "group" | "peer", label: string): GridLine[] =>
    prices
      .filter((r) => r.price_kind === kind)
      .map((r) => ({ price_kind: kind, ref_id: r.ref_id, label: `${label} ${r.ref_id}`, isOwn: true }));
  return [
    { price_kind: "retail", ref_id: "", label: "门市价" },
    ...PEER_LEVELS.map((v): GridLine => ({ price_kind: "level", ref_id: v, label: `等级价 ${v}` })),
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
  cost: SkuEdit["cost"];
  floor: number | null;
  fees: SkuEdit["fees"];
}
interface CellProps {
  line: GridLine;
  band: PriceBand;
  rows: readonly Price[];
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
    <td className={fault ? "is-wrong" : ""} title={fault?.message ?? ""} onPaste={onPaste}>
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
    </td>
  );
}

interface LineProps {
  line: GridLine;
  prices: readonly Price[];
  rows: readonly Price[];
  faults: readonly GridFault[];
  context: PriceContext;
  onChange: (prices: Price[]) => void;
  onPaste: (e: ClipboardEvent, line: GridLine, band: PriceBand) => void;
}
function GridRowView({ line, prices, rows, faults, context, onChange, onPaste }: LineProps) {
  const { childAge, cost, floor, fees } = context;
  const frozen = rows.find((r) => sameRow(r, line));
  const own = faults.filter((f) => sameRow(f, line));
  const bands = bandsOf(childAge);
  const margin = cost && frozen && isSaleKind(line.price_kind) ? Math.min(...bands.map((b) => marginAt(frozen, rows, cost, b))) : null;
  return (
    <tr>
      <th scope="row">
        {line.label}
        {line.isOwn && (
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={`删除${line.label}`}
            onClick={() => onChange(putPrice(prices, line, null))}
          />
        )}
      </th>
      {bands.map((band) =>
        band === "child" && line.price_kind === "urgent" ? (
          <td key={band} className="vd-muted">
            同成人
          </td>
        ) : (
          <AmountCell
            key={band}
            line={line}
            band={band}
            rows={rows}
            row={frozen}
            fault={own.find((f) => f.band === band || f.band === null)}
            onType={(cents) => onChange(typeAmount(prices, line, band, cents))}
            onPaste={(e) => onPaste(e, line, band)}
          />
        ),
      )}
      {cost && (
        <td className={margin !== null && floor !== null && margin < floor ? "is-end vd-error" : "is-end"}>
          {isSaleKind(line.price_kind) && <Margin cents={margin} />}
        </td>
      )}
      <td className="sk-source">
        {isFeeKind(line.price_kind) ? (
          <FeeSource
            line={line}
            row={priceOf(prices, line)}
            fees={fees}
            hasChild={childAge > 0}
            onChange={(change) => onChange(putPrice(prices, line, change))}
          />
        ) : (
          line.note && <span className="vd-muted">{line.note}</span>
        )}
      </td>
    </tr>
  );
}

/** A row for one group or one peer, by its code. */
function AddRow({ prices, onChange }: { prices: readonly Price[]; onChange: (prices: Price[]) => void }) {
  const [code, setCode] = useState("");
  const retail = priceOf(prices, { price_kind: "retail", ref_id: "" });
  const add = (price_kind: "group" | "peer"): void => {
    const key = { price_kind, ref_id: code.trim() };
    if (key.ref_id === "" || priceOf(prices, key)) return;
    onChange(putPrice(prices, key, { adult: retail?.adult ?? 0, child: retail?.child ?? null }));
    setCode("");
  };
  return (
    <div className="sk-add-row">
      <Input
        aria-label="分组或同行编号"
        placeholder="分组或同行编号"
        maxLength={40}
        value={code}
        onChange={(e) => setCode(e.target.value)}
      />
      <Button disabled={code.trim() === ""} onClick={() => add("group")}>
        加分组价
      </Button>
      <Button disabled={code.trim() === ""} onClick={() => add("peer")}>
        加客户专属价
      </Button>
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
  const { childAge, tiers, cost } = context;
  const rows = value.map((r): Price => frozenRow(r, childAge));
  const lines = linesOf(value, tiers);
  const faults = gridFaults(rows, childAge, tiers);
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
    <div className="sk-grid-box" id={id ?? ""} data-field={id ?? ""}>
      <div className="pd-scroll">
        <table className="pd-table sk-grid" aria-label="价格">
          <Head childAge={childAge} seesCost={cost !== null} />
          <tbody>
            {lines.map((line) => (
              <GridRowView
                key={`${line.price_kind} ${line.ref_id}`}
                line={line}
                prices={value}
                rows={rows}
                faults={faults}
                context={context}
                onChange={put}
                onPaste={paste}
              />
            ))}
          </tbody>
        </table>
      </div>
      <AddRow prices={value} onChange={put} />
      <Notes title="粘贴的内容有误，其余已填入" lines={pasted} onClose={() => setPasted([])} />
      <Notes title={null} lines={[...new Set(faults.map((f) => f.message))]} />
    </div>
  );
}

const Head = ({ childAge, seesCost }: { childAge: number; seesCost: boolean }): ReactNode => (
  <thead>
    <tr>
      <th>价种</th>
      <th>成人（元）</th>
      {childAge > 0 && <th>儿童（元，未满{childAge}岁）</th>}
      {seesCost && <th className="is-end">毛利{childAge > 0 && "（较低者）"}</th>}
      <th>来源</th>
    </tr>
  </thead>
);

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
