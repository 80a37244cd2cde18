/**
 * What pages are put together of, each drawn in one way:
 *   <Stack>…</Stack>                                  blocks below each other
 *   <TwoLines under={s.sku_no}>{s.name}</TwoLines>    a cell of two lines
 *   <None>还没有价格</None>                            nothing to show, said in a sentence
 *   <Meter percent={60} />                            how much of a whole, in the tone around it
 */
import type { HTMLAttributes, ReactNode } from "react";
import "../kit.css";

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
