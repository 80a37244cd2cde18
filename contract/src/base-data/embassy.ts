import { api } from "../kit/endpoint.ts";
import { id } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { recordApi, replaceApi } from "./record.ts";

export const embassyApi = api({
  ...recordApi("embassy", "使领馆", may.embassy, id("编号", "embassy")),
  ...replaceApi("embassy", "使领馆", may.embassy, id("编号", "embassy")),
});
