/** A state as a tag with dot and tone; the tone is set in the flow, the text is always there. */
import { type Flow, type Tone } from "@visadesk/contract/kit/flow.ts";
import type { ReactNode } from "react";
import "../kit.css";

export const StateTag = (props: { tone: Tone; children: ReactNode }) => (
  <span className={`vd-state vd-tone-${props.tone}`}>
    <i aria-hidden="true" />
    {props.children}
  </span>
);

/** `flowTag(orderFlow, o.order_status)`. */
export function flowTag(flow: Flow, state: string | null | undefined): ReactNode {
  const s = state ? flow.states[state] : undefined;
  return s ? <StateTag tone={s.tone}>{s.label}</StateTag> : "—";
}

/** Small outlined mark behind a state: 拒签无忧, 行政审查, 加急. */
export const Mark = (props: { tone?: Tone | "purple" | "gold"; children: ReactNode }) => (
  <span className={`vd-mark vd-tone-${props.tone ?? "grey"}`}>{props.children}</span>
);
