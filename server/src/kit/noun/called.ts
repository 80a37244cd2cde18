/** What records are called, by noun and id, as their descriptors say; one statement for all that a page names. */
import type { Db } from "../db/db.ts";
import { joined, q, raw, rows, type Sql } from "../db/sql.ts";
import { mask } from "@visadesk/contract/kit/mask.ts";
import { fieldOf, nounNamed, type AnyNoun } from "./noun.ts";

export type Id = number | string;
export interface Named {
  readonly noun: string;
  readonly id: Id;
}
export const nameKey = ({ noun, id }: Named): string => `${noun} ${id}`;

const isNumbered = (noun: AnyNoun): boolean => (fieldOf(noun, noun.key)?.kind ?? "id") === "id";

function namesOf(noun: AnyNoun, ids: readonly Id[]): Sql | null {
  if (noun.title === null) return null;
  const numbered = isNumbered(noun);
  const mine = [...new Set(ids.filter((id) => (typeof id === "number") === numbered))];
  if (mine.length === 0) return null;
  const [key, title] = [raw(noun.key), raw(noun.title)];
  const name = noun.nickname === null ? title : q`coalesce(nullif(${raw(noun.nickname)}, ''), ${title})`;
  return q`select ${noun.name} as noun, ${key}::text as id, ${name}::text as name from ${raw(noun.table)} where ${key} = any(${mine}${raw(numbered ? "::int8[]" : "::text[]")})`;
}

/** A name that belongs to a person is masked wherever it is told. */
const nameOf = ({ noun, name }: { noun: string; name: string }): string => {
  const of = nounNamed(noun);
  const personal = of?.title ? fieldOf(of, of.title)?.personal : undefined;
  return personal ? mask(personal, name) : name;
};

/** Names of those that are still there. */
export async function calledBy(db: Db, wanted: readonly Named[]): Promise<ReadonlyMap<string, string>> {
  const parts = [...Map.groupBy(wanted, (w) => w.noun)].flatMap(([name, list]) => {
    const noun = nounNamed(name);
    const part =
      noun &&
      namesOf(
        noun,
        list.map((w) => w.id),
      );
    return part ? [part] : [];
  });
  if (parts.length === 0) return new Map();
  const found = await rows<{ noun: string; id: string; name: string }>(db, joined(parts, " union all "));
  return new Map(found.map((f) => [nameKey(f), nameOf(f)]));
}
