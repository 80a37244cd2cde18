import { useState } from "react";
import { toast } from "#kit/app/feedback.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { to } from "#kit/screens.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { appointmentApi } from "@visadesk/contract/base-data/calendar/appointment.ts";
import { AppointmentItems } from "./appointment-form.tsx";

/** `?place=` comes from a place that has no date yet. */
const startOf = () => {
  const place = Number(new URLSearchParams(window.location.search).get("place"));
  return {
    ...(place > 0 && { place_id: place }),
    visa_type: null,
    earliest_date: null,
    no_slots: false,
    slots_note: "",
    half: "any",
    min_lead_days: 0,
    source: "staff",
    supplier_id: null,
    valid_days: 3,
    sort: 0,
    remark: "",
  };
};

export default function AppointmentAdd() {
  const go = useGo();
  const [initial] = useState(startOf);
  return (
    <FormScreen
      endpoint={appointmentApi.appointment_add}
      title="新增最近可约日期"
      initial={initial}
      draft="appointment-new"
      onCancel={() => go(to("appointment-list"))}
      onDone={() => {
        toast.success("可约日期已新增");
        go(to("appointment-list"));
      }}
    >
      <AppointmentItems placeId={null} />
    </FormScreen>
  );
}
