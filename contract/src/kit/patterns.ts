/**
 * The patterns of the requirement's §5. `narrow` runs before every test on both sides, so `１３８…` typed
 * with a Chinese input method is the same number for the browser and the server.
 */
export interface Pattern {
  readonly re: RegExp;
  readonly message: string;
}

export const patterns = {
  mobile: { re: /^1\d{10}$/, message: "请输入正确的手机号" },
  email: { re: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, message: "请输入正确的邮箱" },
  chinese: { re: /^\p{Script=Han}+$/u, message: "请输入中文" },
  letters: { re: /^[A-Za-z]+$/, message: "请输入字母" },
  word: { re: /^\w{6,20}$/, message: "请输入6-20位字母、数字或下划线" },
  any3: { re: /^[\s\S]{3,}$/u, message: "至少输入3个字符" },
  code: { re: /^[A-Z0-9]{5,12}$/, message: "请输入5-12位大写字母或数字" },
  id_no: { re: /^(\d{15}|\d{17}[0-9A-Za-z])$/, message: "请输入正确的身份证号" },
  url: { re: /^https?:\/\//, message: "请输入以http或https开头的网址" },
  colour: { re: /^#[0-9A-Fa-f]{6}$/, message: "颜色格式应为#RRGGBB" },
} as const satisfies Record<string, Pattern>;

export type PatternName = keyof typeof patterns;

/** Full-width ASCII to half-width, ideographic space to space, ends trimmed. */
export const narrow = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/\u3000/g, " ")
    .trim();

/** Length in code points, as people count characters. */
export const lengthOf = (text: string): number => [...text].length;

/** MD5 hex as the login and password calls carry it. */
export const PASSWD_HASH = /^[0-9a-f]{32}$/;

/** A masked value such as `138****8000`, `张*`; it must never be stored back. */
export const looksMasked = (text: string): boolean => text.includes("*");

/**
 * Checks an 18-character resident ID number: date, check digit (GB 11643-1999: weights 2^(17-i) mod 11).
 * Answers the Chinese fault or null. 15-character numbers carry no check digit and pass.
 */
export function idCardFault(id: string): string | null {
  if (!patterns.id_no.re.test(id)) return patterns.id_no.message;
  if (id.length === 15) return null;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((acc, w, i) => acc + w * Number(id[i]), 0);
  return "10X98765432"[sum % 11] === id[17]?.toUpperCase() ? null : "身份证号校验位不正确";
}

/** One number: with or without country code, extension, or the words that say whose it is. */
const PHONE = /^(?:\p{Script=Han}+[:：]?)?\+?\d{5,15}(?:转\d{1,6})?$/u;
/** Fault of landline or mobile numbers as people write them, several apart by 、 or /; null when each can be dialled. */
export function phoneFault(text: string): string | null {
  const numbers = text.split(/[、，,；;/]/).map((n) => n.replace(/[\s().（）–-]/g, ""));
  return numbers.every((n) => PHONE.test(n)) ? null : "请输入完整的电话，如 010-65321234 或 +81-3-34033388，多个用顿号隔开";
}

/** Birth date `YYYY-MM-DD` inside an ID number, or null for a malformed one. */
export function idCardBirth(id: string): string | null {
  const d = id.length === 18 ? id.slice(6, 14) : id.length === 15 ? `19${id.slice(6, 12)}` : "";
  return /^\d{8}$/.test(d) ? `${d.slice(0, 4)}-${d.slice(4, 6)}-${d.slice(6)}` : null;
}

/** Passport numbers: E+8 digits, or E + letter (no I, O) + 7 digits; permits C+8; others 5–12 capitals or digits. */
export function passportFault(no: string, nationality = "CN"): string | null {
  if (nationality !== "CN") return patterns.code.re.test(no) ? null : "请输入正确的护照号";
  return /^(E\d{8}|E[A-HJ-NP-Z]\d{7}|[GPSD]\d{8}|C\d{8}|C[A-HJ-NP-Z]\d{7})$/.test(no) ? null : "请输入正确的护照号";
}
