import { expect, it } from "vitest";
import { asInstants, rangeLabel, resolveDay, resolveRange } from "@visadesk/contract/kit/relative-dates.ts";
import { decodeQuery, encodeQuery, type Filter, type FilterKind, type FilterValue, type ListQuery } from "./url-query.ts";

const kinds: Record<string, FilterKind> = {
  word: "text",
  n: "number",
  on: "bool",
  states: "many",
  ids: "many_numbers",
  at: "range",
  paid: "number_range",
};

let seed = 7;
const random = (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};
const oneOf = <T>(...list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const nasty = (): string =>
  Array.from({ length: 1 + Math.floor(random() * 6) }, () => oneOf("a", "签", ",", "~", "%", "&", "=", "+", " ", "?", "#", "é", "0", "😀"))
    .join("")
    .trim() || "x";
const maybe = <T>(make: () => T): T | undefined => (random() < 0.5 ? make() : undefined);
const list = <T>(make: () => T): T[] => Array.from({ length: 1 + Math.floor(random() * 4) }, make);

function someQuery(): ListQuery {
  const filter: Record<string, FilterValue | undefined> = {
    word: maybe(nasty),
    n: maybe(() => Math.floor(random() * 2000) - 1000),
    on: maybe(() => random() < 0.5),
    states: maybe(() => list(nasty)),
    ids: maybe(() => list(() => Math.floor(random() * 1e9))),
    at: maybe(() => oneOf("d-6~d", "month", "2026-11-01~2026-11-20", "~d")),
    paid: maybe(() => oneOf("100~", "~500", "-5~7")),
  };
  return {
    filter: Object.fromEntries(Object.entries(filter).filter((e): e is [string, FilterValue] => e[1] !== undefined)),
    page: 1 + Math.floor(random() * 30),
    page_size: maybe(() => oneOf(20, 50, 100)),
    sort: maybe(() => "created_at"),
    order: maybe(() => oneOf("asc", "desc")),
    tab: maybe(() => oneOf("mine", "late")),
    view: maybe(() => 9),
  };
}

it("reads back every query it wrote, beside parameters of others", () => {
  for (let i = 0; i < 2000; i++) {
    const query = someQuery();
    const text = encodeQuery(query, kinds, {}, "?panel=tasks");
    expect(decodeQuery(`?${text}`, kinds)).toEqual(query);
    expect(new URLSearchParams(text).get("panel")).toBe("tasks");
    // A router that parses and writes the address again changes nothing.
    expect(decodeQuery(new URLSearchParams(text).toString(), kinds)).toEqual(query);
  }
});

it("keeps defaults out of the address and remembers a cleared one", () => {
  const defaults: Filter = { states: ["open"] };
  expect(encodeQuery({ filter: defaults, page: 1 }, kinds, defaults)).toBe("");
  expect(decodeQuery("", kinds, defaults).filter).toEqual(defaults);
  const cleared = encodeQuery({ filter: {}, page: 1 }, kinds, defaults);
  expect(cleared).toBe("states=");
  expect(decodeQuery(cleared, kinds, defaults).filter).toEqual({});
});

it("ignores what is malformed", () => {
  const query = decodeQuery("?page=-1&page_size=9999&order=up&n=abc&on=maybe&ids=x,y&paid=ten~&unknown=1&states=%25", kinds);
  expect(query).toEqual({
    filter: { states: ["%"] },
    page: 1,
    page_size: undefined,
    sort: undefined,
    order: undefined,
    tab: undefined,
    view: undefined,
  });
});

it("resolves relative dates in Asia/Shanghai", () => {
  const now = new Date("2026-11-20T17:00:00Z"); // 01:00 of the 21st in Shanghai
  expect(resolveDay("d", now)).toBe("2026-11-21");
  expect(resolveRange("d-6~d", now)).toEqual({ from: "2026-11-15", to: "2026-11-21" });
  expect(resolveRange("month", now)).toEqual({ from: "2026-11-01", to: "2026-11-30" });
  expect(resolveRange("last_month", new Date("2026-03-15T00:00:00Z"))).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  expect(resolveRange("week", now)).toEqual({ from: "2026-11-16", to: "2026-11-22" });
  expect(resolveRange("~d", now)).toEqual({ to: "2026-11-21" });
  expect(resolveRange("nonsense", now)).toBeNull();
  expect(asInstants({ from: "2026-11-21", to: "2026-11-21" })).toEqual({
    from: "2026-11-20T16:00:00.000Z",
    to: "2026-11-21T16:00:00.000Z",
  });
  expect(["d~d", "d-6~d", "month", "d-29~d", "2026-11-01~"].map(rangeLabel)).toEqual(["今天", "近7天", "本月", "近30天", "2026-11-01 起"]);
});

it("a date that is none is no filter and no chip", () => {
  const range = { created_at: "range" } as const;
  expect(decodeQuery("created_at=today", range).filter).toEqual({});
  expect(decodeQuery("created_at=d-6~d", range).filter).toEqual({ created_at: "d-6~d" });
});
