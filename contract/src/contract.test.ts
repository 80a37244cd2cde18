import { describe, expect, test } from "vitest";
import { allApi, allEndpoints, allFlows } from "./index.ts";
import { areaOfEndpoint } from "./kit/endpoint.ts";
import { endpointOf, targetsOf, type Flow } from "./kit/flow.ts";
import { metaOf, shapeOf, unwrap, type z } from "./kit/field.ts";
import { refusals } from "./kit/errors.ts";
import { IDENTITY_FIELDS } from "./order/applicant.ts";
import { IDENTITY_MAY } from "./kit/upload.ts";
import { allPermissions, codesOf, isSensitive, permissionOf, screenCodeOf, type May } from "./permissions.ts";

const REQUIREMENT_PATHS = [
  "order_stat_query",
  "message_get",
  "sys_config_get",
  "country_get",
  "oss_account_query",
  "oss_account_add",
  "oss_account_update",
  "open/oss_login",
];

describe("endpoints", () => {
  test("the eight paths of the requirement keep their names", () => {
    for (const name of REQUIREMENT_PATHS) expect(Object.keys(allApi)).toContain(name);
  });

  test.each(allEndpoints.map((e) => [e.name, e] as const))("%s is named, labelled and gated", (name, e) => {
    expect(name).toMatch(/^(open\/)?[a-z]+(_[a-z]+)+$/);
    expect(e.label).toMatch(/\p{Script=Han}/u);
    expect(e.may === "staff" || e.may === "open" || codesOf(e.may).length > 0).toBe(true);
    for (const code of codesOf(e.may)) expect(permissionOf(code), String(code)).toBeDefined();
  });

  test("each belongs to the area it is written in", () => {
    expect(allEndpoints.filter((e) => areaOfEndpoint(e.name) === undefined).map((e) => e.name)).toEqual([]);
    const some = ["refund_policy_add", "official_fee_save", "calendar_save", "supplier_pick", "role_add", "file_link_get"] as const;
    for (const name of some) expect(allApi).toHaveProperty(name);
    expect(some.map(areaOfEndpoint)).toEqual(["base-data", "base-data", "base-data", "supplier", "setting", "order"]);
  });

  test("only sign-in is open", () => {
    expect(allEndpoints.filter((e) => e.may === "open").map((e) => e.name)).toEqual(["open/oss_login"]);
  });

  test.each(allEndpoints.filter((e) => e.kind === "list").map((e) => [e.name, e] as const))(
    "%s: every exported column has a label, no two the same",
    (_name, e) => {
      const labels = (e.exports ?? []).map((column) => metaOf(shapeOf(e.row ?? e.output)[column] ?? e.output)?.label);
      for (const [i, column] of (e.exports ?? []).entries()) expect(labels[i], column).toBeTruthy();
      expect(labels.filter((label, i) => labels.indexOf(label) !== i)).toEqual([]);
    },
  );
});

/** Names of all fields of a type, however deep. */
function namesIn(type: z.core.$ZodType, seen = new Set<string>()): Set<string> {
  for (const [name, inner] of Object.entries(shapeOf(type))) {
    seen.add(name);
    namesIn(inner, seen);
  }
  const { element } = unwrap(type)._zod.def as unknown as { element?: z.core.$ZodType };
  return element ? namesIn(element, seen) : seen;
}
/** Does holding this rule mean holding one of these codes? A button is only given together with its screen. */
const implies = (rule: May, wanted: readonly number[]): boolean => {
  const has = (c: number): boolean => wanted.includes(c) || wanted.includes(screenCodeOf(c) ?? 0);
  const codes = codesOf(rule);
  return typeof rule === "object" && "any" in rule ? codes.every(has) : codes.some(has);
};

test("order: whoever changes who somebody is works with his papers or may see them in full", () => {
  const changing = allEndpoints.filter((e) => areaOfEndpoint(e.name) === "order" && (e.kind === "write" || e.kind === "move"));
  const open = changing.flatMap((e) =>
    IDENTITY_FIELDS.filter((n) => namesIn(e.input).has(n) && !implies(e.may, codesOf(IDENTITY_MAY)))
      .filter((n) => !implies(e.field_may?.[n] ?? "staff", codesOf(IDENTITY_MAY)))
      .map((n) => `${e.name}.${n}`),
  );
  expect(open).toEqual([]);
  // The photo is a paper like any other: it comes with the upload.
  expect(implies(allApi.applicant_material_upload.may, codesOf(IDENTITY_MAY))).toBe(true);
});

