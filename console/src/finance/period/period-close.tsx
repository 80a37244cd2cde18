/** 结账: for ever, after every item is at zero or gone over with a reason. */
import { Input } from "antd";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { Dialog } from "#kit/form/dialog.tsx";
import { Stack } from "#kit/page/blocks.tsx";
import { Item } from "#kit/page/item.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { periodApi, type CloseItem } from "@visadesk/contract/finance/period.ts";
import { Checklist, type Period } from "./period-words.tsx";

type Reasons = { key: string; reason: string }[];
interface ReasonsInputProps {
  items: readonly CloseItem[];
  value?: Reasons;
  onChange?: (value: Reasons) => void;
}
/** A reason for each item that is not at zero. */
function ReasonsInput({ items, value = [], onChange }: ReasonsInputProps) {
  return (
    <Stack gap={8}>
      {items.map((i) => (
        <Input
          key={i.key}
          aria-label={`${i.label}说明`}
          prefix={<span className="vd-small vd-muted">{`${i.label} ${i.count} 项`}</span>}
          placeholder="为何可以先结账，至少5个字"
          maxLength={200}
          value={value.find((v) => v.key === i.key)?.reason ?? ""}
          onChange={(e) => onChange?.(value.map((v) => (v.key === i.key ? { ...v, reason: e.target.value } : v)))}
        />
      ))}
    </Stack>
  );
}

export interface PeriodCloseProps {
  period: Period;
  onDone: () => void;
  onClose: () => void;
}
export function PeriodClose({ period: p, onDone, onClose }: PeriodCloseProps) {
  const answer = useRecord(periodApi.period_preview, { id: p.id });
  const title = `结账：${p.month}`;
  if (!answer.data) return <Dialog title={title} reads={answer} onClose={onClose} />;
  const { items } = answer.data;
  const open = items.filter((i) => i.count > 0 && !i.is_must);
  const isStopped = items.some((i) => i.count > 0 && i.is_must);
  return (
    <FormDialog
      endpoint={periodApi.period_close}
      title={title}
      okText="结账"
      okDisabled={isStopped}
      danger
      width={880}
      intro={
        <Stack gap={12}>
          <span>结账后不能恢复，本期间的任何记账、冲正都会被拒绝；之后的更正记入开放的期间。</span>
          <Checklist items={items} />
        </Stack>
      }
      initial={{ id: p.id, version: p.version, acknowledged: open.map((i) => ({ key: i.key, reason: "" })) }}
      onDone={onDone}
      onClose={onClose}
    >
      {open.length > 0 && (
        <Item name="acknowledged">
          <ReasonsInput items={open} />
        </Item>
      )}
    </FormDialog>
  );
}
