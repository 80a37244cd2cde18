/** One row of the list at a time is edited in place: what its boxes hold, and saving them. */
import { createContext, useCallback, useContext, useMemo, useRef, useState, type ReactNode } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask, faultOf } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { appointmentApi } from "@visadesk/contract/base-data/calendar/appointment.ts";
import { parseSlot } from "@visadesk/contract/base-data/calendar/appointment.rules.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { slotCell } from "./appointment-words.ts";

export type Appointment = Output<typeof appointmentApi.appointment_get>;
export type Impact = NonNullable<Output<typeof appointmentApi.appointment_update>["impact"]>;
export const BAD_SLOT = "日期看不懂，请写成 10月28日、2026-10-28 或 无号";

interface Boxes {
  row: Appointment;
  slot: string;
  note: string;
  fault: string | null;
}
export interface Editing {
  boxes: Boxes | null;
  start: (row: Appointment) => void;
  put: (patch: Partial<Pick<Boxes, "slot" | "note">>) => void;
  save: () => void;
  /** The same value again: it was looked at. */
  confirm: (row: Appointment) => void;
  cancel: () => void;
}
const Context = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(Context);
  if (!editing) throw new Error("an editable cell stands outside SlotEditing");
  return editing;
}

/** `onImpact` is told of a change that people who wait must hear of. */
export function SlotEditing({ onImpact, children }: { onImpact: (impact: Impact) => void; children: ReactNode }) {
  const [boxes, setBoxes] = useState<Boxes | null>(null);
  const running = useRef(false);
  const afterWrite = useAfterWrite();
  const send = useCallback(
    async (row: Appointment, slot: string, note: string): Promise<void> => {
      const value = parseSlot(slot, shanghaiDate(new Date()));
      const tell = (fault: string): void => setBoxes({ row, slot, note, fault });
      if (!value) return tell(slot.trim() === "" ? "请填写最早日期或标记无号" : BAD_SLOT);
      if (running.current) return undefined;
      running.current = true;
      try {
        const input = { id: row.id, version: row.version, ...value, slots_note: note };
        const { impact } = await ask(appointmentApi.appointment_update, input, { noToast: true });
        setBoxes(null);
        toast.success(`${row.place_name}：${slotCell(value)}`);
        if (impact && impact.waiting > 0) onImpact(impact);
      } catch (e) {
        tell(faultOf(e).msg);
      } finally {
        running.current = false;
        afterWrite();
      }
      return undefined;
    },
    [afterWrite, onImpact],
  );
  const editing = useMemo(
    (): Editing => ({
      boxes,
      start: (row) => setBoxes({ row, slot: slotCell(row), note: row.slots_note, fault: null }),
      put: (patch) => setBoxes((now) => now && { ...now, ...patch, fault: null }),
      save: () => {
        if (boxes) void send(boxes.row, boxes.slot, boxes.note);
      },
      confirm: (row) => void send(row, slotCell(row), row.slots_note),
      cancel: () => setBoxes(null),
    }),
    [boxes, send],
  );
  return <Context value={editing}>{children}</Context>;
}
