/** How the facts of a parcel are drawn, in the list, its peek and its drawer. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { shanghai, shanghaiDate, yuan } from "@visadesk/contract/kit/format.ts";
import { CARRIERS, EXPRESS_MODES } from "@visadesk/contract/order/words.ts";
import type { supplierParcelApi } from "@visadesk/contract/supplier/supplier-parcel.ts";
import { PARCEL_STAGES, PARCEL_TONES } from "@visadesk/contract/supplier/supplier.words.ts";
import { Copyable } from "#kit/form/format-cells.tsx";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Due } from "#kit/page/due.tsx";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";

export type Parcel = Output<typeof supplierParcelApi.supplier_parcel_query>["list"][number];
export type ParcelDetail = Output<typeof supplierParcelApi.supplier_parcel_get>;
export type ParcelItem = ParcelDetail["items"][number];
export type Expected = ParcelDetail["expected"][number];

export const Stage = ({ p }: { p: Parcel }) => (
  <>
    <StateTag tone={PARCEL_TONES[p.stage]}>{PARCEL_STAGES[p.stage]}</StateTag>
    {p.is_auto_counted && <Mark>默认无误</Mark>}
  </>
);

export const carrierWords = (p: Parcel): string =>
  p.mode === "express" ? (p.carrier_code ? CARRIERS[p.carrier_code] : "未定承运商") : EXPRESS_MODES[p.mode];

/** 快递 · 顺丰 */
export const wayWords = (p: Parcel): string =>
  [EXPRESS_MODES[p.mode], p.mode === "express" && p.carrier_code && CARRIERS[p.carrier_code]].filter(Boolean).join(" · ");

export const Waybill = ({ p }: { p: Parcel }) => (
  <TwoLines under={p.waybill_no && carrierWords(p)}>
    {p.waybill_no ? <Copyable text={p.waybill_no} /> : <span className="vd-muted">{carrierWords(p)}</span>}
  </TwoLines>
);

/** `9-29`, as a day is said in a sentence. */
const shortDay = (day: string): string => `${Number(day.slice(5, 7))}-${Number(day.slice(8, 10))}`;

/** "15:30 前封箱可赶 9-29 送签，错过则 10-08"; a day that is not today's is named. Once it is sealed there is nothing to catch. */
export function catchWords(p: Parcel): string | null {
  if (p.stage !== "packing" || !p.cut_off_at || !p.catches) return null;
  const [day, time] = [shanghaiDate(p.cut_off_at), shanghai(p.cut_off_at).slice(11, 16)];
  const until = `${day === shanghaiDate(new Date()) ? time : `${shortDay(day)} ${time}`} 前封箱可赶 ${shortDay(p.catches)} 送签`;
  return p.else_catches ? `${until}，错过则 ${shortDay(p.else_catches)}` : until;
}

const isWaiting = (p: Parcel): boolean => p.stage === "packing" || p.stage === "sealed";

/** What is left until our cut-off, and the submission that hangs on it. */
export function Countdown({ p }: { p: Parcel }) {
  if (!isWaiting(p) || !p.cut_off_at) return <span className="vd-num">{p.planned_send_on ?? "—"}</span>;
  const words = p.catches && `可赶 ${shortDay(p.catches)}${p.else_catches ? `，错过 ${shortDay(p.else_catches)}` : ""}`;
  return (
    <TwoLines title={catchWords(p) ?? undefined} under={words && <span className={p.is_tight ? "vd-error" : ""}>{words}</span>}>
      <Due at={p.cut_off_at} />
    </TwoLines>
  );
}

export const Cost = ({ p }: { p: Parcel }) => (
  <span className="vd-num">
    {p.estimated_cost === null ? "—" : `¥${yuan(p.estimated_cost)}`} / {p.cost === null ? "—" : `¥${yuan(p.cost)}`}
  </span>
);
