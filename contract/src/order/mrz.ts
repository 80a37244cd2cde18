/**
 * The two machine-readable lines of a passport (ICAO 9303 part 4, TD3: 2 × 44 characters) as they are pasted
 * or read by a scanner. Every check digit must hold; the sentence names the part that does not. Pure.
 */
import { narrow } from "../kit/patterns.ts";

export interface Mrz {
  surname_en: string;
  given_name_en: string;
  passport_no: string;
  /** Three-letter code as printed, CHN. */
  nationality: string;
  birth_date: string;
  /** Null where the passport says unspecified. */
  gender: "male" | "female" | null;
  passport_expiry_date: string;
  /** National or optional number of line 2, empty where there is none. */
  personal_no: string;
}
export type MrzAnswer = { ok: true; mrz: Mrz } | { ok: false; fault: string };

const LINE = 44;
const WEIGHTS = [7, 3, 1] as const;
const NOT_LINES = "请粘贴护照资料页底部的两行机读码，每行44个字符";

const valueOf = (c: string): number => (c === "<" ? 0 : /\d/.test(c) ? Number(c) : c.charCodeAt(0) - 55);

/** Check digit of a field: weights 7, 3, 1; digits as they are, A–Z 10–35, filler 0. */
export const mrzCheckDigit = (field: string): number => [...field].reduce((sum, c, i) => sum + valueOf(c) * (WEIGHTS[i % 3] ?? 0), 0) % 10;

/** Scanners take 0 for O and 1 for I where only figures can stand. */
const figures = (text: string): string => text.replaceAll("O", "0").replaceAll("I", "1");
const plain = (text: string): string => text.replace(/<+/g, " ").trim();

function linesOf(text: string): readonly [string, string] | null {
  const clean = narrow(text).toUpperCase().replaceAll("«", "<<").replaceAll("‹", "<");
  const parts = clean
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\s/g, ""))
    .filter((line) => line !== "");
  const joined =
    parts.length === 1 && (parts[0]?.length ?? 0) === 2 * LINE ? [parts[0]?.slice(0, LINE) ?? "", parts[0]?.slice(LINE) ?? ""] : parts;
  const [first, second, ...rest] = joined;
  if (first === undefined || second === undefined || rest.length > 0) return null;
  // Fillers at the end of the names are the first to be lost; the second line ends with a check digit.
  const lines = [first.padEnd(LINE, "<"), second] as const;
  return lines[0].length === LINE && lines[1].length === LINE && lines.every((line) => /^[A-Z0-9<]+$/.test(line)) ? lines : null;
}

/** YYMMDD to a date that exists: of this century, or of the last one where it would lie after `latest`. */
function dateOf(text: string, latest: string | null): string | null {
  if (!/^\d{6}$/.test(text)) return null;
  const tail = `${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`;
  const day = latest !== null && `20${tail}` > latest ? `19${tail}` : `20${tail}`;
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null;
}

interface Checked {
  part: string;
  field: string;
  digit: string;
  /** The digit may be left blank when the field is. */
  blank?: true;
}

function checksOf(line: string): Checked[] {
  return [
    { part: "护照号", field: line.slice(0, 9), digit: line.charAt(9) },
    { part: "出生日期", field: line.slice(13, 19), digit: line.charAt(19) },
    { part: "有效期", field: line.slice(21, 27), digit: line.charAt(27) },
    { part: "个人号码", field: line.slice(28, 42), digit: line.charAt(42), blank: true },
    { part: "总", field: line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 43), digit: line.charAt(43) },
  ];
}

const holds = (c: Checked): boolean =>
  (c.blank === true && c.digit === "<" && /^<+$/.test(c.field)) || String(mrzCheckDigit(c.field)) === c.digit;

/** Reads the two lines; `today` decides the century of the birth date. */
export function parseMrz(text: string, today = new Date().toISOString().slice(0, 10)): MrzAnswer {
  const lines = linesOf(text);
  if (!lines) return { ok: false, fault: NOT_LINES };
  const [first, raw] = lines;
  if (!first.startsWith("P")) return { ok: false, fault: "这不是护照的机读码，第一行应以P开头" };
  const line =
    raw.slice(0, 9) +
    figures(raw.slice(9, 10)) +
    raw.slice(10, 13) +
    figures(raw.slice(13, 20)) +
    raw.slice(20, 21) +
    figures(raw.slice(21, 28)) +
    raw.slice(28, 42) +
    figures(raw.slice(42));
  const wrong = checksOf(line).find((c) => !holds(c));
  if (wrong) return { ok: false, fault: `机读码${wrong.part}校验位不正确，请核对第二行` };
  const birth_date = dateOf(line.slice(13, 19), today);
  const passport_expiry_date = dateOf(line.slice(21, 27), null);
  if (!birth_date || !passport_expiry_date) return { ok: false, fault: "机读码里的日期不存在，请核对第二行" };
  const [surname = "", given = ""] = first.slice(5).split(/<<(.*)/s);
  const sex = line.charAt(20);
  return {
    ok: true,
    mrz: {
      surname_en: plain(surname),
      given_name_en: plain(given),
      passport_no: plain(line.slice(0, 9)),
      nationality: plain(line.slice(10, 13)),
      birth_date,
      gender: sex === "M" ? "male" : sex === "F" ? "female" : null,
      passport_expiry_date,
      personal_no: plain(line.slice(28, 42)),
    },
  };
}
