/** 编辑等级; whoever changes thresholds sees first who would move. */
import { Select } from "antd";
import { ask } from "#kit/act/ask.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { confirm, startLoading, toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { MoneyInput } from "#kit/inputs/money-input.tsx";
import { NumberInput } from "#kit/inputs/number-input.tsx";
import { Item } from "#kit/page/item.tsx";
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

const ASKED = ["gmv_min", "orders_min", "topup_min", "match", "status"] as const;

const REVIEW_WIDTH = 640;
/** Other thresholds are stored once somebody has seen who moves by them. */
const reviewOf =
  (code: Level["code"]) =>
  async (body: Readonly<Record<string, unknown>>): Promise<boolean> => {
    const asked = Object.fromEntries(ASKED.flatMap((k) => (k in body ? [[k, body[k]]] : [])));
    if (Object.keys(asked).length === 0) return true;
    const stop = startLoading("正在试算");
    const said = await ask(peerLevelApi.peer_level_preview, { code, ...asked }, { noToast: true }).finally(stop);
    const title = `${said.up_count} 家将升级，${said.down_count} 家季度复核时将降级`;
    return confirm({ title, content: <Movers said={said} />, ok: "确认保存", width: REVIEW_WIDTH });
  };

export interface LevelEditProps {
  level: Level;
  onClose: () => void;
}
export function LevelEdit({ level: l, onClose }: LevelEditProps) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={peerLevelApi.peer_level_update}
      title={`编辑等级 ${l.code}`}
      okText="保存"
      review={reviewOf(l.code)}
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
    </FormDialog>
  );
}
