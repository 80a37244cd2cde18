import { DOCUMENT_OWNERS, IDENTITIES } from "@visadesk/contract/product/sku/sku.ts";
import type { Identity } from "@visadesk/contract/product/snapshot.ts";
import type { Db } from "#kit/db/db.ts";
import { joined, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";
import { isPaper, recordNoun, type RecordId, type UsedNoun } from "../../base-data/index.ts";
import { usesRecord, words } from "./uses.sql.ts";

export interface LockedSku {
  id: number;
  sku_no: string;
  name: string;
  sku_status: string;
  version: number;
}
export const lockedSku = (db: Db, id: number): Promise<LockedSku | undefined> =>
  row(db, q`select id, sku_no, name, sku_status, version from skus where id = ${id} for update`);

export async function usesNow(db: Db, noun: UsedNoun, record: RecordId, sku: number): Promise<boolean> {
  const found = await row<{ used: boolean }>(
    db,
    q`select ${usesRecord(noun, noun === "country" ? q`${record}::text` : q`${record}::int8`)} as used
      from skus k join spus u on u.visa_product_unit_code = k.visa_product_unit_code where k.id = ${sku}`,
  );
  return found?.used ?? false;
}

/** A product that already asks an identity for the new paper keeps that row and loses the old one. */
export async function swapPaper(db: Db, sku: number, from: number, to: number | null): Promise<void> {
  await rows(
    db,
    q`
    delete from sku_documents x where x.sku_id = ${sku} and x.document_id = ${from}
      and (${to}::int8 is null or exists (select from sku_documents o where o.sku_id = x.sku_id and o.identity = x.identity and o.document_id = ${to}::int8))`,
  );
  if (to !== null) await rows(db, q`update sku_documents set document_id = ${to} where sku_id = ${sku} and document_id = ${from}`);
}

/** Identities of the product that have papers, but none the customer must hand in. */
export const orphanedIdentities = async (db: Db, sku: number): Promise<Identity[]> =>
  (
    await rows<{ identity: Identity }>(
      db,
      q`
      select i.identity from skus k, unnest(k.identities) as i(identity)
      where k.id = ${sku} and not exists (select from sku_documents x where x.sku_id = k.id and x.identity = i.identity and x.owner = 'must')
      order by i.identity`,
    )
  ).map((r) => r.identity);

const COLUMNS: Readonly<Partial<Record<UsedNoun, readonly string[]>>> = {
  embassy: ["embassy_id", "submit_place_id"],
  refund_policy: ["refund_policy_id"],
  mail_centre: ["mail_centre_id"],
};

/** Number of the product that would be the same as this one with `to` in the place of the mission `from`, or null. */
export const twinOf = async (db: Db, sku: number, from: number, to: number): Promise<string | null> =>
  (
    await row<{ sku_no: string }>(
      db,
      q`
      select o.sku_no from skus k join skus o on o.visa_product_unit_code = k.visa_product_unit_code and o.service_level = k.service_level
        and o.id <> k.id and o.sku_status <> 'archived'
        and coalesce(o.embassy_id, 0) = coalesce(case when k.embassy_id = ${from} then ${to}::int8 else k.embassy_id end, 0)
        and coalesce(o.submit_place_id, 0) = coalesce(case when k.submit_place_id = ${from} then ${to}::int8 else k.submit_place_id end, 0)
      where k.id = ${sku} limit 1`,
    )
  )?.sku_no ?? null;

/** Every column of the product that names the record. */
export async function swapColumn(db: Db, noun: UsedNoun, sku: number, from: number, to: number): Promise<void> {
  for (const column of COLUMNS[noun] ?? [])
    await rows(db, q`update skus set ${raw(column)} = ${to} where id = ${sku} and ${raw(column)} = ${from}`);
}

/** How the product uses these records, in words: 在职人员：在职证明（客户必交） */
export async function useLines(db: Db, noun: UsedNoun, sku: number, ids: readonly RecordId[]): Promise<string[]> {
  const found = await rows<{ line: string }>(db, q`select l.line from (${linesOf(noun, sku, ids)}) l order by l.line`);
  return found.map((r) => r.line);
}
function linesOf(noun: UsedNoun, sku: number, ids: readonly RecordId[]): Sql {
  if (isPaper(noun))
    return q`
      select ${words(IDENTITIES, "x.identity")} || '：' || d.name || '（' || ${words(DOCUMENT_OWNERS, "x.owner")} || '）' as line
      from sku_documents x join documents d on d.id = x.document_id where x.sku_id = ${sku} and x.document_id = any(${[...ids]}::int8[])`;
  const label: Readonly<Record<string, string>> = {
    embassy_id: "送签使领馆",
    submit_place_id: "递签地点",
    refund_policy_id: "退款政策",
    mail_centre_id: "收件中心",
  };
  return joined(
    (COLUMNS[noun] ?? []).map(
      (column) =>
        q`select ${`${label[column] ?? ""}：`}::text || r.name as line from skus k join ${raw(recordNoun(noun).table)} r on r.id = ${raw(`k.${column}`)}
          where k.id = ${sku} and r.id = any(${[...ids]}::int8[])`,
    ),
    " union all ",
  );
}
