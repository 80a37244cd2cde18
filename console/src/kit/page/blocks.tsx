/**
 * What pages are put together of, each drawn in one way:
 *   <Stack>…</Stack>                                  blocks below each other
 *   <TwoLines under={s.sku_no}>{s.name}</TwoLines>    a cell of two lines
 *   <None>还没有价格</None>                            nothing to show, said in a sentence
 *   <Meter percent={60} />                            how much of a whole, in the tone around it
 */
import type { HTMLAttributes, ReactNode } from "react";
import "../kit.css";
import "./detail.css";

export interface StackProps extends HTMLAttributes<HTMLElement> {
  gap?: 4 | 8 | 12 | 16;
  as?: "div" | "section";
}
export const Stack = ({ gap = 12, as: Box = "div", className, style, ...rest }: StackProps) => (
  <Box {...rest} className={className ? `vd-stack ${className}` : "vd-stack"} style={{ gap, ...style }} />
);

export interface TwoLinesProps {
  children: ReactNode;
  /** Absent or empty: one line. */
  under?: ReactNode;
  /** What the column cuts, on hover. */
  title?: string | undefined;
  end?: boolean;
  /** Both are figures. */
  num?: boolean;
}
export const TwoLines = ({ children, under, title, end, num }: TwoLinesProps) => (
  <span className={`vd-two${end ? " is-end" : ""}${num ? " vd-num" : ""}`} {...(title && { title })}>
    <span>{children}</span>
    {under !== undefined && under !== null && under !== false && under !== "" && <small>{under}</small>}
  </span>
);

export const None = ({ children }: { children: ReactNode }) => <p className="vd-muted vd-none">{children}</p>;

export const Meter = ({ percent }: { percent: number }) => (
  <i className="vd-meter" aria-hidden="true">
    <i style={{ inlineSize: `${Math.min(100, percent)}%` }} />
  </i>
);

/** A card with a title and, at its right, acts. */
export const Section = (props: { title: ReactNode; extra?: ReactNode; children: ReactNode; flush?: boolean }) => (
  <section className={props.flush ? "vd-card is-flush" : "vd-card"}>
    <header>
      <h2>{props.title}</h2>
      <span className="vd-grow" />
      {props.extra}
    </header>
    {props.children}
  </section>
);

export interface Step {
  label: string;
  /** Short time or note below. */
  note?: ReactNode;
  state: "done" | "now" | "wait" | "stopped";
}

/** A thin line of stages that shows where we are. */
export const StepLine = (props: { steps: readonly Step[]; label?: string }) => (
  <ol className="vd-steps" aria-label={props.label ?? "进度"}>
    {props.steps.map((s) => (
      <li key={s.label} className={`is-${s.state}`} {...(s.state === "now" && { "aria-current": "step" as const })}>
        <span>{s.label}</span>
        {s.note && <small className="vd-num">{s.note}</small>}
      </li>
    ))}
  </ol>
);
