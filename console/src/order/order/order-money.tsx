/** Who pays what: applicant × fee with sums on both edges, and every payment. */
import { Button, Table } from "antd";
import { money, yuan } from "@visadesk/contract/kit/format.ts";
import { FEE_KINDS, PAY_METHODS } from "@visadesk/contract/order/words.ts";
import { Fragment } from "react";
import { Section } from "#kit/page/blocks.tsx";
import { FileLinks } from "#kit/file/file-links.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Copyable, Money, TimeText } from "#kit/form/format-cells.tsx";
import { useGo } from "#kit/filter/use-url.ts";
import { keysOf } from "#kit/words.ts";
import { Rows } from "#kit/table/rows.tsx";
import { refundPhoneHref } from "#shared/refund-phone-href.ts";
import type { Order } from "./order-overview.tsx";
import { personName } from "./order-people.tsx";

type Fee = Order["fees"][number];
type FeeKind = Fee["kind"];
export /** Of a person, of the whole order, or, without cells, their sum. */
type FeeLine = Omit<FeeRow, "key" | "cells"> & { key: number | "total"; cells: FeeRow["cells"] | null };

interface FeeRow {
  key: number;
  name: string;
  cells: Readonly<Partial<Record<FeeKind, { payable: number; discount: number; refunded: number; official: boolean; diff: boolean }>>>;
  payable: number;
  refunded: number;
}

/** Rows per applicant and one for the whole order, columns in the declared order of fee kinds. */
export function feeMatrix(
  fees: readonly Fee[],
  people: Order["people"],
): { kinds: FeeKind[]; rows: FeeRow[]; totals: Partial<Record<FeeKind, number>> } {
  const kinds = keysOf(FEE_KINDS).filter((k) => fees.some((f) => f.kind === k));
  const rowOf = (key: number, name: string, mine: readonly Fee[]): FeeRow => {
    const cells: Partial<Record<FeeKind, { payable: number; discount: number; refunded: number; official: boolean; diff: boolean }>> = {};
    for (const f of mine) {
      const c = cells[f.kind] ?? { payable: 0, discount: 0, refunded: 0, official: false, diff: false };
      cells[f.kind] = {
        payable: c.payable + f.payable,
        discount: c.discount + f.discount_share,
        refunded: c.refunded + f.refunded,
        official: c.official || f.is_official_paid,
        diff: c.diff || f.diff_no !== null,
      };
    }
    return { key, name, cells, payable: mine.reduce((n, f) => n + f.payable, 0), refunded: mine.reduce((n, f) => n + f.refunded, 0) };
  };
  const whole = fees.filter((f) => f.applicant_id === null);
  const rows = people.map((p) =>
    rowOf(
      p.id,
      `${p.seq}. ${personName(p)}`,
      fees.filter((f) => f.applicant_id === p.id),
    ),
  );
  if (whole.length > 0) rows.push(rowOf(0, "整单", whole));
  const totals: Partial<Record<FeeKind, number>> = {};
  for (const f of fees) totals[f.kind] = (totals[f.kind] ?? 0) + f.payable;
  return { kinds, rows, totals };
}

function FeeCell({ cell }: { cell: FeeRow["cells"][FeeKind] }) {
  if (!cell) return <span className="vd-blank">—</span>;
  const title = [
    `应付 ${money(cell.payable)}`,
    cell.discount > 0 && `优惠 ${money(cell.discount)}`,
    cell.refunded > 0 && `已退 ${money(cell.refunded)}`,
    cell.official && "官方已收",
  ]
    .filter(Boolean)
    .join("，");
  const notes = [
    { text: cell.discount > 0 && `优惠 ${yuan(cell.discount)}`, isBack: false },
    { text: cell.refunded > 0 && `已退 ${yuan(cell.refunded)}`, isBack: true },
    { text: cell.official && "官方已收", isBack: false },
    { text: cell.diff && "含补差", isBack: false },
  ].filter((n): n is { text: string; isBack: boolean } => n.text !== false);
  return (
    <span className="vd-num" title={title}>
      {yuan(cell.payable)}
      {notes.map((n) => (
        // Parted for whoever copies or listens: the line break is only drawn.
        <Fragment key={n.text}>
          {" "}
          <small className={n.isBack ? "ord-sub vd-error" : "ord-sub"}>{n.text}</small>
        </Fragment>
      ))}
    </span>
  );
}

function Fees({ o }: { o: Order }) {
  const { kinds, rows, totals } = feeMatrix(o.fees, o.people);
  const go = useGo();
  return (
    <Section
      title="费用（元）"
      flush
      extra={
        <>
          {o.discount_total > 0 && (
            <span className="vd-muted">
              原价 {money(o.amount_total)}，优惠 {money(o.discount_total)}
            </span>
          )}
          {o.pay_status !== "unpaid" && (
            <Button type="text" size="small" onClick={() => go(refundPhoneHref(o.order_no))}>
              退款试算
            </Button>
          )}
        </>
      }
    >
      <Rows
        label="费用"
        rows={[...rows, { key: "total", name: "合计", cells: null, payable: o.amount_payable, refunded: o.amount_refunded }]}
        by="key"
        rowProps={(r) => (r.cells ? {} : { className: "is-total" })}
        columns={[
          { title: "申请人", head: true, cell: (r) => r.name },
          ...kinds.map((k) => ({
            title: FEE_KINDS[k],
            end: true,
            num: true,
            cell: (r: FeeLine) => (r.cells ? <FeeCell cell={r.cells[k]} /> : yuan(totals[k] ?? 0)),
          })),
          { title: "应付", end: true, num: true, cell: (r) => <b>{yuan(r.payable)}</b> },
          { title: "已退", end: true, num: true, cell: (r) => (r.refunded > 0 || !r.cells ? yuan(r.refunded) : "—") },
        ]}
      />
    </Section>
  );
}

export function OrderMoney({ o }: { o: Order }) {
  return (
    <div className="vd-stack">
      <Fees o={o} />
      {o.margin !== null && (
        <Section title="成本与毛利">
          <p className="vd-wraps">
            <span>
              成本 <Money cents={o.cost} />
            </span>
            <span>
              毛利{" "}
              <b className={o.margin < 0 ? "vd-error" : ""}>
                <Money cents={o.margin} />
              </b>
            </span>
          </p>
        </Section>
      )}
      <Section title="支付记录" flush>
        <Table
          rowKey="id"
          size="small"
          pagination={false}
          dataSource={o.payments}
          scroll={{ x: "max-content" }}
          locale={{ emptyText: "还没有支付" }}
          columns={[
            {
              title: "方式",
              render: (_, p) => (
                <>
                  {PAY_METHODS[p.method]} {p.diff_no && <Mark>{p.diff_no}</Mark>}
                </>
              ),
            },
            { title: "金额", align: "end", render: (_, p) => <Money cents={p.amount} /> },
            { title: "已退", align: "end", render: (_, p) => (p.refunded > 0 ? <Money cents={p.refunded} /> : "—") },
            { title: "交易号", render: (_, p) => (p.trade_no ? <Copyable text={p.trade_no} /> : "—") },
            { title: "凭证", render: (_, p) => (p.proof.length > 0 ? <FileLinks keys={p.proof} /> : "—") },
            { title: "支付时间", render: (_, p) => <TimeText at={p.paid_at} stacked /> },
            { title: "登记人", render: (_, p) => p.created_by_name ?? "系统" },
          ]}
        />
      </Section>
    </div>
  );
}
