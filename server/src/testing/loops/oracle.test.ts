/**
 * What is masked cannot be asked out: over every endpoint with a search word, every personal field but names and a caller who
 * may not see them in full, a true value and another one with the same mask get the same answer. A whole number may tell
 * them apart; that look-up is logged and counted, hit or miss. A field or an endpoint added later is in it by the contract.
 */
import { beforeAll, expect, test } from "vitest";
import { allApi } from "@visadesk/contract/index.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { metaOf, shapeOf, unwrap } from "@visadesk/contract/kit/field.ts";
import { mask, type Personal } from "@visadesk/contract/kit/mask.ts";
import { allCodes, may } from "@visadesk/contract/permissions.ts";
import { numberForms } from "#kit/db/lookup.ts";
import { bareNumber } from "#kit/seal/seal.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { seedDemoOrders } from "../../order/index.ts";
import { testApp, type TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { plainNumbers } from "./parts/plain.ts";
import { sampleOf } from "../sample.ts";
import { someOf } from "./parts/some-of.ts";

let app: TestApp;
let curious: Client;
let truths: { kind: Personal; value: string }[];
let ownNumbers: string;

const PEOPLE = 6;
beforeAll(async () => {
  app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 150 });
  const codes = allCodes.filter((c) => c !== may.personal_reveal);
  await rows(
    app.db,
    q`update roles set module_group = ${codes}, data_scope = 'all' where id = (select role_id from workers where account = 'finance')`,
  );
  await rows(app.db, q`update applicants set email = 'zoe' || id || 'qxvz@example.cn', address = address || '{"detail":"翡翠弄七十七号"}'`);
  await rows(app.db, q`update orders set contact_email = 'max' || id || 'qxvz@example.cn'`);
  curious = await app.as("finance");
  const n = await plainNumbers(app.db);
  const births = await rows<{ v: string }>(
    app.db,
    q`select birth_date::text as v from applicants where birth_date is not null order by id limit ${PEOPLE}`,
  );
  const emails = await rows<{ v: string }>(
    app.db,
    q`(select email as v from applicants order by id limit ${PEOPLE / 2}) union all (select contact_email from orders order by id limit ${PEOPLE / 2})`,
  );
  const some = <T>(list: readonly T[]): T[] => list.filter((v) => v !== null).slice(0, PEOPLE);
  truths = [
    ...some(n.applicants.map((a) => a.passport_no)).map((v) => ({ kind: "passport" as const, value: v ?? "" })),
    ...some(n.applicants.map((a) => a.id_card_no)).map((v) => ({ kind: "id_card" as const, value: v ?? "" })),
    ...some(n.orders.map((o) => o.contact_mobile)).map((v) => ({ kind: "mobile" as const, value: v ?? "" })),
    ...births.map(({ v }) => ({ kind: "birth" as const, value: v })),
    ...emails.map(({ v }) => ({ kind: "email" as const, value: v })),
    { kind: "address", value: "翡翠弄七十七号" },
  ];
  const numbers = await rows<{ v: string }>(
    app.db,
    q`select order_no as v from orders union all select sku_no from skus union all select account from workers`,
  );
  ownNumbers = numbers.map((r) => r.v.toLowerCase()).join(" ");
  await limitLooks(1_000);
}, 120_000);

/** Of orders whose people stand in a queue of everybody's. */
async function plainMobiles(): Promise<{ mobile: string }[]> {
  const { list } = await curious.call("task_query", { scope: "all", page_size: 100 });
  const waiting = new Set(list.flatMap((t) => t.order_id ?? []));
  const { orders } = await plainNumbers(app.db);
  return orders
    .filter((o) => waiting.has(o.id))
    .slice(0, PEOPLE)
    .flatMap((o) => (o.contact_mobile ? [{ mobile: o.contact_mobile }] : []));
}

/** How many looks an hour allows. */
async function limitLooks(reveal_per_hour: number): Promise<void> {
  const admin = await app.as("admin");
  const { version } = await admin.call("sys_config_query", {});
  await admin.call("sys_config_update", { version, reveal_per_hour });
}

