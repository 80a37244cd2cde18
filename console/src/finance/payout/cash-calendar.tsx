/** 资金日历: 30 days ahead of each account; days under its warning are red; a payment is dragged to another day before it is due. */
import { HolderOutlined } from "@ant-design/icons";
import { Button, Drawer, Select } from "antd";
import { useState, type DragEvent } from "react";
import { ask } from "#kit/act/ask.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { money } from "@visadesk/contract/kit/format.ts";
import { payoutApi } from "@visadesk/contract/finance/payout.ts";
import "./cash-calendar.css";

type Account = Output<typeof payoutApi.cash_calendar_get>["accounts"][number];
type Day = Account["days"][number];
type Row = Day["rows"][number];
const mayMove = (r: Row): r is Row & { payout_id: number } => r.payout_id !== null && r.last_day !== null;

function Paper({ row: r, day, days, onMove }: { row: Row; day: string; days: readonly string[]; onMove: (day: string) => void }) {
  const text = `${r.is_income ? "收 " : ""}${r.no} ${r.payee_name} ${money(r.amount)}`;
  if (!mayMove(r)) return <li title={text}>{text}</li>;
  return (
    <li title={text}>
      <Button
        type="text"
        size="small"
        icon={<HolderOutlined />}
        aria-label={`拖动 ${r.no}`}
        draggable
        onDragStart={(e: DragEvent) => e.dataTransfer.setData("text/plain", String(r.payout_id))}
      />
      {text}
      <Select
        size="small"
        aria-label={`${r.no} 的付款日`}
        value={day}
        options={days.filter((d) => d === day || d <= (r.last_day ?? "")).map((d) => ({ value: d, label: d.slice(5) }))}
        onChange={onMove}
      />
    </li>
  );
}

interface Moved {
  account: Account;
  move: (id: number, day: string) => void;
}
const Grid = ({ account: a, move }: Moved) => (
  <ol className="cash-days" aria-label={`${a.name}的资金日历`}>
    {a.days.map((d) => (
      <li key={d.day} className={d.is_low ? "is-low" : ""}>
        <span className="cash-day-head">
          <Button
            size="small"
            title="拖到此日付款"
            onDragOver={(e) => e.preventDefault()}
            onDrop={(e) => {
              e.preventDefault();
              move(Number(e.dataTransfer.getData("text/plain")), d.day);
            }}
          >
            {d.day.slice(5)}
          </Button>
          {d.is_low && <Mark tone="red">低于预警</Mark>}
        </span>
        {d.out > 0 && <span className="vd-num">付 {money(d.out)}</span>}
        {d.in > 0 && <span className="vd-num">收 {money(d.in)}</span>}
        <span className="vd-num vd-muted">余 {money(d.balance)}</span>
        <ul>
          {d.rows.map((r) => (
            <Paper
              key={r.no}
              row={r}
              day={d.day}
              days={a.days.map((x) => x.day)}
              onMove={(day) => r.payout_id !== null && move(r.payout_id, day)}
            />
          ))}
        </ul>
      </li>
    ))}
  </ol>
);

export function CashCalendar({ onClose }: { onClose: () => void }) {
  const answer = useRecord(payoutApi.cash_calendar_get, {});
  const afterWrite = useAfterWrite();
  const [picked, pick] = useState<number | null>(null);
  const accounts = answer.data?.accounts ?? [];
  const move = async (payout_id: number, planned_on: string): Promise<void> => {
    const row = accounts.flatMap((a) => a.days.flatMap((d) => d.rows)).find((r) => r.payout_id === payout_id);
    if (!row) return;
    await ask(payoutApi.payout_plan, { id: payout_id, version: row.version, planned_on });
    toast.success(`${row.no} 计划 ${planned_on} 付款`);
    afterWrite();
  };
  return (
    <Drawer
      open
      size={1120}
      title="资金日历"
      onClose={onClose}
      extra={
        accounts.length > 1 && (
          <Select
            aria-label="资金账户"
            value={picked ?? accounts[0]?.id ?? null}
            options={accounts.map((a) => ({ value: a.id, label: a.name }))}
            onChange={pick}
          />
        )
      }
    >
      <Reads answer={answer}>
        {(data) => {
          const account = data.accounts.find((a) => a.id === picked) ?? data.accounts[0];
          return account ? (
            <>
              <p className="vd-small vd-muted">
                {account.name} 账面余额 {money(account.balance)}
                {account.low_water !== null && `，低位预警 ${money(account.low_water)}`}
                。含未付出的付款单、待审核的提现、未审批的结算单、待支付的使馆费（按最近汇率）；同行还款按其以往迟付天数推算；已过期的算在今天。
              </p>
              <Grid account={account} move={(id, day) => void move(id, day)} />
            </>
          ) : (
            <p className="vd-muted">没有启用的银行账户</p>
          );
        }}
      </Reads>
    </Drawer>
  );
}
