import { createHash } from "node:crypto";
import type { Cover, SnapshotBody } from "@visadesk/contract/product/snapshot.ts";
import type { Db } from "#kit/db/db.ts";
import { found } from "#kit/http/refuse.ts";
import { applicationForm, coverOf, places, receiveAddress, refundVersion } from "../../base-data/index.ts";
import { keepSnapshot, photoRuleOf, snapshotBody, snapshotPapers, snapshotSku, type SnapshotSku } from "./snapshot.sql.ts";
import { protectionsOf } from "../sku/sku.sql.ts";

export interface Snapshot {
  id: number;
  body: SnapshotBody;
}

/** Fixes what an SKU is now. Equal content gives the same row, so an order only ever points at it. `made_at`: demo orders are older than their load. */
export async function snapshot(tx: Db, skuId: number, now: Date, made_at = now): Promise<Snapshot> {
  const body = await liveBody(tx, skuId, now);
  const text = JSON.stringify(body);
  const hash = createHash("sha256").update(text).digest("hex");
  return { id: await keepSnapshot(tx, { sku_id: skuId, hash, body: text, made_at }), body };
}

/** The content a snapshot taken now would have; keys always in the same order. */
export async function liveBody(db: Db, skuId: number, now: Date): Promise<SnapshotBody> {
  const sku = found(await snapshotSku(db, skuId), "商品不存在");
  const papers = await snapshotPapers(db, skuId);
  const at = await places(
    db,
    [sku.embassy_id, sku.submit_place_id].filter((id) => id !== null),
  );
  const protections = await protectionsOf(db, skuId, now);
  const { embassy_id, submit_place_id, refund_policy_id, mail_centre_id, cover_mode, cover_area, ...own } = sku;
  return {
    ...own,
    need_visit: sku.need_interview || sku.need_fingerprint || sku.need_delivery,
    embassy: (embassy_id && at.get(embassy_id)) || null,
    submit_place: (submit_place_id && at.get(submit_place_id)) || null,
    cover: await coverOfSku(db, { embassy_id, cover_mode, cover_area }),
    papers,
    photo_rule: (await photoRuleOf(db, skuId)) ?? null,
    application:
      (await applicationForm(
        db,
        papers.filter((p) => p.kind === 5).map((p) => p.document_id),
      )) ?? null,
    refund_policy: refund_policy_id ? ((await refundVersion(db, refund_policy_id, now)) ?? null) : null,
    protections: protections.map(({ price_override, ...terms }) =>
      price_override === null ? terms : { ...terms, pricing: "fixed", price: price_override },
    ),
    receive_address: mail_centre_id ? await receiveAddress(db, mail_centre_id) : null,
  };
}

/** Whom an SKU takes: everybody, its mission's live district, or its own areas. */
export async function coverOfSku(db: Db, sku: Pick<SnapshotSku, "embassy_id" | "cover_mode" | "cover_area">): Promise<Cover> {
  const live = sku.embassy_id ? await coverOf(db, sku.embassy_id) : null;
  const whole: Cover = { mode: "all", district_name: "", domicile_limit: false, residence_counts: true, follow_relative: true, area: [] };
  if (sku.cover_mode === "all" || (sku.cover_mode === "district" && !live)) return { ...whole, district_name: live?.district_name ?? "" };
  if (sku.cover_mode === "area") return { ...whole, ...live, mode: "area", domicile_limit: true, area: sku.cover_area };
  return live ?? whole;
}

/** A kept snapshot by id. */
export const snapshotOf = async (db: Db, id: number): Promise<Snapshot & { made_at: string }> =>
  found(await snapshotBody(db, id), "商品快照不存在");
