import type { RefundRow } from "@visadesk/contract/base-data/refund.rules.ts";
import type { Address } from "@visadesk/contract/kit/field.ts";
import type { Area, Cover, FormSection, Place, ReceiveAddress } from "@visadesk/contract/product/snapshot.ts";
import type { Db } from "#kit/db/db.ts";
import { hot, q, row, rows } from "#kit/db/sql.ts";
import { addressText } from "../district/address.ts";
import { unionCover } from "../district/district.rules.ts";

/** Whom a post takes, as its row says it. */
export interface DistrictRow {
  id: number;
  embassy_type: number;
  district_name: string;
  domicile_limit: boolean;
  residence_counts: boolean;
  follow_relative: boolean;
  district_area: Area[];
  parent_ids: number[];
}
type EmbassyRow = Place & DistrictRow;

const embassyRows = (db: Db, ids: readonly number[]): Promise<EmbassyRow[]> =>
  rows<EmbassyRow>(
    db,
    hot(q`
    select id, name, short_name, embassy_type, city, weekdays, open_from, open_to, follow_cn,
           district_name, domicile_limit, residence_counts, follow_relative, district_area, parent_ids
    from embassies where id = any(${ids}::int8[]) order by id`),
  );

const toPlace = ({ id, name, short_name, embassy_type, city, weekdays, open_from, open_to, follow_cn }: Place): Place => ({
  id,
  name,
  short_name,
  embassy_type,
  city,
  weekdays,
  open_from,
  open_to,
  follow_cn,
});
export const toCover = (e: DistrictRow): Cover => ({
  mode: "district",
  district_name: e.district_name,
  domicile_limit: e.domicile_limit,
  residence_counts: e.residence_counts,
  follow_relative: e.follow_relative,
  area: e.district_area,
});

/** Missions and centres by id, as dates, visits and snapshots need them. */
export async function places(db: Db, ids: readonly number[]): Promise<Map<number, Place>> {
  return new Map((ids.length ? await embassyRows(db, ids) : []).map((e) => [e.id, toPlace(e)]));
}

/** Whom a mission takes; a visa centre takes what its missions take. Null for an unknown id. */
export async function coverOf(db: Db, embassyId: number): Promise<Cover | null> {
  const [embassy] = await embassyRows(db, [embassyId]);
  if (!embassy) return null;
  if (embassy.embassy_type !== 4 || embassy.parent_ids.length === 0) return toCover(embassy);
  return unionCover((await embassyRows(db, embassy.parent_ids)).map(toCover));
}

export interface RefundVersion {
  policy_id: number;
  name: string;
  version_id: number;
  version_no: number;
  clause: string;
  grid: RefundRow[];
}
/** The version of a refund policy in force at an instant. */
export const refundVersion = (db: Db, policyId: number, at: Date): Promise<RefundVersion | undefined> =>
  row<RefundVersion>(
    db,
    q`
    select p.id as policy_id, p.name, v.id as version_id, v.version_no, v.clause, v.grid
    from refund_policies p join refund_policy_versions v on v.policy_id = p.id
    where p.id = ${policyId} and v.state in ('published', 'retired') and v.effective_from <= ${at}
    order by v.effective_from desc, v.id desc limit 1`,
  );

export interface ApplicationForm {
  application_id: number;
  version_id: number;
  version_no: number;
  sections: FormSection[];
}
/** The published version of the first of these application papers that has one. */
export const applicationForm = (db: Db, documentIds: readonly number[]): Promise<ApplicationForm | undefined> =>
  row<ApplicationForm>(
    db,
    hot(q`
    select v.application_id, v.id as version_id, v.version_no, v.sections from application_versions v
    where v.application_id = any(${documentIds}::int8[]) and v.state = 'published' order by v.application_id limit 1`),
  );

/** Where customers send their originals. */
export async function receiveAddress(db: Db, mailCentreId: number): Promise<ReceiveAddress | null> {
  const found = await row<Omit<ReceiveAddress, "address"> & { address: Address }>(
    db,
    q`
    select id as mail_centre_id, name, contact, mobile, address, hours from mail_centres where id = ${mailCentreId}`,
  );
  return found ? { ...found, address: addressText(found.address) } : null;
}

export interface RejectReason {
  id: number;
  code: string;
  text: string;
  advice: string;
  kinds: number[];
}
/** Enabled reasons of a kind; with a paper, its usual ones first. */
export const rejectReasons = (db: Db, documentId: number | null = null): Promise<RejectReason[]> =>
  rows<RejectReason>(
    db,
    q`
    select r.id, r.code, r.text, r.advice, r.kinds from reject_reasons r
    left join documents d on d.id = ${documentId}::int8
    where r.status = 1 and (d.id is null or d.kind = any(r.kinds))
    order by (r.id = any(d.reason_ids)) desc nulls last, r.sort, r.id`,
  );

/** Reasons by code, disabled and merged ones too: what was said to a customer stays readable. */
export async function rejectReasonsOf(db: Db, codes: readonly string[]): Promise<Map<string, RejectReason & { status: 0 | 1 }>> {
  const found = await rows<RejectReason & { status: 0 | 1 }>(
    db,
    q`select id, code, text, advice, kinds, status from reject_reasons where code = any(${[...codes]}::text[])`,
  );
  return new Map(found.map((r) => [r.code, r]));
}
