/**
 * Small bars and lines without a library, direct labels, the exact value on hover; each point may open its rows.
 * Load lazily from a screen: `const { BarChart } = await import("#kit/chart/charts.tsx")`.
 */
import { tileMoney, tileNumber } from "@visadesk/contract/kit/format.ts";
import { useId, useState, type PointerEvent } from "react";
import { HrefLink } from "../app/href-link.tsx";
import "./charts.css";

export interface ChartPoint {
  label: string;
  value: number;
  /** Address of the rows behind the figure. */
  href?: string;
  /** When it was: points that all say it stand apart by their time, else evenly. */
  at?: number;
}
export interface ChartSeries {
  name: string;
  points: readonly ChartPoint[];
}

const shown = (value: number, isMoney: boolean | undefined): string => (isMoney ? tileMoney(value) : tileNumber(value));

/** Bars lying on their side: label, bar, figure. */
export function BarChart(props: { label: string; points: readonly ChartPoint[]; isMoney?: boolean }) {
  const top = Math.max(1, ...props.points.map((p) => p.value));
  return (
    <ul className="vd-bars" aria-label={props.label}>
      {props.points.map((p) => (
        <li key={p.label} title={`${p.label}：${p.value}`}>
          <span>{p.label}</span>
          <i style={{ width: `${(Math.max(0, p.value) / top) * 100}%` }} />
          <b className="vd-num">
            {p.href ? <HrefLink href={p.href}>{shown(p.value, props.isMoney)}</HrefLink> : shown(p.value, props.isMoney)}
          </b>
        </li>
      ))}
    </ul>
  );
}

const W = 600;
const H = 160;
const PAD = { left: 8, right: 8, top: 16, bottom: 20 } as const;

/** How far each point stands along the line, from 0 to 1. */
function partsOf(points: readonly ChartPoint[]): number[] {
  const times = points.flatMap((p) => p.at ?? []);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const isTimed = times.length === points.length && last > first;
  return points.map((_, i) => (isTimed ? ((times[i] ?? 0) - first) / (last - first) : points.length < 2 ? 0 : i / (points.length - 1)));
}
/** Labels that have room: each so far from the one before it, the last one always. */
const LABEL_APART = 1 / 8;
function labelled(parts: readonly number[]): ReadonlySet<number> {
  const kept: number[] = [];
  const end = parts.length - 1;
  for (const [i, part] of parts.entries()) {
    const isApart = part - (parts[kept.at(-1) ?? -1] ?? -1) >= LABEL_APART;
    if (i === end || (isApart && (parts[end] ?? 1) - part >= LABEL_APART)) kept.push(i);
  }
  return new Set(kept);
}

const place = (parts: readonly number[], top: number) => ({
  x: (i: number): number => PAD.left + (parts[i] ?? 0) * (W - PAD.left - PAD.right),
  y: (v: number): number => H - PAD.bottom - (v / top) * (H - PAD.top - PAD.bottom),
});

/**
 * Lines over the same labels; the caption reads the day under the pointer, the last one without it. `holds`: a value stands
 * until the next one, so the line goes in steps.
 */
export function LineChart(props: { label: string; series: readonly ChartSeries[]; isMoney?: boolean; holds?: boolean }) {
  const title = useId();
  const first = props.series[0]?.points ?? [];
  const top = Math.max(1, ...props.series.flatMap((s) => s.points.map((p) => p.value)));
  const parts = partsOf(first);
  const { x, y } = place(parts, top);
  const hasLabel = labelled(parts);
  const [pointed, setPointed] = useState<number | null>(null);
  const at = pointed ?? first.length - 1;
  const onPoint = (e: PointerEvent<SVGSVGElement>): void => {
    const { left, width } = e.currentTarget.getBoundingClientRect();
    const part = width > 0 ? (((e.clientX - left) / width) * W - PAD.left) / (W - PAD.left - PAD.right) : 1;
    const away = parts.map((p) => Math.abs(p - part));
    setPointed(away.indexOf(Math.min(...away)));
  };
  return (
    <figure className="vd-lines-chart">
      <figcaption>
        <span className="vd-num">{first[at]?.label}</span>
        {props.series.map((s, i) => (
          <span key={s.name} className={`is-${i}`}>
            <i aria-hidden="true" />
            {s.name} <b className="vd-num">{shown(s.points[at]?.value ?? 0, props.isMoney)}</b>
          </span>
        ))}
      </figcaption>
      <svg
        viewBox={`0 0 ${W} ${H}`}
        role="img"
        aria-labelledby={title}
        onPointerMove={onPoint}
        onPointerDown={onPoint}
        onPointerLeave={() => setPointed(null)}
      >
        <title id={title}>{props.label}</title>
        {[0, 0.5, 1].map((part) => (
          <line key={part} className="is-grid" x1={PAD.left} x2={W - PAD.right} y1={y(top * part)} y2={y(top * part)} />
        ))}
        {[...new Set([Math.ceil(top / 2), top])].map((value) => (
          <text key={value} x={PAD.left} y={y(value) - 3}>
            {shown(value, props.isMoney)}
          </text>
        ))}
        {pointed !== null && <line className="is-grid" x1={x(at)} x2={x(at)} y1={y(top)} y2={y(0)} />}
        {first.map((p, i) =>
          hasLabel.has(i) ? (
            <text key={p.label} x={x(i)} y={H - 4} textAnchor={i === 0 ? "start" : i === first.length - 1 ? "end" : "middle"}>
              {p.label}
            </text>
          ) : null,
        )}
        {props.series.map((s, n) => (
          <g key={s.name} className={`is-${n}`}>
            <polyline
              points={s.points
                .flatMap((p, i) => {
                  const before = props.holds ? s.points[i - 1] : undefined;
                  return [...(before ? [`${x(i)},${y(before.value)}`] : []), `${x(i)},${y(p.value)}`];
                })
                .join(" ")}
            />
            {s.points.map((p, i) => (
              <circle key={p.label} cx={x(i)} cy={y(p.value)} r={i === at ? 3 : 5} className={i === at ? "" : "is-quiet"}>
                <title>{`${p.label} ${s.name}：${p.value}`}</title>
              </circle>
            ))}
          </g>
        ))}
      </svg>
    </figure>
  );
}
