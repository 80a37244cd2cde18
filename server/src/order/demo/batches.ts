/** Batches of submissions: one per day, post and supplier. */
import { numberOf } from "#kit/db/numbers.ts";
import type { Bulk } from "./bulk.ts";
import type { Batches } from "./world.ts";

export class DayBatches implements Batches {
  private readonly known = new Map<string, number>();
  private readonly bulk: Bulk;
  count = 0;
  constructor(bulk: Bulk) {
    this.bulk = bulk;
  }
  of(day: string, embassyId: number | null, supplierId: number | null, at: Date): number {
    const key = `${day} ${embassyId} ${supplierId}`;
    const known = this.known.get(key);
    if (known) return known;
    const id = this.bulk.id("submission_batches");
    this.count++;
    this.known.set(key, id);
    this.bulk.add("submission_batches", {
      id,
      batch_no: numberOf("SQ", at, this.count),
      embassy_id: embassyId,
      supplier_id: supplierId,
      plan_date: day,
      batch_status: "submitted",
      handed_to: "送签专员",
      handed_at: at.toISOString(),
      created_at: at.toISOString(),
    });
    return id;
  }
}