/** Another value with the same mask: each character that the mask hides becomes another of its kind. */
function twinOf(kind: Personal, value: string): string {
  const other = (c: string): string =>
    /\d/.test(c)
      ? String((Number(c) + 3) % 10)
      : /[a-z]/.test(c)
        ? String.fromCharCode(97 + ((c.charCodeAt(0) - 97 + 7) % 26))
        : /[A-Z]/.test(c)
          ? c
          : /\p{Script=Han}/u.test(c)
            ? "琥"
            : c;
  if (kind === "birth") return `${value.slice(0, 4)}-0${(Number(value.slice(6, 7)) % 9) + 1}-1${(Number(value.slice(9)) + 4) % 10}`;
  if (kind === "email")
    return `${value[0]}${Array.from(value.slice(1, value.indexOf("@")), other).join("")}${value.slice(value.indexOf("@"))}`;
  if (kind === "address") return Array.from(value, other).join("");
  const shown = kind === "mobile" ? [3, 4] : kind === "passport" ? [1, 4] : [1, 1];
  const [head = 0, tail = 0] = shown;
  return value.slice(0, head) + Array.from(value.slice(head, -tail), other).join("") + value.slice(-tail);
}

/** Places to cut at: the whole, beginnings, ends and middles; of four characters only the last four, which the mask shows. */
function cuts(length: number): [number, number][] {
  const all: [number, number][] = [[0, length]];
  for (const n of [3, 5, 6, Math.ceil(length / 2), length - 1])
    if (n > 1 && n < length && n !== 4) all.push([0, n], [length - n, length], [1, Math.min(length, 1 + n)]);
  if (length > 4) all.push([length - 4, length]);
  return all.filter(([a, b]) => b - a !== 4 || b === length);
}

/** A cursor is no word: it is what the list itself gave out. */
const textFields = (e: Endpoint): string[] =>
  Object.entries(shapeOf(e.input)).flatMap(([name, type]) => {
    const meta = metaOf(type);
    const inner = unwrap(type)._zod.def.type;
    return inner === "string" && (meta?.kind === "text" || meta === undefined) && meta?.options === undefined && name !== "cursor"
      ? [name]
      : [];
  });
const searching: Endpoint[] = Object.values<Endpoint>(allApi).filter(
  (e) => (e.kind === "list" || e.kind === "read") && e.may !== "open" && textFields(e).length > 0,
);

const looked = async (): Promise<number> =>
  (await row<{ n: number }>(app.db, q`select count(*)::int as n from operation_logs where kind = 'reveal' and actor_id = ${curious.id}`))
    ?.n ?? 0;

/** Asked of everybody's rows, of which some stand in a queue. */
const WIDE: Readonly<Record<string, object>> = { task_query: { scope: "all" } };

/** The answer without the word itself, which some repeat. */
async function answerTo(e: Endpoint, field: string, word: string): Promise<string> {
  // The limit of a minute is not what is tried here.
  if (e.name === "search_query") app.clock.advance(1_100);
  const base = { ...(sampleOf(e.input) as Record<string, unknown>), ...WIDE[e.name] };
  const { status, ret, body } = await curious.raw(e.name, { ...base, [field]: word });
  return JSON.stringify({ status, ret, body }).split(JSON.stringify(word).slice(1, -1)).join("¤");
}

interface Pair {
  whole: boolean;
  a: string;
  b: string;
  forms: readonly string[];
}
/** All values whole and many of their cuts where numbers are looked for; a few, changing from endpoint to endpoint, elsewhere. */
const turns = { all: 0, few: 0 };
function pairsFor(all: boolean): Pair[] {
  const turn = all ? turns.all++ : turns.few++;
  const pairs = truths.flatMap(({ kind, value }) =>
    cuts(value.length).map(([from, to]) => {
      const [a, b] = [value.slice(from, to), twinOf(kind, value).slice(from, to)];
      return { whole: from === 0 && to === value.length, a, b, forms: numberForms(bareNumber(a)) };
    }),
  );
  // Four characters are a tail, which the mask shows: somebody else may have it. A few letters or digits are part of many a word and code.
  const common = (a: string): boolean => bareNumber(a).length === 4 || /^([a-z]{1,4}|\d{1,3})$/i.test(bareNumber(a));
  const fair = pairs.filter(({ a, b }) => a !== b && !common(a) && ![a, b].some((w) => ownNumbers.includes(w.toLowerCase())));
  const parts = someOf(
    fair.filter((p) => !p.whole),
    all ? 16 : 4,
    turn,
  );
  const whole = fair.filter((p) => p.whole);
  return [...(all ? whole : someOf(whole, 2, turn)), ...parts];
}

test("an endpoint that answers a search word is here, and none sorts by what it masks", () => {
  expect(searching.map((e) => e.name)).toEqual(
    expect.arrayContaining(["order_query", "applicant_query", "search_query", "worker_query", "order_total_get"]),
  );
  for (const e of Object.values<Endpoint>(allApi)) {
    const personal = Object.entries(e.row ? shapeOf(e.row) : {})
      .filter(([, t]) => metaOf(t)?.personal)
      .map(([name]) => name);
    expect(
      (e.sorts ?? []).filter((s) => personal.includes(s)),
      e.name,
    ).toEqual([]);
  }
});

