/**
 * 统一社会信用代码 by GB 32100-2015 (sections 4 and 5, annex B on the check character): 18 of `0-9A-HJ-NPQRTUWXY`, the last is 31 − Σ value × 3^(i−1) mod 31, modulo 31.
 */
const SIGNS = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** Why a code cannot be one, in words; null when it can. */
export function creditCodeFault(code: string): string | null {
  if (code.length !== 18 || [...code].some((c) => !SIGNS.includes(c))) return "信用代码应为18位数字或大写字母（不含I、O、S、V、Z）";
  const sum = WEIGHTS.reduce((acc, w, i) => acc + w * SIGNS.indexOf(code[i] ?? ""), 0);
  return SIGNS[(31 - (sum % 31)) % 31] === code[17] ? null : "信用代码校验位不正确";
}
