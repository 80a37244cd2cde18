/** Papers of suppliers as they are stored. */
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierDocumentApi } from "@visadesk/contract/supplier/supplier-document.ts";
import { PARTS_SHOWN } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Db } from "#kit/db/db.ts";
import { and, q, rows } from "#kit/db/sql.ts";
import type { Paper } from "./supplier-document.rules.ts";

type Row = Output<typeof supplierDocumentApi.supplier_document_add>;
export type PaperRow = Omit<Row, "validity" | "is_must" | "created_by_name"> & { created_by: number | null };

/** All of one supplier, what was replaced too: it counts until what replaced it begins. */
export const papersOf = (db: Db, supplierId: number): Promise<Paper[]> =>
  rows<Paper>(db, q`select id, kind, valid_from, valid_to from supplier_documents where supplier_id = ${supplierId}`);

/** Newest first. */
export const paperRows = (
  db: Db,
  supplierId: number,
  ask: { withSuperseded?: boolean; id?: number; current?: ReadonlySet<number> },
): Promise<PaperRow[]> =>
  rows<PaperRow>(
    db,
    q`
    select id, supplier_id, kind, number, valid_from, valid_to, files, note, superseded_at, created_by, created_at from supplier_documents
    where ${and([
      q`supplier_id = ${supplierId}`,
      ask.id !== undefined && q`id = ${ask.id}`,
      !ask.withSuperseded && ask.id === undefined && q`(superseded_at is null or id = any(${[...(ask.current ?? [])]}::int8[]))`,
    ])} order by id desc limit ${PARTS_SHOWN}`,
  );

/** The first end among its papers in force, beside the supplier: what its list is sorted and asked by. */
export const keepPaperUntil = (db: Db, supplierId: number): Promise<unknown> =>
  rows(
    db,
    q`
    update suppliers set paper_until = (
      select min(d.valid_to) from supplier_documents d where d.supplier_id = ${supplierId} and d.superseded_at is null)
    where id = ${supplierId}`,
  );
