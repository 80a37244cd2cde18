/** Typed views of plain objects. */
/** Keys of an object whose type lists them all. */
export const keysOf = <T extends object>(o: T): (keyof T & string)[] => Object.keys(o) as (keyof T & string)[];

/** A value for each key. */
export const each = <K extends string, V>(keys: readonly K[], make: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>;

/** Without the keys whose value is undefined: what a partial update really sets. */
export const definedOf = <T extends object>(o: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(o).filter(([, v]) => v !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> };

/** The named fields of a record, whatever they hold. */
export const fieldsOf = (o: object, names: readonly string[]): Record<string, unknown> => {
  const from = o as Record<string, unknown>;
  return Object.fromEntries(names.map((n) => [n, from[n]]));
};

/** Those fields of a record, with their types. */
export const only = <T extends object, const K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((n) => [n, from[n]])) as Pick<T, K>;
