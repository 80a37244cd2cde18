/** The sheet of one plan: days down, ages across. Read, or filled cell by cell, by keys and by paste. */
import { useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { Money } from "#kit/form/format-cells.tsx";
import { cleanAmount, parseYuan, yuan } from "@visadesk/contract/kit/format.ts";
import { daysText, agesText } from "@visadesk/contract/product/price/insurance.rules.ts";
import { BLANK, readBand, type Amounts, type Band, type Layer, type Matrix } from "./insurance-matrix.ts";
import "./insurance.css";

const dayText = (d: Band): string => daysText({ day_from: d.from, day_to: d.to, age_from: 0, age_to: 0 });
const ageText = (a: Band): string => agesText({ day_from: 0, day_to: 0, age_from: a.from, age_to: a.to });

/** Premiums, with their costs beneath for those who may see them. */
export function MatrixTable({ matrix: m, label, seesCost }: { matrix: Matrix; label: string; seesCost: boolean }) {
  return (
    <div className="vd-rows-box">
      <table className="vd-rows in-grid" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">天数 ＼ 年龄</th>
            {m.ages.map((a) => (
              <th key={ageText(a)} scope="col" className="is-end">
                {ageText(a)} 岁
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {m.days.map((d, i) => (
            <tr key={dayText(d)}>
              <th scope="row">{dayText(d)} 天</th>
              {m.ages.map((a, j) => (
                <ReadCell key={ageText(a)} cell={m.cells[i]?.[j] ?? BLANK} seesCost={seesCost} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const isBelow = (c: Amounts): boolean => c.premium !== null && c.cost !== null && c.premium < c.cost;

const ReadCell = ({ cell, seesCost }: { cell: Amounts; seesCost: boolean }) => (
  <td className={cell.premium === null ? "is-hole" : ""}>
    {cell.premium === null ? "缺费率" : <Money cents={cell.premium} />}
    {seesCost && cell.premium !== null && (
      <small className={isBelow(cell) ? "vd-error" : ""}>成本 {cell.cost === null ? "未填" : <Money cents={cell.cost} />}</small>
    )}
  </td>
);

const STEPS: Readonly<Record<string, readonly [number, number]>> = { Enter: [1, 0], ArrowDown: [1, 0], ArrowUp: [-1, 0] };
/** Enter and the arrows go to the cell below or above. */
function walk(e: KeyboardEvent<HTMLInputElement>): void {
  const [step, at] = [STEPS[e.key], e.currentTarget.dataset["at"]];
  if (!step || at === undefined) return;
  e.preventDefault();
  const [i = 0, j = 0] = at.split(" ").map(Number);
  const goal = e.currentTarget.closest("table")?.querySelector<HTMLInputElement>(`[data-at="${i + step[0]} ${j + step[1]}"]`);
  goal?.focus();
  goal?.select();
}

interface AmountProps {
  label: string;
  cents: number | null;
  at: string;
  className: string;
  disabled: boolean;
  onCents: (cents: number | null) => void;
  onPaste: (e: ClipboardEvent<HTMLInputElement>) => void;
}
const textOf = (cents: number | null): string => (cents === null ? "" : yuan(cents, false).replace(/\.00$/, ""));

function AmountCell({ label, cents, at, className, disabled, onCents, onPaste }: AmountProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      className={`vd-num ${className}`}
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      data-at={at}
      disabled={disabled}
      value={typed ?? textOf(cents)}
      onChange={(e) => {
        setTyped(e.target.value);
        onCents(parseYuan(cleanAmount(e.target.value)));
      }}
      onBlur={() => setTyped(null)}
      onPaste={onPaste}
      onKeyDown={walk}
    />
  );
}

interface BandProps {
  label: string;
  band: Band;
  onBand: (band: Band) => void;
  onRemove: (() => void) | undefined;
}
/** `8-10`: typed as one word, taken over when it is left. */
function BandCell({ label, band, onBand, onRemove }: BandProps) {
  const text = band.from === band.to ? String(band.from) : `${band.from}-${band.to}`;
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? band : readBand(typed);
  const leave = (): void => {
    if (read && (read.from !== band.from || read.to !== band.to)) onBand(read);
    if (read) setTyped(null);
  };
  return (
    <span className="vd-row in-band">
      <input
        className={`vd-num${read ? "" : " is-wrong"}`}
        autoComplete="off"
        aria-label={label}
        aria-invalid={read === null}
        title={read ? "" : "请填写 8-10 这样的范围"}
        value={typed ?? text}
        onChange={(e) => setTyped(e.target.value)}
        onBlur={leave}
        onKeyDown={(e) => {
          if (e.key === "Enter") {
            e.preventDefault();
            leave();
          }
        }}
      />
      {onRemove && (
        <button type="button" className="vd-icon-button" aria-label={`删除${label}`} title="删除" onClick={onRemove}>
          ×
        </button>
      )}
    </span>
  );
}

export interface MatrixInputProps {
  label: string;
  matrix: Matrix;
  layer: Layer;
  onCell: (i: number, j: number, cents: number | null) => void;
  /** Text with tabs or lines, pasted into a cell. */
  onPaste: (i: number, j: number, text: string) => void;
  /** Absent: days and ages stand. */
  bands?: { put: (axis: "days" | "ages", index: number, band: Band) => void; remove: (axis: "days" | "ages", index: number) => void };
  /** What cells were that are to be another amount; others stay unmarked. */
  was?: (i: number, j: number) => number | null;
}

export function MatrixInput({ label, matrix: m, layer, onCell, onPaste, bands, was }: MatrixInputProps) {
  const head = (axis: "days" | "ages", band: Band, index: number, unit: string) =>
    bands ? (
      <BandCell
        label={`${axis === "days" ? "天数段" : "年龄段"}${index + 1}`}
        band={band}
        onBand={(next) => bands.put(axis, index, next)}
        onRemove={m[axis].length > 1 ? () => bands.remove(axis, index) : undefined}
      />
    ) : (
      `${axis === "days" ? dayText(band) : ageText(band)} ${unit}`
    );
  const cell = (c: Amounts, i: number, j: number) => (
    <td key={j}>
      <AmountCell
        label={`${dayText(m.days[i] ?? { from: 0, to: 0 })} 天 ${ageText(m.ages[j] ?? { from: 0, to: 0 })} 岁`}
        cents={c[layer]}
        at={`${i} ${j}`}
        className={[c.premium === null ? "is-hole" : isBelow(c) ? "is-below" : "", was && was(i, j) !== c[layer] ? "is-changed" : ""].join(
          " ",
        )}
        disabled={c.premium === null && (layer === "cost" || !bands)}
        onCents={(cents) => onCell(i, j, cents)}
        onPaste={(e) => {
          const text = e.clipboardData.getData("text/plain");
          if (!/[\t\n]/.test(text.trimEnd())) return;
          e.preventDefault();
          onPaste(i, j, text);
        }}
      />
      {was && was(i, j) !== c[layer] && (
        <small>
          原 <Money cents={was(i, j)} />
        </small>
      )}
    </td>
  );
  return (
    <div className="vd-rows-box">
      <table className="vd-rows in-grid is-input" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">天数 ＼ 年龄</th>
            {m.ages.map((a, j) => (
              <th key={j} scope="col" className={bands ? "" : "is-end"}>
                {head("ages", a, j, "岁")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {m.days.map((d, i) => (
            <tr key={i}>
              <th scope="row">{head("days", d, i, "天")}</th>
              {m.ages.map((_, j) => cell(m.cells[i]?.[j] ?? BLANK, i, j))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
