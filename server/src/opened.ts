/**
 * Every record that people have open or whose log they read: under the right of `record-nouns.ts`, in the table of its
 * descriptor. Who sees but some of the rows is said by the area, as what has no right there is.
 */
import type { PresenceNoun } from "@visadesk/contract/account/personal.ts";
import { records, type RecordNoun } from "@visadesk/contract/record-nouns.ts";
import type { Opened } from "#kit/call/opened.ts";
import { each, keysOf } from "#kit/files/objects.ts";
import type { AnyNoun } from "#kit/noun/noun.ts";
import { baseDataOpened } from "./base-data/index.ts";
import { financeOpened } from "./finance/index.ts";
import { nouns } from "./nouns.ts";
import { orderOpened } from "./order/index.ts";
import { peerOpened } from "./peer/index.ts";
import { settingOpened } from "./setting/index.ts";
import { parcelOpened, supplierOpened } from "./supplier/index.ts";

const byName = new Map<string, AnyNoun>(nouns.map((n) => [n.name, n]));
const plain = (name: RecordNoun): Opened => {
  const stored = byName.get(name);
  if (!stored) throw new Error(`no noun is called ${name}`);
  return { may: records[name].may, from: stored.table, id: stored.key };
};

export const opened: Readonly<Record<PresenceNoun | RecordNoun, Opened>> = {
  ...each(keysOf(records), plain),
  ...orderOpened,
  ...baseDataOpened,
  ...settingOpened,
  ...supplierOpened,
  ...peerOpened,
  ...parcelOpened,
  ...financeOpened,
};
