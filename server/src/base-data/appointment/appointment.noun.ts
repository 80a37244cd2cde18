import { appointment } from "@visadesk/contract/base-data/calendar/appointment.ts";
import { noun } from "#kit/noun/noun.ts";

export const appointmentNoun = noun("appointment", {
  table: "appointments",
  shape: appointment,
  parts: ["appointment_points"],
});
