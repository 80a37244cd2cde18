import { PASSWORD_MIN } from "@visadesk/contract/kit/constants.ts";
import { lengthOf } from "@visadesk/contract/kit/patterns.ts";

const TOO_SHORT = "密码不要太短";
export const STRICT_MIN = 15;
export const STRICT_MIN_TOTP = 8;

/** Fault of a new password, counted in code points. */
export function passwdFault(value: string | undefined, empty: string, min = PASSWORD_MIN): string | null {
  if (!value) return empty;
  if (lengthOf(value) < PASSWORD_MIN) return TOO_SHORT;
  return lengthOf(value) < min ? `密码至少${min}个字符` : null;
}

export function againFault(value: string | undefined, passwd: string | undefined): string | null {
  return passwdFault(value, "请输入确认密码") ?? (value === passwd ? null : "你两次输入的密码不一致，请重新输入");
}
