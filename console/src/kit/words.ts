/** Closed lists of words, read with the types they were written with. */

/** Word of a key; an unknown key shows itself, none shows —. */
export const wordOf = (words: Readonly<Record<string, string>>, key: string | number | null | undefined): string =>
  key === null || key === undefined || key === "" ? "—" : (words[String(key)] ?? String(key));

/** Keys of an object in declared order, as its type knows them. */
export const keysOf = <T extends object>(o: T): (keyof T & string)[] => Object.keys(o) as (keyof T & string)[];

/** `[key, value]` pairs in declared order. */
export const entriesOf = <T extends object>(o: T): [keyof T & string, T[keyof T & string]][] => keysOf(o).map((k) => [k, o[k]]);

/** Entry of a table by a key that may be unknown to it. */
export const entryOf = <V>(table: Readonly<Record<string, V>>, key: string | null | undefined): V | undefined =>
  key === null || key === undefined ? undefined : table[key];
