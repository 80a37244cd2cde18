/** How posts are put into words on their screens. */
import { EMBASSY_TYPES } from "@visadesk/contract/base-data/base-data.ts";
import type { embassyApi } from "@visadesk/contract/base-data/embassy.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";

export type Embassy = Output<typeof embassyApi.embassy_get>;

export const typeName = (type: number): keyof typeof EMBASSY_TYPES => keysOf(EMBASSY_TYPES).find((k) => k === String(type)) ?? "1";
