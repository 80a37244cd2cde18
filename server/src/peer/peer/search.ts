import { searchText } from "#kit/grams.ts";
import { initialsOf, pinyinOf } from "#kit/pinyin.ts";

interface Named {
  peer_no: string;
  name: string;
  short_name: string;
  credit_code: string;
  former_names: readonly string[];
}
/** What a peer is found by: its number and code, everything it was ever called, as typed on a Latin keyboard too. */
export const searchOf = (p: Named): string =>
  searchText([
    p.peer_no,
    p.name,
    p.short_name,
    p.credit_code,
    ...p.former_names,
    pinyinOf(p.short_name),
    initialsOf(p.short_name),
    initialsOf(p.name),
  ]);