test("the tasks asked have rows, and whole numbers find some of them", async () => {
  const all = await curious.call("task_query", { scope: "all" });
  expect(all.total).toBeGreaterThan(0);
  const found: number[] = [];
  for (const { mobile } of await plainMobiles()) {
    app.clock.advance(660_000);
    found.push((await curious.call("task_query", { scope: "all", keyword: mobile })).total);
  }
  expect(Math.max(...found)).toBeGreaterThan(0);
});

test("the twin of every kind has its mask", () => {
  for (const { kind, value } of truths) {
    expect(twinOf(kind, value), kind).not.toBe(value);
    expect(mask(kind, twinOf(kind, value)), value).toBe(mask(kind, value));
  }
});

test.each(searching.map((e) => [e.name, e] as const))("%s tells no masked value from another with its mask", async (_name, e) => {
  // A look-up repeated within ten minutes is the same one; each endpoint makes its own.
  if (textFields(e).some((f) => metaOf(shapeOf(e.input)[f] ?? e.input)?.lookup)) app.clock.advance(660_000);
  let asked = 0;
  for (const field of textFields(e)) {
    const lookup = metaOf(shapeOf(e.input)[field] ?? e.input)?.lookup;
    for (const { whole, a, b, forms } of pairsFor(lookup !== undefined)) {
      const before = lookup ? await looked() : 0;
      const [first, second] = await Promise.all([answerTo(e, field, a), answerTo(e, field, b)]);
      const counted = lookup ? (await looked()) - before : 0;
      asked++;
      if (first !== second) expect({ a, b, counted }, `${e.name}.${field} tells ${a} from ${b}`).toEqual({ a, b, counted: 2 });
      if (whole && lookup?.some((k) => forms.includes(k)))
        expect(counted, `${e.name}.${field}: a hit and a miss are counted alike`).toBe(2);
    }
  }
  expect(asked).toBeGreaterThan(4);
});

test("an export counts the same rows for both", async () => {
  const t = truths.find((x) => x.kind === "id_card");
  if (!t) throw new Error("no ID card");
  for (const [from, to] of cuts(t.value.length).slice(0, 8)) {
    const counts: (number | null)[] = [];
    for (const value of [t.value, twinOf(t.kind, t.value)]) {
      app.clock.advance(660_000);
      const before = await looked();
      const task = await curious.call("export_add", {
        endpoint: "order_query",
        filter: { keyword: value.slice(from, to) },
        format: "csv",
        idempotency_key: crypto.randomUUID(),
      });
      await curious.call("export_cancel", { id: task.id });
      counts.push(
        (await row<{ n: number | null }>(app.db, q`select expected_count as n from export_tasks where id = ${task.id}`))?.n ?? null,
      );
      expect((await looked()) - before).toBe(to - from === t.value.length ? 1 : 0);
    }
    if (to - from < t.value.length) expect(counts[0]).toBe(counts[1]);
  }
});

test("the 61st whole number of an hour is refused, whether it is known or not", async () => {
  await limitLooks(60);
  app.clock.advance(7_200_000);
  const ask = (i: number) => curious.raw("order_query", { keyword: `139${String(10_000_000 + i)}` });
  // A list asks for its rows and its total at once: one look-up.
  for (let i = 0; i < 60; i++) {
    const [rowsOf, totalOf] = await Promise.all([ask(i), curious.raw("order_total_get", { keyword: `139${String(10_000_000 + i)}` })]);
    expect([rowsOf.ret, totalOf.ret]).toEqual([0, 0]);
  }
  const known = truths.find((t) => t.kind === "mobile")?.value ?? "";
  for (const keyword of [known, "13999999999"])
    expect((await curious.raw("order_query", { keyword })).msg).toBe("每小时最多查看60项完整信息，请稍后再试");
  expect((await ask(3)).ret, "what was asked a moment ago is not asked anew").toBe(0);
  const { list } = await (await app.as("admin")).call("operation_log_query", { kind: ["reveal"], actor_id: curious.id, page_size: 3 });
  // The refused ones leave their rows too.
  expect(list.map((l) => [l.result, l.changes[0]?.label, l.changes[0]?.after])).toEqual([
    ["refused", "按手机号查找", "139****9999"],
    ["refused", "按手机号查找", mask("mobile", known)],
    ["ok", "按手机号查找", "139****0059"],
  ]);
});
