/** A parcel between us and a supplier, as tests that only read parcels write it. */
import type { Db } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";

interface ParcelFacts {
  created_by: number;
  type: 2 | 5;
  at: Date;
  status?: string;
  sent_at?: Date;
  signed_at?: Date;
  lost_at?: Date;
  exception_open?: boolean;
  waybill_no?: string;
}
let made = 0;
export async function parcelAt(db: Db, f: ParcelFacts): Promise<number> {
  const express = await row<{ id: number }>(
    db,
    q`insert into expresses (type, supplier_id, mode, carrier_code, waybill_no, express_status, sent_at, signed_at, created_by, created_at)
      select ${f.type}, min(id), 'express', 'SF', ${f.waybill_no ?? null}, ${f.status ?? "created"}, ${f.sent_at ?? null}, ${f.signed_at ?? null}, ${f.created_by}, ${f.at} from suppliers returning id`,
  );
  const parcel = await row<{ id: number }>(
    db,
    q`insert into supplier_parcels (parcel_no, express_id, supplier_id, is_outgoing, purpose, exception_open, lost_at, created_by, created_at, updated_at)
      select ${`WL261120${String(900_000 + ++made)}`}, ${express?.id ?? 0}, min(id), ${f.type === 2}, 'submit', ${f.exception_open ?? false}, ${f.lost_at ?? null}, ${f.created_by}, ${f.at}, ${f.at} from suppliers returning id`,
  );
  if (!parcel) throw new Error("no parcel");
  return parcel.id;
}
