import { embassyApi } from "@visadesk/contract/base-data/embassy.ts";
import { serve, type Served } from "#kit/serve.ts";
import type { Doors } from "./doors.ts";
import { recordServer, replaceServer } from "./record.ts";

export const embassyServer = (doors: Doors): { readonly [K in keyof typeof embassyApi]: Served } =>
  serve(embassyApi, {
    ...recordServer({ noun: "embassy", label: "使领馆" }, doors),
    ...replaceServer({ noun: "embassy", label: "使领馆" }, doors),
  });
