import { useState } from "react";
import { useRecord } from "#kit/page/detail-screen.tsx";
import { toast } from "#kit/app/feedback.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { part } from "#kit/app/part.tsx";
import { to } from "#kit/screens.ts";
import { useGo, useIdParam } from "#kit/filter/use-url.ts";
import { appointmentApi, visaTypeName } from "@visadesk/contract/base-data/calendar/appointment.ts";
import type { Appointment } from "./appointment-editing.tsx";
import { AppointmentItems } from "./appointment-form.tsx";
import { AppointmentHistory } from "./appointment-history.tsx";
import type { AppointmentImpactProps } from "./appointment-impact.tsx";

const AppointmentImpact = part<AppointmentImpactProps>(() => import("./appointment-impact.tsx").then((m) => m.AppointmentImpact));

function Edit({ row }: { row: Appointment }) {
  const go = useGo();
  const [waits, setWaits] = useState(false);
  const title = `${row.place_name} ${visaTypeName(row.visa_type)}`;
  const [initial] = useState(() => {
    const { id, version, earliest_date, no_slots, slots_note, half, min_lead_days, source, supplier_id, valid_days, sort, remark } = row;
    return { id, version, earliest_date, no_slots, slots_note, half, min_lead_days, source, supplier_id, valid_days, sort, remark };
  });
  const back = (): void => go(to("appointment-list"));
  return (
    <>
      <FormScreen
        endpoint={appointmentApi.appointment_update}
        title={`编辑最近可约日期：${title}`}
        initial={initial}
        presence={{ noun: "appointment", id: row.id }}
        onCancel={back}
        onDone={({ impact }) => {
          toast.success("可约日期已保存");
          if (impact && impact.waiting > 0) setWaits(true);
          else back();
        }}
      >
        <AppointmentItems placeId={row.place_id} />
      </FormScreen>
      <AppointmentHistory id={row.id} />
      {waits && <AppointmentImpact id={row.id} title={title} onClose={back} />}
    </>
  );
}

export default function AppointmentEdit() {
  const id = useIdParam("id");
  const answer = useRecord(appointmentApi.appointment_get, { id });
  return <Reads answer={answer}>{(row) => <Edit row={row} />}</Reads>;
}
