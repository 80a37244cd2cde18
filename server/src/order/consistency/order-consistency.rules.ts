/** What does not fit between the people of one order. Pure: whoever may see it and what was accepted is asked elsewhere. */
import { COMPARED_KEYS, CONSISTENCY_RULES, type ConsistencyRule } from "@visadesk/contract/order/consistency/order-consistency.words.ts";
import { mask } from "@visadesk/contract/kit/mask.ts";
import { ageOn } from "../../product/index.ts";

export interface Companion {
  id: number;
  seq: number;
  name_cn: string | null;
  relation: string;
  gender: string | null;
  birth_date: string | null;
  address: string | null;
  /** Of forms that were handed in. */
  answers: Readonly<Record<string, unknown>>;
}
export interface Trip {
  travel_date: string | null;
  return_date: string | null;
  today: string;
}
export interface Conflict {
  rule: ConsistencyRule;
  /** Whose it is alone; null: of several. */
  applicant_id: number | null;
  text: string;
  /** What each of them says, as it is compared. */
  values: ReadonlyMap<number, string>;
}
export interface ComparedRow {
  rule: ConsistencyRule;
  order_value: string | null;
  /** As it is compared and as it is shown, by person; who says nothing is absent. */
  values: ReadonlyMap<number, { plain: string; shown: string }>;
  conflicts: Conflict[];
}
type Said = ReadonlyMap<number, { plain: string; shown: string }>;
type People = readonly Companion[];

const ADULT = 18;
/** Not yet of age on the day of the journey; unknown without a birth date. */
export function isMinor(p: Pick<Companion, "birth_date">, trip: Trip): boolean {
  if (p.birth_date === null) return false;
  return ageOn(p.birth_date, trip.travel_date ?? trip.today) < ADULT;
}

const plainOf = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");
const answerOf = (p: Companion, key: string): string | null => {
  const v = p.answers[key];
  return typeof v === "string" && v.trim() !== "" ? v.trim() : null;
};
const firstAnswer = (p: Companion, keys: readonly string[]): string | null =>
  keys.map((key) => answerOf(p, key)).find((v) => v !== null) ?? null;

const whole = (v: string): string => v;
function said(people: People, of: (p: Companion) => string | null, shown: (v: string) => string = whole): Said {
  return new Map(
    people.flatMap((p) => {
      const v = of(p);
      return v === null ? [] : [[p.id, { plain: plainOf(v), shown: shown(v) }] as const];
    }),
  );
}

const named = (people: People): string => people.map((p) => `申请人${p.seq}`).join("、");
const conflictOf = (rule: ConsistencyRule, text: string, who: People, values: Said): Conflict => ({
  rule,
  applicant_id: null,
  text,
  values: new Map(who.map((p) => [p.id, values.get(p.id)?.plain ?? ""])),
});

/** Everybody who says something says the same. */
function same(rule: ConsistencyRule, who: People, values: Said): Conflict[] {
  const known = who.filter((p) => values.has(p.id));
  const all = new Set(known.map((p) => values.get(p.id)?.plain));
  return all.size > 1 ? [conflictOf(rule, `${named(known)}的${CONSISTENCY_RULES[rule]}不一致`, known, values)] : [];
}

/** Nobody says another day than the order; without one, all the same. */
function sameAsOrder(rule: ConsistencyRule, people: People, values: Said, day: string | null): Conflict[] {
  if (day === null) return same(rule, people, values);
  return people
    .filter((p) => values.has(p.id) && values.get(p.id)?.plain !== day)
    .map((p) => ({
      rule,
      applicant_id: p.id,
      text: `申请人${p.seq}的${CONSISTENCY_RULES[rule]}与订单的${day}不一致`,
      values: new Map([[p.id, `${values.get(p.id)?.plain} ${day}`]]),
    }));
}

/** Who lives in one home: the main applicant with husband, wife and children. Parents and friends live elsewhere. */
const HOME: readonly string[] = ["self", "spouse", "child"];
function addresses(people: People): ComparedRow {
  const values = said(
    people,
    (p) => p.address ?? firstAnswer(p, COMPARED_KEYS.address),
    (v) => mask("address", v),
  );
  const home = people.filter((p) => HOME.includes(p.relation));
  return { rule: "address", order_value: null, values, conflicts: same("address", home, values) };
}

