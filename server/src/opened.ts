/** Every noun whose records people have open or whose log they read, area by area; the contract's lists and this one hold the same nouns. */
import type { PresenceNoun } from "@visadesk/contract/account/personal.ts";
import type { RecordNoun } from "@visadesk/contract/record-nouns.ts";
import type { Opened } from "#kit/call/opened.ts";
import { baseDataOpened } from "./base-data/index.ts";
import { orderOpened } from "./order/index.ts";
import { productOpened } from "./product/index.ts";
import { settingOpened } from "./setting/index.ts";
import { supplierOpened } from "./supplier/index.ts";

export const opened: Readonly<Record<PresenceNoun | RecordNoun, Opened>> = {
  ...orderOpened,
  ...productOpened,
  ...supplierOpened,
  ...baseDataOpened,
  ...settingOpened,
  ...supplierOpened,
};
