import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { skuApi } from "@visadesk/contract/product/sku/sku.ts";
import type { Area, UrgentTier } from "@visadesk/contract/product/snapshot.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";

type Detail = Output<typeof skuApi.sku_get>;
export type DetailFields = Pick<
  Detail,
  | "steps"
  | "stay_min"
  | "stay_max"
  | "stay_unit"
  | "validity"
  | "validity_unit"
  | "need_interview"
  | "need_fingerprint"
  | "need_delivery"
  | "need_training"
  | "need_return_material"
  | "need_effect_date"
  | "passport_months"
  | "passport_pages"
  | "advance_days"
  | "child_age"
  | "identities"
  | "return_way"
  | "days_p90"
  | "submit_place_name"
  | "refund_policy_name"
  | "insurance_product_ids"
  | "insurance_required"
  | "mail_centre_name"
  | "booking_note"
  | "tips"
  | "fee_included"
  | "fee_excluded"
  | "first_listed_at"
  | "off_reason"
> & {
  urgent_tiers: UrgentTier[];
  cover_area: Area[];
  embassy_id: number | null;
  submit_place_id: number | null;
  mail_centre_id: number | null;
};

export const detailFields = (db: Db, id: number): Promise<DetailFields | undefined> =>
  row<DetailFields>(
    db,
    q`
    select u.steps, u.stay_min, u.stay_max, u.stay_unit, u.validity, u.validity_unit, k.need_interview, k.need_fingerprint, k.need_delivery, k.need_training, k.need_return_material, k.need_effect_date,
           k.passport_months, k.passport_pages, k.advance_days, k.child_age, k.identities, k.return_way, st.days_p90, s.name as submit_place_name, r.name as refund_policy_name, k.insurance_product_ids, k.insurance_required, m.name as mail_centre_name,
           k.booking_note, k.tips, k.fee_included, k.fee_excluded, k.first_listed_at, k.off_reason, k.urgent_tiers, k.cover_area, k.embassy_id, k.submit_place_id, k.mail_centre_id
    from skus k join spus u on u.visa_product_unit_code = k.visa_product_unit_code
    left join embassies s on s.id = k.submit_place_id left join refund_policies r on r.id = k.refund_policy_id left join mail_centres m on m.id = k.mail_centre_id left join sku_stats st on st.sku_id = k.id
    where k.id = ${id}`,
  );

/** Prices in force and scheduled ones, in the order of the trade. */
export const detailPrices = (db: Db, id: number, at: Date): Promise<Omit<Detail["prices"][number], "margin" | "ref_name">[]> =>
  rows(
    db,
    q`
    select id, price_kind, ref_id, adult, child, currency, foreign_adult, rate, effective_from, effective_to from sku_prices
    where sku_id = ${id} and (effective_to is null or effective_to > ${at})
    order by array_position(array['retail', 'level', 'group', 'peer', 'embassy_fee', 'centre_fee', 'urgent'], price_kind), ref_id, effective_from`,
  );

export const detailDocuments = (db: Db, id: number): Promise<Detail["documents"]> =>
  rows(
    db,
    q`
    select x.id, x.identity, d.id as document_id, d.kind, d.name, d.category, d.sub_type, d.requirement, x.owner, x."when", x.group_key, x.need_n, coalesce(x.copies, d.copies) as copies, d.is_original, d.page_type
    from sku_documents x join documents d on d.id = x.document_id where x.sku_id = ${id}
    order by array_position(array['employed', 'freelance', 'retired', 'student', 'preschool', 'general'], x.identity), x.sort, x.id`,
  );
