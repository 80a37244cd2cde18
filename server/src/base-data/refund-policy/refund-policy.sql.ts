/** Policies with their version in force, and the versions themselves. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { refundPolicyApi } from "@visadesk/contract/base-data/refund-policy.ts";
import type { RefundRow } from "@visadesk/contract/base-data/refund.rules.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import type { ProductDoor } from "../doors.ts";

type Api = typeof refundPolicyApi;
export type PolicyRow = Output<Api["refund_policy_add"]>;
export type VersionRow = Output<Api["refund_policy_version_save"]>;
type Pick = Output<Api["refund_policy_pick"]>["list"][number];

/** Id of the version in force: the latest published one whose time has come; `r` is the policy. */
const inForceId = (now: Date): Sql => q`
  (select x.id from refund_policy_versions x where x.policy_id = r.id and x.state = 'published' and x.effective_from <= ${now}
   order by x.effective_from desc limit 1)`;

const columns = (product: ProductDoor, now: Date): Sql => q`
  r.id, r.name, r.forms, r.sort, r.remark, r.status, r.version, r.updated_at,
  case when f.id is null then null else json_build_object('version_id', f.id, 'version_no', f.version_no, 'effective_from', f.effective_from,
    'rates', (select coalesce(json_agg(json_build_object('stage', g ->> 'stage', 'service_rate', (g ->> 'service_rate')::int)), '[]') from jsonb_array_elements(f.grid) g)) end as in_force,
  (select json_build_object('version_no', w.version_no, 'effective_from', w.effective_from) from refund_policy_versions w
   where w.policy_id = r.id and w.state = 'published' and w.effective_from > ${now} order by w.effective_from limit 1) as next,
  (select d.version_no from refund_policy_versions d where d.policy_id = r.id and d.state = 'draft') as draft_no,
  ${product.usedCountOf("refund_policy", raw("r.id"))} as used_count`;
const joins = (now: Date): Sql => q`left join refund_policy_versions f on f.id = ${inForceId(now)}`;

export interface PolicyFilter {
  keyword?: string | undefined;
  form?: readonly string[] | undefined;
  status?: 0 | 1 | undefined;
}
export const policyList = (input: PolicyFilter, product: ProductDoor, now: Date): ListDef => ({
  from: q`refund_policies r`,
  where: and([
    input.keyword && q`r.name ilike ${`%${likeText(input.keyword)}%`}`,
    input.form && q`r.forms && ${[...input.form]}::text[]`,
    input.status !== undefined && q`r.status = ${input.status}`,
  ]),
  id: "r.id",
  select: columns(product, now),
  joins: joins(now),
  sorts: { name: { by: "r.name", order: "asc" }, updated_at: { by: "r.updated_at", order: "desc" } },
  sort: "updated_at",
});

export const policyView = (db: Db, id: number, product: ProductDoor, now: Date): Promise<PolicyRow | undefined> =>
  row<PolicyRow>(db, q`select ${columns(product, now)} from refund_policies r ${joins(now)} where r.id = ${id}`);

const versionColumns = (now: Date): Sql => q`
  v.id, v.policy_id, v.version_no, v.state, v.effective_from, v.clause, v.grid, v.version, v.created_at, v.published_at,
  nullif(c.nickname, '') as created_by_name, nullif(b.nickname, '') as published_by_name, v.id is not distinct from ${inForceId(now)} as is_in_force`;
const VERSION_FROM = raw(`refund_policy_versions v join refund_policies r on r.id = v.policy_id
  left join workers c on c.id = v.created_by left join workers b on b.id = v.published_by`);

/** Newest first. */
export const versionsOf = (db: Db, policyId: number, now: Date): Promise<VersionRow[]> =>
  rows<VersionRow>(db, q`select ${versionColumns(now)} from ${VERSION_FROM} where v.policy_id = ${policyId} order by v.version_no desc`);

export const versionView = (db: Db, id: number, now: Date): Promise<VersionRow | undefined> =>
  row<VersionRow>(db, q`select ${versionColumns(now)} from ${VERSION_FROM} where v.id = ${id}`);

export interface PolicyHead {
  id: number;
  name: string;
  forms: string[];
  remark: string;
  version: number;
}
/** One at a time: two people neither start two drafts nor publish two versions at one instant. */
export const lockPolicy = (db: Db, id: number): Promise<PolicyHead | undefined> =>
  row<PolicyHead>(db, q`select id, name, forms, remark, version from refund_policies where id = ${id} for update`);

export const policyOfVersion = (db: Db, versionId: number): Promise<{ policy_id: number } | undefined> =>
  row(db, q`select policy_id from refund_policy_versions where id = ${versionId}`);

export const isPolicyNamed = async (db: Db, name: string, except: number | null): Promise<boolean> =>
  (await row(db, q`select id from refund_policies where name = ${name} and id is distinct from ${except}::int8`)) !== undefined;

export interface Draft {
  policy_id: number;
  clause: string;
  grid: readonly RefundRow[];
}
/** The next number of the policy; its lock is held. */
export const insertDraft = (db: Db, d: Draft, by: number, now: Date): Promise<{ id: number } | undefined> =>
  row(
    db,
    q`
    insert into refund_policy_versions (policy_id, version_no, state, clause, grid, created_by, created_at)
    select ${d.policy_id}, coalesce(max(version_no), 0) + 1, 'draft', ${d.clause}, ${JSON.stringify(d.grid)}::jsonb, ${by}::int8, ${now}
    from refund_policy_versions where policy_id = ${d.policy_id} returning id`,
  );

/** Another version that starts at that instant. */
export const versionAt = (db: Db, policyId: number, at: Date): Promise<{ version_no: number } | undefined> =>
  row(
    db,
    q`select version_no from refund_policy_versions where policy_id = ${policyId} and state <> 'draft' and effective_from = ${at}::timestamptz`,
  );

/** Published versions of a policy that a later one has replaced by now. */
export const replacedVersions = (db: Db, policyId: number, now: Date): Promise<{ id: number; version_no: number }[]> =>
  rows(
    db,
    q`
    select v.id, v.version_no from refund_policy_versions v
    where v.policy_id = ${policyId} and v.state = 'published'
      and exists (select from refund_policy_versions n where n.policy_id = v.policy_id and n.state = 'published' and n.effective_from > v.effective_from and n.effective_from <= ${now})
    order by v.effective_from`,
  );

/** Policies in which a later version has come into force beside the former one. */
export const policiesToTurn = async (db: Db, now: Date): Promise<number[]> =>
  (
    await rows<{ policy_id: number }>(
      db,
      q`select policy_id from refund_policy_versions where state = 'published' and effective_from <= ${now} group by policy_id having count(*) > 1 order by policy_id`,
    )
  ).map((r) => r.policy_id);

/** Enabled policies with a version in force. */
export const policyPicks = (db: Db, keyword: string | undefined, now: Date): Promise<Pick[]> =>
  rows<Pick>(
    db,
    q`
    select r.id, r.name, r.forms, f.version_no from refund_policies r join refund_policy_versions f on f.id = ${inForceId(now)}
    where ${and([q`r.status = 1`, keyword && q`r.name ilike ${`%${likeText(keyword)}%`}`])} order by r.sort, r.name limit 300`,
  );
