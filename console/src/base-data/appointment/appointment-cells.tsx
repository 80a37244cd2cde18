/** Cells of 最近可约日期. The date and what is left of it are edited where they stand. */
import { Button } from "antd";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { TwoLines } from "#kit/page/blocks.tsx";
import { Flag } from "#kit/page/flag.tsx";
import { Mark, StateTag } from "#kit/page/flow-tag.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/app/session.ts";
import { parseSlot } from "@visadesk/contract/base-data/calendar/appointment.rules.ts";
import { APPOINTMENT_SOURCES, FRESHNESS } from "@visadesk/contract/base-data/calendar/appointment.words.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { useEditing, type Appointment, type Editing } from "./appointment-editing.tsx";
import { curveLines, curveWords, daysAway, FRESH_TONES, slotCell, weekdayText } from "./appointment-words.ts";

const today = (): string => shanghaiDate(new Date());

export const appointmentHref = (a: { id: number }): string => to("appointment-edit", { id: a.id });

export const PlaceCell = ({ row: a }: { row: Appointment }) => (
  <TwoLines
    title={`${a.place_name}${a.remark ? `\n${a.remark}` : ""}`}
    under={
      <>
        <Flag emoji={a.flag_emoji} />
        {a.country_name}
        {a.district_name && ` · ${a.district_name}`}
      </>
    }
  >
    <HrefLink href={appointmentHref(a)} className="vd-link">
      {a.place_name}
    </HrefLink>
    {a.status === 0 && <Mark>已禁用</Mark>}
  </TwoLines>
);

/** Enter saves, Escape leaves; both boxes of a row know them. */
const keysOf = (editing: Editing) => (e: KeyboardEvent<HTMLInputElement>) => {
  if (e.key === "Enter") editing.save();
  else if (e.key === "Escape") editing.cancel();
  else return;
  e.stopPropagation();
  e.preventDefault();
};

/** What a typed date means, while it is typed. */
function Hint({ slot, fault }: { slot: string; fault: string | null }) {
  if (fault)
    return (
      <span className="vd-error" role="alert" title={fault}>
        {fault}
      </span>
    );
  const value = parseSlot(slot, today());
  if (value?.no_slots) return "标记为无号";
  return value?.earliest_date ? `${weekdayText(value.earliest_date)} ${daysAway(value.earliest_date, today())}` : "如 10月28日、无号";
}

function SlotBox({ row }: { row: Appointment }) {
  const editing = useEditing();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.select(), []);
  const { boxes } = editing;
  if (!boxes) return null;
  return (
    <TwoLines under={<Hint slot={boxes.slot} fault={boxes.fault} />}>
      <input
        ref={box}
        className="ap-box vd-num"
        aria-label={`${row.place_name}的最早可约`}
        aria-invalid={boxes.fault !== null}
        value={boxes.slot}
        onChange={(e) => editing.put({ slot: e.target.value })}
        onKeyDown={keysOf(editing)}
      />
    </TwoLines>
  );
}

export function SlotCell({ row: a }: { row: Appointment }) {
  const editing = useEditing();
  if (editing.boxes?.row.id === a.id) return <SlotBox row={a} />;
  return (
    <button type="button" className="ap-cell" title="修改最早可约" onClick={() => editing.start(a)}>
      {a.earliest_date ? (
        <TwoLines
          num
          under={
            <span className={a.earliest_date < today() ? "vd-error" : ""}>
              {weekdayText(a.earliest_date)} {daysAway(a.earliest_date, today())}
            </span>
          }
        >
          <b>{a.earliest_date}</b>
        </TwoLines>
      ) : (
        <b className="vd-error">无号</b>
      )}
    </button>
  );
}

export function NoteCell({ row: a }: { row: Appointment }) {
  const editing = useEditing();
  if (editing.boxes?.row.id === a.id)
    return (
      <input
        className="ap-box"
        aria-label={`${a.place_name}的余量`}
        maxLength={40}
        value={editing.boxes.note}
        onChange={(e) => editing.put({ note: e.target.value })}
        onKeyDown={keysOf(editing)}
      />
    );
  return (
    <button type="button" className="ap-cell" title={a.slots_note || "填写余量"} onClick={() => editing.start(a)}>
      {a.slots_note ? <span className="vd-ellipsis">{a.slots_note}</span> : <span className="vd-blank">—</span>}
    </button>
  );
}

const WIDTH = 88;
const HEIGHT = 24;
export const CurveCell = ({ row: a }: { row: Appointment }) => {
  const lines = curveLines(a.curve, today(), WIDTH, HEIGHT);
  return lines.length === 0 ? (
    <span className="vd-blank">—</span>
  ) : (
    <svg className="ap-curve" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={curveWords(a.curve)}>
      <title>{curveWords(a.curve)}</title>
      {lines.map((points) => (
        <polyline key={points} points={points} />
      ))}
    </svg>
  );
};

export const FreshCell = ({ row: a }: { row: Appointment }) => (
  <TwoLines
    title={`有效至 ${a.fresh_until}，核对后${a.valid_days}个工作日`}
    under={a.freshness === "stale" && a.fresh_until < today() ? `${a.fresh_until.slice(5)} 到期` : `至 ${a.fresh_until.slice(5)}`}
  >
    <StateTag tone={FRESH_TONES[a.freshness]}>{FRESHNESS[a.freshness]}</StateTag>
  </TwoLines>
);

export const CheckedCell = ({ row: a }: { row: Appointment }) => (
  <TwoLines under={<TimeText at={a.checked_at} />}>
    {a.updated_by_name ?? "—"}
    <small className="vd-apart">
      {a.source === "supplier" ? (a.supplier_name ?? APPOINTMENT_SOURCES.supplier) : APPOINTMENT_SOURCES.staff}
    </small>
  </TwoLines>
);

/** People who wait there, in 订单处理 for those who may see it. */
const waitingHref = (a: Appointment): string =>
  to(
    "order-list",
    {},
    {
      scope: "all",
      visit_place_id: a.place_id,
      visa_type: a.visa_type ?? undefined,
      applicant_status: "awaiting_appointment,awaiting_confirm",
    },
  );
export function WaitingCell({ row: a, onOpen }: { row: Appointment; onOpen: () => void }) {
  const seesOrders = useCan(may.order_process);
  if (a.waiting_count === 0) return <span className="vd-muted vd-num">0</span>;
  if (seesOrders)
    return (
      <HrefLink href={waitingHref(a)} className="vd-link vd-num">
        {a.waiting_count}
      </HrefLink>
    );
  return (
    <Button type="link" size="small" className="vd-plain-link vd-num" onClick={onOpen}>
      {a.waiting_count}
    </Button>
  );
}

/** 核对 says that the value still stands; one that has passed is typed anew. */
export function RowEdit({ row: a }: { row: Appointment }) {
  const editing = useEditing();
  if (editing.boxes?.row.id === a.id)
    return (
      <>
        <Button type="link" size="small" onClick={editing.save}>
          保存
        </Button>
        <Button type="text" size="small" onClick={editing.cancel}>
          取消
        </Button>
      </>
    );
  const isPast = a.earliest_date !== null && a.earliest_date < today();
  return (
    <Button
      type="link"
      size="small"
      title={isPast ? "日期已过，请填写新的日期" : `仍是 ${slotCell(a)}，更新核对时间`}
      onClick={() => (isPast ? editing.start(a) : editing.confirm(a))}
    >
      {isPast ? "更新" : "核对"}
    </Button>
  );
}
