import { api } from "../kit/endpoint.ts";
import { id } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { recordApi } from "./record.ts";

export const appointmentApi = api({
  ...recordApi("appointment", "最近可约日期", may.appointment, id("编号", "appointment")),
});
