/** Hand-overs in words: in which state, from when to when. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { shanghai } from "@visadesk/contract/kit/format.ts";
import { handoverFlow } from "@visadesk/contract/workbench/handover/handover.flow.ts";
import type { handoverApi } from "@visadesk/contract/workbench/handover/handover.ts";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";

export type Handover = Output<typeof handoverApi.handover_query>["list"][number];
export type HandoverDetail = Output<typeof handoverApi.handover_get>;

export const RISK_TONES = { late: "red", soon: "orange", urgent: "orange", normal: "grey" } as const;
/** Until its cover agreed nothing moves. */
const isUnconfirmed = (h: Pick<Handover, "handover_status" | "confirmed_at">): boolean =>
  h.handover_status === "planned" && h.confirmed_at === null;
export const HandoverState = ({ of: h }: { of: Pick<Handover, "handover_status" | "confirmed_at"> }) => (
  <span className="vd-marks">
    {flowTag(handoverFlow, h.handover_status)}
    {isUnconfirmed(h) && <Mark tone="orange">待确认</Mark>}
  </span>
);
export const stateNote = (h: Pick<Handover, "handover_status" | "confirmed_at" | "reason">): string =>
  isUnconfirmed(h) ? "对方尚未确认" : h.reason;
export const minute = (at: string): string => shanghai(at).slice(0, 16);
export const spanText = (h: Pick<Handover, "start_at" | "end_at">): string => `${minute(h.start_at)} 至 ${minute(h.end_at)}`;
