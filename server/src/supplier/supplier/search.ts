import { searchText } from "#kit/grams.ts";
import { initialsOf, pinyinOf } from "#kit/pinyin.ts";

interface Named {
  supplier_no: string;
  name: string;
  short_name: string;
  credit_code: string | null;
  former_names: readonly string[];
}
/** What a supplier is found by: its number and code, everything it was ever called, as typed on a Latin keyboard too. */
export const searchOf = (s: Named): string =>
  searchText([
    s.supplier_no,
    s.name,
    s.short_name,
    s.credit_code,
    ...s.former_names,
    pinyinOf(s.short_name),
    initialsOf(s.short_name),
    initialsOf(s.name),
  ]);
