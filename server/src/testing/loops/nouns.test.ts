/**
 * What is stored is said: every table belongs to a noun or to the house, every column of a noun is shown by the contract or
 * marked as internal, whoever owns is handed over, and no personal column outlives the erasure unsaid.
 */
import { describe, expect, test } from "vitest";
import { allFlows } from "@visadesk/contract/index.ts";
import { metaOf, shapeOf, type z } from "@visadesk/contract/kit/field.ts";
import { tableColumns } from "#kit/db/tables.gen.ts";
import { columnsOf, type AnyNoun } from "#kit/noun/noun.ts";
import { holdings } from "../../holdings.ts";
import { houseTables, nouns } from "../../nouns.ts";

/** What every row has. */
const STAMPS: readonly string[] = ["id", "version", "created_by", "created_at", "updated_by", "updated_at"];
/** Seals of a number stand beside its mask. */
const isSeal = (column: string, all: readonly string[]): boolean =>
  /_(sealed|hash|tail)$/.test(column) && all.includes(column.replace(/_(sealed|hash|tail)$/, "_sealed"));

/** Names that the descriptors of a table say. */
const saidOf = (of: readonly AnyNoun[]): Set<string> =>
  new Set(
    of.flatMap((n) => [
      ...n.columns,
      n.key,
      n.title ?? "",
      n.state ?? "",
      ...Object.keys(n.owners),
      ...Object.keys(n.erased),
      ...n.internal,
    ]),
  );
const unsaid = (table: AnyNoun["table"], of: readonly AnyNoun[]): string[] => {
  const [all, said] = [columnsOf(table), saidOf(of)];
  return all.filter((c) => !STAMPS.includes(c) && !isSeal(c, all) && !said.has(c)).map((c) => `${table}.${c}`);
};
const isPersonal = (type: z.core.$ZodType): boolean =>
  metaOf(type)?.personal !== undefined || Object.values(shapeOf(type)).some((t) => metaOf(t)?.personal !== undefined);
const personalOf = (n: AnyNoun): string[] => [
  ...new Set(
    n.shapes.flatMap((s) =>
      Object.entries(shapeOf(s))
        .filter(([, type]) => isPersonal(type))
        .map(([name]) => name),
    ),
  ),
];
const byTable = Map.groupBy(nouns, (n) => n.table);

describe("every stored noun is said", () => {
  test("a table belongs to a noun or to the house, not to both", () => {
    const taken = new Set<string>(nouns.flatMap((n) => [n.table, ...n.parts, ...(n.log ? [n.log] : [])]));
    expect(Object.keys(tableColumns).filter((t) => !taken.has(t) && !(t in houseTables))).toEqual([]);
    expect(Object.keys(houseTables).filter((t) => taken.has(t) || !(t in tableColumns))).toEqual([]);
    expect(new Set(nouns.map((n) => n.name)).size).toBe(nouns.length);
  });

  test("a column is shown by a shape of the contract, written by the house or marked internal", () => {
    expect([...byTable].flatMap(([table, of]) => unsaid(table, of))).toEqual([]);
    // What is shown after all is no longer internal.
    expect(nouns.flatMap((n) => n.internal.filter((c) => n.columns.includes(c)).map((c) => `${n.name}.${c}`))).toEqual([]);
  });

  test("a column nobody mentions is found", () => {
    const team = nouns.filter((n) => n.name === "team").map((n) => ({ ...n, columns: n.columns.filter((c) => c !== "country_ids") }));
    expect(unsaid("teams", team)).toEqual(["teams.country_ids"]);
  });

  test("a personal column is erased, or it is said why it stays", () => {
    const left = nouns
      .filter((n) => n.personal === null)
      .flatMap((n) => personalOf(n).flatMap((f) => (columnsOf(n.table).includes(f) && !(f in n.erased) ? [`${n.name}.${f}`] : [])));
    expect(left).toEqual([]);
  });

  test("every flow is stored by one noun, in a column of its table", () => {
    expect(nouns.flatMap((n) => (n.flow ? [n.flow.noun] : [])).sort()).toEqual(
      // A noun whose kinds have endpoints of their own has a flow for each, all of them in one column.
      [...new Set(Object.values(allFlows).map((f) => f.noun))].sort(),
    );
    for (const n of nouns) {
      if (n.flow) expect([n.name, n.flow.noun]).toEqual([n.flow.noun, n.name]);
      if (n.state) expect(columnsOf(n.table)).toContain(n.state);
    }
  });

  test("every owner is handed over by a kind, and every kind hands over an owner", () => {
    const kinds = nouns.flatMap((n) => Object.values(n.owners).flat());
    expect(new Set(kinds)).toEqual(new Set(holdings.map((h) => h.kind)));
  });
});
