/**
 * People pasted from a sheet: tab-separated lines, with a head row in any order or in the order below.
 * Pure; what cannot be read stays out and is told by row.
 */
import { narrow } from "@visadesk/contract/kit/patterns.ts";
import { readDay, readGender, readIdentity, withIdCard } from "@visadesk/contract/order/person-words.ts";
import type { EntryPerson } from "./entry-model.ts";

type Column =
  | "name_cn"
  | "surname_en"
  | "given_name_en"
  | "gender"
  | "birth_date"
  | "id_card_no"
  | "passport_no"
  | "passport_issue_date"
  | "passport_expiry_date"
  | "mobile"
  | "identity";

/** Order without a head row, and what the head may say. */
const COLUMNS: readonly { name: Column; words: readonly string[] }[] = [
  { name: "name_cn", words: ["姓名", "中文名", "中文姓名"] },
  { name: "surname_en", words: ["姓拼音", "姓(拼音)", "拼音姓", "英文姓"] },
  { name: "given_name_en", words: ["名拼音", "名(拼音)", "拼音名", "英文名"] },
  { name: "gender", words: ["性别"] },
  { name: "birth_date", words: ["出生日期", "生日", "出生"] },
  { name: "id_card_no", words: ["身份证号", "身份证", "身份证号码"] },
  { name: "passport_no", words: ["护照号", "护照号码", "护照"] },
  { name: "passport_issue_date", words: ["签发日", "签发日期"] },
  { name: "passport_expiry_date", words: ["有效期", "有效期至", "护照有效期"] },
  { name: "mobile", words: ["手机", "手机号", "电话"] },
  { name: "identity", words: ["身份", "申请人身份", "职业"] },
];
const MAX_ROWS = 50;

export interface Pasted {
  people: EntryPerson[];
  faults: string[];
}

const clean = (cell: string): string => narrow(cell.replace(/^"|"$/g, ""));
const headOf = (cell: string): Column | undefined =>
  COLUMNS.find((c) => c.words.includes(cell.replace(/[\s*（]/g, (m) => (m === "（" ? "(" : "")).replace("）", ")")))?.name;

function valueOf(name: Column, cell: string): string | null {
  if (name === "gender") return readGender(cell);
  if (name === "identity") return readIdentity(cell);
  if (name === "birth_date" || name === "passport_issue_date" || name === "passport_expiry_date") return readDay(cell);
  if (name === "surname_en" || name === "given_name_en" || name === "passport_no" || name === "id_card_no") return cell.toUpperCase();
  return cell;
}

export function parsePasted(text: string): Pasted {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.split("\t").map(clean))
    .filter((cells) => cells.some((c) => c !== ""));
  const head = lines[0]?.map(headOf) ?? [];
  const hasHead = head.filter((h) => h !== undefined).length >= 2 || (lines.length > 1 && head[0] !== undefined);
  const columns = hasHead ? head : COLUMNS.map((c) => c.name);
  const faults: string[] = [];
  const people = lines.slice(hasHead ? 1 : 0).map((cells, i) => {
    const person: Record<string, string> = {};
    cells.forEach((cell, at) => {
      const name = columns[at];
      if (!name || cell === "") return;
      const value = valueOf(name, cell);
      if (value === null) faults.push(`第${i + 1}行 ${COLUMNS.find((c) => c.name === name)?.words[0]}“${cell}”无法识别`);
      else person[name] = value;
    });
    return withIdCard(person);
  });
  if (people.length > MAX_ROWS) faults.push(`一张订单最多${MAX_ROWS}位申请人，只取前${MAX_ROWS}行`);
  return { people: people.slice(0, MAX_ROWS), faults };
}
