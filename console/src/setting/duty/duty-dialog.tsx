/** What a dragged piece of the board becomes: kind, days, half, reason; what stands there is named before it is replaced. */
import { Alert, Button, DatePicker, Input, Segmented } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useState } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { entriesOf } from "#kit/words.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { DUTY_HALVES, DUTY_KINDS, dutyApi, type DutyKind } from "@visadesk/contract/setting/duty.ts";
import { cellsOf, dutyText, standing, type DutyForm, type Picked } from "./duty-model.ts";

const REASON_MAX = 50;
const NAMES_SHOWN = 8;
const STANDING_SHOWN = 4;

interface Props {
  picked: Picked;
  today: string;
  /** Own entries only: 加班值班 is arranged by others. */
  own: boolean;
  onClose: () => void;
}

function useSave(picked: Picked, onClose: () => void): readonly [boolean, (form: DutyForm) => Promise<void>] {
  const afterWrite = useAfterWrite();
  const [busy, setBusy] = useState(false);
  const save = async (form: DutyForm): Promise<void> => {
    setBusy(true);
    try {
      const { results } = await ask(dutyApi.duty_save, { cells: cellsOf(picked.members, form) });
      const failed = results.filter((r) => !r.ok);
      const done = results.length - failed.length;
      if (failed.length === 0) toast.success(form.kind === null ? "已清除" : `已登记 ${done} 人`);
      else toast.warning(`已保存 ${done} 人，${failed.length} 人未保存：${failed.map((r) => r.msg).join("；")}`);
      afterWrite();
      onClose();
    } catch {
      // The client has said why; the form stays.
    } finally {
      setBusy(false);
    }
  };
  return [busy, save];
}

function Standing({ picked, form }: { picked: Picked; form: DutyForm }) {
  const there = standing(picked.members, form);
  if (there.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={form.kind === null ? "将清除这些天里的登记" : "这些天已有登记，保存后以新的为准"}
      description={`${there
        .slice(0, STANDING_SHOWN)
        .map(({ member, duty }) => `${member.nickname} ${dutyText(duty)}`)
        .join("；")}${there.length > STANDING_SHOWN ? ` 等 ${there.length} 条` : ""}`}
    />
  );
}

export function DutyDialog({ picked, today, own, onClose }: Props) {
  const [before] = useState<DutyForm>({
    kind: "leave",
    from_date: picked.from_date < today ? today : picked.from_date,
    to_date: picked.to_date,
    half: "all",
    reason: "",
  });
  const [form, setForm] = useState(before);
  const set = (more: Partial<DutyForm>): void => setForm((now) => ({ ...now, ...more }));
  const [busy, save] = useSave(picked, onClose);
  const names = picked.members.map((m) => m.nickname);
  const kinds = entriesOf(DUTY_KINDS).filter(([kind]) => !own || kind !== "on");
  const oneDay = form.from_date === form.to_date;
  const clears = standing(picked.members, { ...form, kind: null }).length > 0;
  return (
    <Dialog
      title={
        own
          ? "登记我的休假、外勤、培训"
          : `登记值班：${names.slice(0, NAMES_SHOWN).join("、")}${names.length > NAMES_SHOWN ? ` 等 ${names.length} 人` : ""}`
      }
      onClose={onClose}
      aside={
        clears && (
          <Button danger disabled={busy} onClick={() => void save({ ...form, kind: null })}>
            清除这些天
          </Button>
        )
      }
      okText="保存"
      busy={busy}
      typed={form !== before}
      onOk={() => save(form)}
    >
      <div className="vd-stack is-wide">
        <Segmented
          block
          aria-label="类型"
          options={kinds.map(([value, label]) => ({ value, label }))}
          value={form.kind ?? "leave"}
          onChange={(kind: DutyKind) => set({ kind })}
        />
        <div className="vd-wraps">
          <DatePicker.RangePicker
            aria-label="日期"
            allowClear={false}
            minDate={dayjs(today)}
            value={[dayjs(form.from_date), dayjs(form.to_date)]}
            onChange={(days: [Dayjs | null, Dayjs | null] | null) => {
              if (days?.[0] && days[1]) set({ from_date: days[0].format("YYYY-MM-DD"), to_date: days[1].format("YYYY-MM-DD") });
            }}
          />
          {oneDay && (
            <Segmented
              aria-label="时段"
              options={entriesOf(DUTY_HALVES).map(([value, label]) => ({ value, label }))}
              value={form.half}
              onChange={(half: DutyForm["half"]) => set({ half })}
            />
          )}
        </div>
        <Input
          aria-label="原因"
          placeholder="原因（选填）"
          maxLength={REASON_MAX}
          showCount
          value={form.reason}
          onChange={(e) => set({ reason: e.target.value })}
        />
        <Standing picked={picked} form={form} />
      </div>
    </Dialog>
  );
}
