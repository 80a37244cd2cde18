import { text } from "./field.ts";

const ACCOUNT = /^\d{8,30}$/;
/** The bank account of whoever is paid, as people type it: 8 to 30 digits, blanks between them allowed. */
export const payeeAccount = (label: string) =>
  text(label, {
    max: 40,
    personal: "card",
    check: (v) => (ACCOUNT.test(v.replace(/\s/g, "")) ? null : "请输入8-30位数字账号"),
  });
