import { q, type Sql } from "#kit/db/sql.ts";

/** Facts the must and advised parts are judged by, over the tables of `skuFrom` and `skuJoins`; a disabled paper counts for nothing. */
export const factsOf = (at: Date): Sql => q`
  jsonb_build_object(
    'visa_form', u.visa_form, 'ends', k.ends, 'identities', k.identities, 'cover_mode', k.cover_mode, 'has_embassy', k.embassy_id is not null, 'has_area', k.cover_area <> '[]',
    'need_visit', k.need_interview or k.need_fingerprint or k.need_delivery, 'has_submit_place', k.submit_place_id is not null, 'work_days_max', k.work_days_max,
    'has_retail', r.adult is not null, 'has_embassy_fee', ef.adult is not null, 'has_policy', k.refund_policy_id is not null, 'has_centre', k.mail_centre_id is not null, 'has_cost', sc.adult is not null,
    'bare_levels', array(select l.code from peer_levels l where l.status = 1 and l.fallback ->> 'kind' = 'none' and not exists (
      select from sku_prices p where p.sku_id = k.id and p.price_kind = 'level' and p.ref_id = l.code and p.effective_from <= ${at} and (p.effective_to is null or p.effective_to > ${at})) order by l.code),
    'bare_tiers', array(select t->>'name' from jsonb_array_elements(k.urgent_tiers::jsonb) t where not exists (
      select from sku_prices p where p.sku_id = k.id and p.price_kind = 'urgent' and p.ref_id = t->>'tier_code' and p.effective_from <= ${at} and (p.effective_to is null or p.effective_to > ${at}))),
    'must_identities', array(select distinct x.identity from sku_documents x join documents d on d.id = x.document_id where x.sku_id = k.id and x.owner = 'must' and d.status = 1),
    'kinds', array(select distinct d.kind from sku_documents x join documents d on d.id = x.document_id where x.sku_id = k.id and d.status = 1 and (x.owner = 'must' or d.kind = 4)),
    'has_detail', u.detail <> '', 'has_note', k.booking_note <> '',
    'has_appointment', exists (select from appointments a where a.place_id = k.submit_place_id))`;
