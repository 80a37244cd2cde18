/** Over every update of the contract, as its form would be opened: unchanged nothing is sent, one changed field is sent alone. */
import { describe, expect, it } from "vitest";
import { allEndpoints } from "@visadesk/contract/index.ts";
import { metaOf, shapeOf, unwrap, z } from "@visadesk/contract/kit/field.ts";
import { changesNothing, judge, type Values } from "./save/form-rules.ts";
import type { Zod } from "./field-kinds.ts";

const TEXTS = [
  "测试内容",
  "新的内容",
  "TESTAB",
  "TESTAC",
  "13800138000",
  "13900139000",
  "a@b.cn",
  "c@d.cn",
  "JP",
  "KR",
  "E12345678",
  "E87654321",
];
const MORE = [
  "2026-12-01",
  "2026-12-02",
  "2026-12-01T00:00:00.000Z",
  "2026-12-02T00:00:00.000Z",
  "XAA",
  "XAB",
  "111",
  "112",
  "09:00",
  "10:00",
];
const PLAIN: readonly unknown[] = [1, 2, 0, 10, 20, true, false, ...TEXTS, ...MORE, "", [], null];

/** Two different values of a field, as far as plain ones go. */
function valuesOf(type: Zod): unknown[] {
  const options = Object.keys(metaOf(type)?.options ?? {});
  const all = [...options, ...options.map(Number), ...PLAIN, ...options.map((o) => [o]), ...TEXTS.map((t) => [t]), [1], [2]];
  return all.filter((v) => z.safeParse(unwrap(type), v).success).slice(0, 2);
}

const updates = allEndpoints.filter((e) => e.name.endsWith("_update") && "version" in shapeOf(e.input));

/** What the act is about, so it is always sent; and records that go whole. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  order_wish_update: ["visit_wish"],
  applicant_settle_price_update: ["settle_price", "reason"],
  expert_update: ["worker_id"],
  peer_manager_update: ["worker_id"],
  peer_level_update: ["code"],
  region_owner_update: ["name", "worker_id", "area_codes", "from_date"],
  product_recommend_update: ["name", "max_items", "fill"],
  refund_policy_update: ["name", "forms", "remark"],
  reject_reason_update: ["text", "advice", "kinds"],
  mail_centre_update: ["name", "contact", "mobile", "address", "hours", "note"],
};

it("finds the updates", () => expect(updates.length).toBeGreaterThan(20));

describe.each(updates.map((e) => [e.name, e] as const))("%s", (_, e) => {
  const fields = Object.entries(shapeOf(e.input)).filter(([name]) => name !== "idempotency_key");
  const opened: Values = Object.fromEntries(fields.map(([name, type]) => [name, valuesOf(type)[0]]));
  const base: Values = { ...opened, version: 3 };
  const needed = fields.filter(([name, type]) => name === "version" || type._zod.def.type !== "optional").map(([name]) => name);
  const given = needed.filter((name) => base[name] !== undefined).sort();
  const names = (body: Values): string[] =>
    Object.keys(body)
      .filter((n) => n !== "idempotency_key")
      .sort();

  it("asks for no field that was not changed", () => {
    const heads = ["id", "version", ...(ASKED[e.name] ?? [])];
    expect(needed.filter((name) => !heads.includes(name))).toEqual([]);
  });

  it("unchanged, nothing goes out", () => {
    const { body } = judge(e, base, { ...base });
    expect(names(body)).toEqual(given);
    expect(changesNothing(e, base, body)).toBe(true);
  });

  it("one changed field goes out alone", () => {
    for (const [name, type] of fields) {
      const other = valuesOf(type)[1];
      if (needed.includes(name) || name === "id" || other === undefined) continue;
      const { body } = judge(e, base, { ...base, [name]: other });
      expect(names(body), name).toEqual([...given, name].sort());
      expect(changesNothing(e, base, body), name).toBe(false);
    }
  });
});