function payers(people: People, trip: Trip): ComparedRow {
  const values = said(people, (p) => firstAnswer(p, COMPARED_KEYS.payer));
  const conflicts = people
    .filter((p) => isMinor(p, trip) && values.get(p.id)?.plain === "本人")
    .map((p) => ({
      rule: "payer" as const,
      applicant_id: p.id,
      text: `申请人${p.seq}未成年，费用承担人却填为本人`,
      values: new Map([[p.id, "本人"]]),
    }));
  return { rule: "payer", order_value: null, values, conflicts };
}

/** Grown-ups of the order who are a minor's father and mother by their relation to the main applicant. */
function parentsIn(p: Companion, people: People, trip: Trip): Companion[] {
  const of = p.relation === "child" ? ["self", "spouse"] : p.relation === "self" ? ["parent"] : [];
  return people.filter((x) => x.id !== p.id && of.includes(x.relation) && !isMinor(x, trip)).slice(0, 2);
}
const PARENTS = [
  { key: "father_name", gender: "male", label: "父亲" },
  { key: "mother_name", gender: "female", label: "母亲" },
] as const;

function parentsOf(p: Companion, people: People, trip: Trip): { plain: string; shown: string; text: string | null } {
  const there = parentsIn(p, people, trip);
  const names = PARENTS.map((x) => ({ ...x, name: answerOf(p, x.key), with: there.find((t) => t.gender === x.gender) }));
  const known = Math.max(there.length, names.filter((n) => n.name !== null || n.with !== undefined).length);
  const other = names.find((n) => n.name !== null && n.with?.name_cn && plainOf(n.with.name_cn) !== plainOf(n.name));
  const shown = [
    ...there.map((t) => `申请人${t.seq}同行`),
    ...names.flatMap((n) => (n.name === null ? [] : [`${n.label}${mask("name", n.name)}`])),
  ].join("、");
  const text = other
    ? `申请人${p.seq}填写的${other.label}与同行的申请人${other.with?.seq}不是同一人`
    : known < 2
      ? `申请人${p.seq}未成年，${known === 0 ? "没有父母同行，也未填写父母" : "只知道父母一方"}`
      : null;
  const plain = JSON.stringify([names.map((n) => n.name && plainOf(n.name)), there.map((t) => [t.id, t.gender, t.name_cn])]);
  return { plain, shown, text };
}
function parents(people: People, trip: Trip): ComparedRow {
  const minors = people.filter((p) => isMinor(p, trip)).map((p) => ({ p, of: parentsOf(p, people, trip) }));
  return {
    rule: "parents",
    order_value: null,
    values: new Map(minors.map(({ p, of }) => [p.id, { plain: of.plain, shown: of.shown || "未知" }])),
    conflicts: minors.flatMap(({ p, of }) =>
      of.text === null ? [] : [{ rule: "parents" as const, applicant_id: p.id, text: of.text, values: new Map([[p.id, of.plain]]) }],
    ),
  };
}

const days = (people: People, rule: "arrive" | "leave" | "flight_out" | "flight_back", day: string | null): ComparedRow => {
  const values = said(people, (p) => firstAnswer(p, COMPARED_KEYS[rule]));
  return { rule, order_value: day, values, conflicts: sameAsOrder(rule, people, values, day) };
};
const texts = (people: People, rule: "check_in" | "check_out" | "hotel" | "sponsor", shown?: (v: string) => string): ComparedRow => {
  const values = said(people, (p) => firstAnswer(p, COMPARED_KEYS[rule]), shown);
  return { rule, order_value: null, values, conflicts: same(rule, people, values) };
};

/** The grid, without the lines that nobody says anything of. */
export function compared(people: People, trip: Trip): ComparedRow[] {
  return [
    addresses(people),
    days(people, "arrive", trip.travel_date),
    days(people, "leave", trip.return_date),
    days(people, "flight_out", trip.travel_date),
    days(people, "flight_back", trip.return_date),
    texts(people, "check_in"),
    texts(people, "check_out"),
    texts(people, "hotel"),
    texts(people, "sponsor", (v) => mask("name", v)),
    payers(people, trip),
    parents(people, trip),
  ].filter((r) => r.values.size > 0);
}