/** States that can be reached from the states a row is born in. */
function reachable(flow: Flow): Set<string> {
  const seen = new Set(
    Object.entries(flow.states)
      .filter(([, s]) => s.start)
      .map(([k]) => k),
  );
  for (let grew = true; grew;) {
    const before = seen.size;
    for (const move of Object.values(flow.moves)) if (move.from.some((s) => seen.has(s))) targetsOf(move).forEach((s) => seen.add(s));
    grew = seen.size > before;
  }
  return seen;
}

describe.each(Object.entries(allFlows))("%s", (_name, flow) => {
  test("order 13: every state is reachable", () => {
    expect([...reachable(flow)].sort()).toEqual(Object.keys(flow.states).sort());
  });

  test("moves name known states, and each person's move has its endpoint with the same permission", () => {
    for (const [name, move] of Object.entries(flow.moves)) {
      for (const state of [...move.from, ...targetsOf(move)]) expect(Object.keys(flow.states)).toContain(state);
      const endpoint = endpointOf(flow, name);
      if (endpoint === null) continue;
      const e = allEndpoints.find((x) => x.name === endpoint);
      expect(e, endpoint).toBeDefined();
      expect(e?.move).toBe(name);
      expect(e?.may).toEqual(move.may);
    }
  });

  test("only moves marked so lead back", () => {
    const order = Object.keys(flow.states);
    for (const [name, move] of Object.entries(flow.moves)) {
      const stays = targetsOf(move).every((to) => move.from.includes(to));
      if (stays && move.from.length) expect(move.back, `${name} ${order.join()}`).toBe(true);
    }
  });
});

describe("permissions", () => {
  test("codes are unique, buttons stand under a screen", () => {
    const codes = allPermissions.map((p) => p.code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const p of allPermissions) {
      const screen = screenCodeOf(p.code);
      if (screen !== null) expect(permissionOf(screen)?.type, p.label).toBe("menu");
    }
  });

  test("money, review and staff codes are sensitive, reading codes are not", () => {
    for (const code of [100801, 100813102, 100208101, 100301001, 100308, 101002, 101001101])
      expect(isSensitive(code), String(code)).toBe(true);
    for (const code of [100301, 100302, 100201, 100901]) expect(isSensitive(code), String(code)).toBe(false);
  });
});

describe("sheets", () => {
  const fields = allEndpoints.flatMap((e) =>
    e.exports && e.row
      ? [...Object.entries(shapeOf(e.row)), ...Object.entries(e.sheet ?? {}).map(([n, c]) => [n, c.type] as const)].map(([n, t]) => ({
          e,
          n,
          meta: metaOf(t),
        }))
      : [],
  );
  test("a rate is a rate in every sheet", () => {
    expect(fields.filter(({ meta }) => meta?.percent).length).toBeGreaterThan(10);
    // A rate of exchange is no share of anything.
    const plain = fields.filter(({ meta }) => /(?<!汇)率(下限|上限)?$|完整度|%|百分/.test(meta?.label ?? "") && !meta?.percent);
    // The rate of the contract with a bank is typed as it is written.
    expect(plain.map(({ e, n }) => `${e.name} ${n}`)).toEqual([]);
  });
  test("what things cost us asks for its right in every sheet", () => {
    const free = fields.filter(
      ({ e, n, meta }) => meta?.kind === "money" && /(^|_)(cost|margin)($|_)/.test(n) && n !== "margin_floor" && !e.columns_may?.[n],
    );
    expect(free.map(({ e, n }) => `${e.name} ${n}`)).toEqual([]);
  });
});

test("refusal numbers are never shared", () => {
  const numbers = Object.values(refusals).map(([n]) => n);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(Math.max(...numbers)).toBe(numbers.length);
});
