import type { Db } from "#kit/db/db.ts";
import { q, rows } from "#kit/db/sql.ts";

export interface SkuPaper {
  sku_no: string;
  sku_name: string;
  identity: string;
  kind: number;
  name: string;
  owner: string;
  when: string;
  group_key: string;
  need_n: number;
  copies: number | null;
  is_original: boolean;
  requirement: string;
  note: string;
  status: 0 | 1;
}

/** Papers of these products, in the order of the products and as their customers read them. */
export const papersOfSkus = (db: Db, ids: readonly number[]): Promise<SkuPaper[]> =>
  rows<SkuPaper>(
    db,
    q`
    select k.sku_no, k.name as sku_name, x.identity, d.kind, d.name, x.owner, x."when", x.group_key, x.need_n, coalesce(x.copies, d.copies) as copies, d.is_original, d.requirement, x.note, d.status
    from unnest(${[...ids]}::int8[]) with ordinality o(id, at) join skus k on k.id = o.id
    join sku_documents x on x.sku_id = k.id join documents d on d.id = x.document_id
    order by o.at, array_position(array['employed', 'freelance', 'retired', 'student', 'preschool', 'general'], x.identity), x.sort, x.id`,
  );
