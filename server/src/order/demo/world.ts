/** What the demo orders are made in and by. */
import type { DemoFile, DemoPicture } from "./files.ts";
import type { SnapshotBody } from "@visadesk/contract/product/snapshot.ts";
import type { DemoLedger } from "../../ledger/index.ts";
import type { Buyer, Quote } from "../../product/index.ts";
import type { demoAssigner } from "../../supplier/index.ts";
import type { DemoPerson } from "./people.ts";
import type { Clocks } from "../flow/due.rules.ts";
import type { Bulk } from "./bulk.ts";
import type { Random } from "./random.ts";

export interface DemoActor {
  id: number;
  name: string;
}
export interface Batches {
  /** The batch of a day, post and supplier; made on first use. */
  of(day: string, embassyId: number | null, supplierId: number | null, at: Date): number;
}
export interface World {
  random: Random;
  bulk: Bulk;
  clocks: Clocks;
  now: Date;
  batches: Batches;
  ledger: DemoLedger;
  /** Who looks at refunds; what is large is looked at by the second too. */
  checkers: readonly [DemoActor, DemoActor];
  /** What a reviewer may say against papers. */
  reasons: readonly { code: string; text: string; kinds: readonly number[] }[];
  /** A picture that stands for what a customer or a mission gave. */
  fileFor(picture: DemoPicture): DemoFile;
}
/** When a refund is asked for, looked at, passed, and when its money leaves. */
export interface RefundCourse {
  asked: Date;
  first: Date;
  passed: Date;
  left: Date | null;
}
export interface JourneyOptions {
  expert: DemoActor;
  /** Of the service: judges claims. */
  reviewer: DemoActor;
  assign: DemoSku["assign"];
  /** His order was paid out of a peer's accounts, which have back at once what a passed refund gives. */
  isBackAtOnce: boolean;
  /** Keep files for people who are still being worked on. */
  keepFiles: boolean;
}

export interface DemoSku {
  sku_id: number;
  snapshot_id: number;
  body: SnapshotBody;
  /** Priced once per kind of entry; the rules are those of order_quote. */
  quoteFor(
    people: readonly DemoPerson[],
    options: { buyer: Buyer; travel_date: string; urgent: boolean; protection: boolean; at: Date },
  ): Quote;
  assign: Awaited<ReturnType<typeof demoAssigner>>;
}
