/** 编辑等级; whoever changes thresholds sees first who would move. */
import { Form, Select } from "antd";
import { useEffect, useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { NumberInput } from "#kit/inputs/number-input.tsx";
import { Item } from "#kit/page/item.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { entriesOf } from "#kit/words.ts";
import { FALLBACK_KINDS, SLA_PERCENTS } from "@visadesk/contract/peer/level/level.words.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { LevelFallback } from "@visadesk/contract/peer/level/level.rules.ts";
import { peerLevelApi } from "@visadesk/contract/peer/level/peer-level.ts";
import { Movers } from "./level-movers.tsx";

const KINDS = entriesOf(FALLBACK_KINDS).map(([value, label]) => ({ value, label }));
const PERCENTS = Object.entries(SLA_PERCENTS).map(([value, label]) => ({ value: Number(value), label }));
const START: Readonly<Record<LevelFallback["kind"], LevelFallback>> = {
  none: { kind: "none" },
  percent: { kind: "percent", rate: 10_000 },
  minus: { kind: "minus", amount: 0 },
};

type Level = Output<typeof peerLevelApi.peer_level_query>["list"][number];
interface FallbackProps {
  id?: string;
  value?: LevelFallback;
  onChange?: (value: LevelFallback) => void;
}
/** A share of the service part, or so much less than the retail price. */
function FallbackInput({ id, value = START.none, onChange }: FallbackProps) {
  return (
    <span className="vd-row">
      <Select
        {...(id && { id })}
        value={value.kind}
        options={KINDS}
        onChange={(kind) => onChange?.(START[kind])}
        popupMatchSelectWidth={false}
      />
      {value.kind === "percent" && (
        <NumberInput aria-label="万分之" narrow value={value.rate} onChange={(rate) => onChange?.({ kind: "percent", rate: rate ?? 0 })} />
      )}
      {value.kind === "percent" && <span className="vd-small vd-muted">万分之，9750 即 97.5%</span>}
      {value.kind === "minus" && (
        <MoneyInput aria-label="减额" value={value.amount} onChange={(amount) => onChange?.({ kind: "minus", amount: amount ?? 0 })} />
      )}
    </span>
  );
}

type Asked = Pick<Level, "gmv_min" | "orders_min" | "topup_min" | "match" | "status">;
const ASKED = ["gmv_min", "orders_min", "topup_min", "match", "status"] as const;
const isNumber = (v: unknown): boolean => v === null || v === undefined || (typeof v === "number" && v > 0);

/** `onRead`: what would move is known, or nothing would. */
function Preview({ level, onRead }: { level: Level; onRead: (isRead: boolean) => void }) {
  const { form } = useFormScope();
  const typed: Partial<Asked> = Form.useWatch([], form) ?? {};
  const now: Asked = {
    gmv_min: typed.gmv_min === undefined ? level.gmv_min : typed.gmv_min,
    orders_min: typed.orders_min === undefined ? level.orders_min : typed.orders_min,
    topup_min: typed.topup_min === undefined ? level.topup_min : typed.topup_min,
    match: typed.match ?? level.match,
    status: typed.status ?? level.status,
  };
  const differs = ASKED.some((k) => now[k] !== level[k]);
  const fits = [now.gmv_min, now.orders_min, now.topup_min].every(isNumber);
  const asks = differs && fits;
  useEffect(() => {
    if (!asks) onRead(true);
  }, [asks, onRead]);
  return asks ? <Moving code={level.code} asked={now} onRead={onRead} /> : null;
}
function Moving({ code, asked, onRead }: { code: Level["code"]; asked: Asked; onRead: (isRead: boolean) => void }) {
  const answer = useRecord(peerLevelApi.peer_level_preview, { code, ...asked });
  const isRead = answer.error !== null || (answer.data !== undefined && !answer.isPlaceholderData);
  useEffect(() => onRead(isRead), [isRead, onRead]);
  return (
    <Reads answer={answer} rows={2} slim tells>
      {(said) => <Movers said={said} />}
    </Reads>
  );
}

export interface LevelEditProps {
  level: Level;
  onClose: () => void;
}
export function LevelEdit({ level: l, onClose }: LevelEditProps) {
  const afterWrite = useAfterWrite();
  const [isRead, setRead] = useState(true);
  return (
    <FormDialog
      endpoint={peerLevelApi.peer_level_update}
      title={`编辑等级 ${l.code}`}
      okText="保存"
      okDisabled={!isRead}
      width={720}
      initial={l}
      onDone={() => {
        toast.success("等级已保存");
        afterWrite();
      }}
      onClose={onClose}
    >
      <Item name="name" half />
      <Item name="match" half />
      <Item name="gmv_min" half disabled={l.code === "V1"} help="留空即不看此项" />
      <Item name="orders_min" half disabled={l.code === "V1"} />
      <Item name="topup_min" half disabled={l.code === "V1"} />
      <Item name="credit_cap" half />
      <Item name="sla_percent" half>
        <Select options={PERCENTS} />
      </Item>
      <Item name="free_urgent" half />
      <Item name="fallback" help="商品没有本等级价格时按此计价，不低于规费">
        <FallbackInput />
      </Item>
      <Item name="status" half disabled={l.code === "V1"} />
      <Preview level={l} onRead={setRead} />
    </FormDialog>
  );
}
