/** What a keyword met in a row, in words: said by the server, for the row itself shows a mask or nothing of it. Never the value. */
import type { Db } from "#kit/db/db.ts";
import { q, raw, rows, type Sql } from "#kit/db/sql.ts";
import { keywordOf, keywordText, type Keyword } from "./search.ts";

/** What `metColumns` reads of a row that a keyword found. */
export interface Met {
  order_no: string;
  partner_order_no: string | null;
  application_no: string | null;
  by_contact: boolean;
  by_mobile: boolean;
  by_passport: boolean;
  by_card: boolean;
}

/** Which tokens of a row a number keyword met. */
function tokenFlags(alias: "o" | "a", word: Keyword): Sql {
  if (word.kind !== "number") return raw("false as by_mobile, false as by_passport, false as by_card");
  const has = (tokens: readonly string[]): Sql => q`${raw(alias)}.search && ${[...tokens]}::text[]`;
  const { mobile, passport, id_card } = word.personal;
  return q`${has(mobile)} as by_mobile, ${has(passport)} as by_passport, ${has(id_card)} as by_card`;
}

/** Columns over orders o, or over applicants a joined with their order o. */
export function metColumns(alias: "o" | "a", keyword: string): Sql {
  const word = keywordOf(keyword);
  const application =
    alias === "a"
      ? raw("a.application_no")
      : q`(select n.application_no from applicants n where n.order_id = o.id and upper(n.application_no) = ${keywordText(keyword).toUpperCase()} limit 1)`;
  const contact = alias === "o" && word.kind === "name" ? q`lower(replace(o.contact_name, ' ', '')) like ${word.like}` : raw("false");
  return q`o.order_no, o.partner_order_no, ${application} as application_no, ${contact} as by_contact, ${tokenFlags(alias, word)}`;
}

const NUMBER = ["订单号", "订单号尾号", "渠道订单号"] as const;
/** The field a keyword met; of an order's names those of its contact and of its people are told apart. */
export function matchedBy(alias: "o" | "a", word: Keyword, f: Met): string {
  if (word.kind === "name") return alias === "a" ? "姓名" : f.by_contact ? "联系人姓名" : "申请人姓名";
  if (word.kind === "latin") return "拼音";
  if (word.kind !== "number") return "";
  const no = f.order_no.toLowerCase();
  const digits = word.digits ?? word.text;
  if (no.startsWith(word.text.slice(0, no.length)) || no.startsWith(`v${digits}`.slice(0, no.length))) return NUMBER[0];
  if (no.endsWith(digits)) return NUMBER[1];
  if (f.partner_order_no?.toLowerCase().startsWith(word.text)) return NUMBER[2];
  if (f.application_no?.toLowerCase() === word.text) return "受理号";
  if (f.by_mobile) return digits.length === 4 ? "手机号尾号" : "手机号";
  if (f.by_card) return "身份证号";
  return f.by_passport ? (word.text.length === 4 ? "护照号尾号" : "护照号") : "运单号";
}

/** What the row's own line shows needs no mark. */
const SHOWN = { o: NUMBER, a: [NUMBER[0], NUMBER[1]] } as const satisfies Record<"o" | "a", readonly string[]>;
const FROM = { o: raw("orders o"), a: raw("applicants a join orders o on o.id = a.order_id") } as const;

/** The page's rows with what the keyword met and they do not show. */
export async function withMatched<R extends { id: number }>(
  db: Db,
  alias: "o" | "a",
  keyword: string | undefined,
  list: readonly R[],
): Promise<(R & { matched: string | null })[]> {
  const word = keywordOf(keyword ?? "");
  if (word.kind === "empty" || list.length === 0) return list.map((r) => ({ ...r, matched: null }));
  const ids = list.map((r) => r.id);
  const met = await rows<Met & { id: number }>(
    db,
    q`select ${raw(alias)}.id, ${metColumns(alias, keyword ?? "")} from ${FROM[alias]} where ${raw(alias)}.id = any(${ids}::int8[])`,
  );
  const words = new Map(met.map((m) => [m.id, matchedBy(alias, word, m)]));
  const shown: readonly string[] = SHOWN[alias];
  return list.map((r) => {
    const said = words.get(r.id) ?? "";
    return { ...r, matched: said === "" || shown.includes(said) ? null : said };
  });
}
