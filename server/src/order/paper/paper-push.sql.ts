/** Open people of a product with their papers, page by page along the index of their product. */
import type { Ctx } from "#kit/call/context.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, raw, rows, type Sql } from "#kit/db/sql.ts";
import type { Cover } from "@visadesk/contract/product/snapshot.ts";
import type { PushPerson } from "../../product/index.ts";
import type { ApplicantRow, ApplicantStatus } from "../flow/facts.ts";
import { BEFORE_SUBMISSION } from "../material/material.rules.ts";
import type { HeldPaper } from "./paper-push.rules.ts";
import { orderScope } from "../list/scope.ts";

/** As the index has it, word for word: a parameter in its place would not let the planner use it. */
const UNSUBMITTED = raw(`a.applicant_status in (${BEFORE_SUBMISSION.map((s) => `'${s}'`).join(", ")})`);

type Facts = Pick<ApplicantRow, "identity" | "birth_date" | "marital" | "household_province" | "household_city" | "address" | "relation">;
export interface OpenPerson extends Facts {
  applicant_id: number;
  applicant_no: string;
  order_id: number;
  order_no: string;
  name_cn: string | null;
  applicant_status: ApplicantStatus;
  held_at: string | null;
  hold_reason: string | null;
  travel_date: string | null;
  snapshot_id: number;
  is_visible: boolean;
  /** The first person of the order, when it is another. */
  main: Facts | null;
  materials: HeldPaper[];
}

const FACTS = "identity, birth_date, marital, household_province, household_city, address, relation";

/** The next people after `after`; forms are left out. */
export const openPeople = (ctx: Ctx, skuId: number, after: number, limit: number): Promise<OpenPerson[]> =>
  rows<OpenPerson>(
    ctx.db,
    q`
    select a.id as applicant_id, a.applicant_no, a.order_id, o.order_no, a.name_cn, a.applicant_status, a.held_at, a.hold_reason, o.travel_date, o.snapshot_id,
      a.identity, a.birth_date, a.marital, a.household_province, a.household_city, a.address, a.relation, ${orderScope(ctx, "a") ?? raw("true")} as is_visible,
      (select row_to_json(f) from (select ${raw(FACTS)} from applicants x where x.order_id = a.order_id and a.seq > 1 order by x.seq limit 1) f) as main,
      coalesce((select json_agg(json_build_object('id', m.id, 'document_id', m.document_id, 'kind', m.kind, 'name', m.name, 'material_status', m.material_status, 'waive_reason', m.waive_reason,
          'copies', m.copies, 'owner', m.owner, 'group_key', m.group_key, 'need_n', m.need_n))
        from applicant_materials m where m.applicant_id = a.id and m.document_id is not null and m.kind <> 5), '[]'::json) as materials
    from applicants a join orders o on o.id = a.order_id
    where a.sku_id = ${skuId} and ${UNSUBMITTED} and a.id > ${after} and o.order_status not in ('cancelled', 'deleted')
    order by a.id limit ${limit}`,
  );

/** Whom the snapshots' products took. */
export const snapshotCovers = async (db: Db, ids: readonly number[]): Promise<Map<number, Cover>> =>
  new Map(
    (
      await rows<{ id: number; cover: Cover }>(
        db,
        q`select id, body->'cover' as cover from sku_snapshots where id = any(${[...ids]}::int8[])`,
      )
    ).map((s) => [s.id, s.cover]),
  );

/** Live files of papers. */
export const fileCounts = async (db: Db, materialIds: readonly number[]): Promise<Map<number, number>> =>
  new Map(
    (
      await rows<{ id: number; n: number }>(
        db,
        q`select material_id as id, count(*)::int as n from material_files where material_id = any(${[...materialIds]}::int8[]) and superseded_at is null group by material_id`,
      )
    ).map((f) => [f.id, f.n]),
  );

export const paperPicked = (ctx: Ctx, skuId: number, applicantIds: readonly number[]): Promise<PushPerson[]> => {
  const scope: Sql | null = orderScope(ctx, "a");
  return rows<PushPerson>(
    ctx.db,
    q`select a.id as applicant_id, a.order_id from applicants a where ${and([q`a.id = any(${[...applicantIds]}::int8[]) and a.sku_id = ${skuId}`, scope])} order by a.order_id, a.id`,
  );
};
