import type { Address } from "@visadesk/contract/kit/field.ts";
import type { Db } from "#kit/db/db.ts";
import type { ListDef } from "#kit/db/page.ts";
import { and, likeText, or, q, raw, row, rows, type Sql } from "#kit/db/sql.ts";

export interface MailCentreRow {
  id: number;
  name: string;
  contact: string;
  mobile: string;
  address: Address;
  hours: string;
  note: string;
  status: 0 | 1;
  version: number;
}
interface Uses {
  usedCountOf(noun: "mail_centre", id: Sql): Sql;
  isUsedBySku(noun: "mail_centre", id: Sql): Sql;
}

const matching = (keyword: string): Sql =>
  or(["m.name", "m.contact", "m.mobile"].map((column) => q`${raw(column)} ilike ${`%${likeText(keyword)}%`}`));

export const centreList = (
  input: { keyword?: string | undefined; status?: 0 | 1 | undefined; is_used?: boolean | undefined },
  uses: Uses,
): ListDef => {
  const used = uses.isUsedBySku("mail_centre", raw("m.id"));
  return {
    from: q`(select x.*, ${uses.usedCountOf("mail_centre", raw("x.id"))} as used_count from mail_centres x) m`,
    where: and([
      input.keyword && matching(input.keyword),
      input.status !== undefined && q`m.status = ${input.status}`,
      input.is_used !== undefined && (input.is_used ? used : q`not ${used}`),
    ]),
    id: "m.id",
    select: q`m.id, m.name, m.contact, m.mobile, m.address, m.hours, m.note, m.used_count, m.status, m.version, m.updated_at`,
    sorts: {
      name: { by: "m.name", order: "asc" },
      used_count: { by: "m.used_count", order: "desc" },
      updated_at: { by: "m.updated_at", order: "desc" },
    },
    sort: "used_count",
  };
};

export const isCentreName = async (db: Db, name: string, except: number | null): Promise<boolean> =>
  (await row(db, q`select 1 from mail_centres where name = ${name} and id is distinct from ${except}::int8`)) !== undefined;

export const lockedCentre = (db: Db, id: number): Promise<MailCentreRow | undefined> =>
  row(db, q`select id, name, contact, mobile, address, hours, note, status, version from mail_centres where id = ${id} for update`);

/** Enabled ones, by name. */
export const centrePicks = (db: Db, keyword: string | undefined): Promise<Pick<MailCentreRow, "id" | "name" | "contact" | "address">[]> =>
  rows(
    db,
    q`select m.id, m.name, m.contact, m.address from mail_centres m where ${and([raw("m.status = 1"), keyword && matching(keyword)])} order by m.sort, m.name limit 50`,
  );
