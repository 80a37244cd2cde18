import { api } from "../kit/endpoint.ts";
import { text } from "../kit/field.ts";
import { may } from "../permissions.ts";
import { recordApi } from "./record.ts";

export const countryApi = api({
  ...recordApi("country", "国家/地区", may.country, text("代码", { max: 2 })),
});
