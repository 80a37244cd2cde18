/**
 * Small bars and lines without a library, direct labels, the exact value on hover; each point may open its rows.
 * Load lazily from a screen: `const { BarChart } = await import("#kit/charts.tsx")`.
 */
import { tileMoney, tileNumber } from "@visadesk/contract/kit/format.ts";
import { useId } from "react";
import { HrefLink } from "./href-link.tsx";
import "./charts.css";

export interface ChartPoint {
  label: string;
  value: number;
  /** Address of the rows behind the figure. */
  href?: string;
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

const place = (count: number, top: number) => ({
  x: (i: number): number => PAD.left + (count < 2 ? 0 : (i / (count - 1)) * (W - PAD.left - PAD.right)),
  y: (v: number): number => H - PAD.bottom - (v / top) * (H - PAD.top - PAD.bottom),
});

/** Lines over the same labels; the last point of each carries its figure, every point its value on hover. */
export function LineChart(props: { label: string; series: readonly ChartSeries[]; isMoney?: boolean }) {
  const title = useId();
  const first = props.series[0]?.points ?? [];
  const top = Math.max(1, ...props.series.flatMap((s) => s.points.map((p) => p.value)));
  const { x, y } = place(first.length, top);
  const step = Math.max(1, Math.ceil(first.length / 8));
  return (
    <figure className="vd-lines-chart">
      <figcaption>
        {props.series.map((s, i) => (
          <span key={s.name} className={`is-${i}`}>
            <i aria-hidden="true" />
            {s.name} <b className="vd-num">{shown(s.points.at(-1)?.value ?? 0, props.isMoney)}</b>
          </span>
        ))}
      </figcaption>
      <svg viewBox={`0 0 ${W} ${H}`} role="img" aria-labelledby={title}>
        <title id={title}>{props.label}</title>
        {[0, 0.5, 1].map((part) => (
          <line key={part} className="is-grid" x1={PAD.left} x2={W - PAD.right} y1={y(top * part)} y2={y(top * part)} />
        ))}
        {first.map((p, i) =>
          i % step === 0 ? (
            <text key={p.label} x={x(i)} y={H - 4} textAnchor={i === 0 ? "start" : "middle"}>
              {p.label}
            </text>
          ) : null,
        )}
        {props.series.map((s, n) => (
          <g key={s.name} className={`is-${n}`}>
            <polyline points={s.points.map((p, i) => `${x(i)},${y(p.value)}`).join(" ")} />
            {s.points.map((p, i) => (
              <circle
                key={p.label}
                cx={x(i)}
                cy={y(p.value)}
                r={i === s.points.length - 1 ? 3 : 5}
                className={i === s.points.length - 1 ? "" : "is-quiet"}
              >
                <title>{`${p.label} ${s.name}：${p.value}`}</title>
              </circle>
            ))}
          </g>
        ))}
      </svg>
    </figure>
  );
}
