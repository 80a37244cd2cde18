import { appointmentApi } from "@visadesk/contract/base-data/appointment.ts";
import { serve, type Served } from "#kit/serve.ts";
import type { Doors } from "./doors.ts";
import { recordServer } from "./record.ts";

export const appointmentServer = (doors: Doors): { readonly [K in keyof typeof appointmentApi]: Served } =>
  serve(appointmentApi, {
    ...recordServer({ noun: "appointment", label: "最近可约日期", name: "id" }, doors),
  });
