import { countryApi } from "@visadesk/contract/base-data/country.ts";
import { serve, type Served } from "#kit/serve.ts";
import type { Doors } from "./doors.ts";
import { recordServer } from "./record.ts";

export const countryServer = (doors: Doors): { readonly [K in keyof typeof countryApi]: Served } =>
  serve(countryApi, {
    ...recordServer({ noun: "country", label: "国家/地区", name: "name_zh" }, doors),
  });
