/** Words, cells and addresses of a supplier that its screens share. */
import type { ReactElement } from "react";
import { Item } from "#kit/page/item.tsx";
import { to } from "#kit/screens.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { PARTS_SHOWN, SETTLE_CYCLES } from "@visadesk/contract/supplier/supplier.words.ts";

export type Supplier = Output<typeof supplierApi.supplier_query>["list"][number];
export type SupplierDetail = Output<typeof supplierApi.supplier_get>;
export type Open = (make: (close: () => void) => ReactElement) => void;

export const supplierHref = (s: { id: number }, tab?: string): string => to("supplier-view", { id: s.id }, { tab });
export const supplierEdit = (s: { id: number }): string => to("supplier-edit", { id: s.id });

/** 月结/30天. */
export const settleText = (s: Pick<Supplier, "settle_cycle" | "credit_days">): string =>
  `${SETTLE_CYCLES[s.settle_cycle]}/${s.credit_days}天`;

export const rateText = (rate: number): string => `${(rate * 100).toFixed(1)}%`;
/** A rate over fewer results says little. */
export const RESULTS_MIN = 20;

/** A rate, grey where it rests on few. */
export const Rate = ({ rate, n }: { rate: number | null; n: number }) =>
  rate === null ? (
    <span className="vd-blank">—</span>
  ) : (
    <span className={n < RESULTS_MIN ? "vd-num vd-dim" : "vd-num"} title={`${n} 个结果${n < RESULTS_MIN ? "，样本少于20" : ""}`}>
      {rateText(rate)}
    </span>
  );

/** Until when its papers hold. */
export const PaperUntil = ({ supplier: s }: { supplier: Pick<Supplier, "paper_until" | "paper_validity"> }) =>
  s.paper_until === null ? (
    <span className="vd-blank">—</span>
  ) : (
    <span className={s.paper_validity === "expired" ? "vd-num vd-error" : s.paper_validity === "expiring" ? "vd-num vd-warn" : "vd-num"}>
      {s.paper_until}
    </span>
  );

/** Longer than a month is red, longer than two weeks orange. */
const OLD_DAYS = { warn: 14, error: 30 } as const;
/** Days an original lies there. */
export const DaysHeld = ({ days }: { days: number | null }) =>
  days === null ? (
    <span className="vd-blank">—</span>
  ) : (
    <span className={`vd-num${days > OLD_DAYS.error ? " vd-error" : days > OLD_DAYS.warn ? " vd-warn" : ""}`}>{days}</span>
  );

/** Beneath a list that ends before its rows do. */
export const Cut = ({ n }: { n: number }) =>
  n < PARTS_SHOWN ? null : <p className="vd-under-card vd-small vd-muted">只列出最近 {PARTS_SHOWN} 条</p>;

/** Fields of the dialogs of its moves. */
export const MOVE_INPUTS = {
  reject: (
    <>
      <Item name="reason_code" />
      <Item name="reason" rows={3} placeholder="写明缺什么或哪里不符，至少5个字" />
    </>
  ),
  end: <Item name="reason" rows={3} placeholder="例如：合同到期不再续签" />,
};
