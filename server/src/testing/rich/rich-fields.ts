/** Every rich text of the contract: how it is written through its endpoint and read back as it is stored. */
import { allEndpoints } from "@visadesk/contract/index.ts";
import { PAPER_NOUNS, type PaperNoun } from "@visadesk/contract/base-data/paper/document.ts";
import { metaOf, shapeOf, unwrap, type z } from "@visadesk/contract/kit/field.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { OrderDesk } from "../make/order.ts";
import { paperBodies } from "../once/paper.ts";
import { newSpu } from "../once/spu.ts";

type Z = z.core.$ZodType;
interface Def {
  element?: Z;
  valueType?: Z;
  options?: readonly Z[];
}

/** Paths of the rich texts inside a type. */
export function richPaths(type: Z, at = ""): string[] {
  if (metaOf(type)?.kind === "rich_text") return [at];
  const def = unwrap(type)._zod.def as Def;
  const inner = [def.element, def.valueType, ...(def.options ?? [])].filter((t) => t !== undefined);
  const under = (name: string): string => (at ? `${at}.${name}` : name);
  return [
    ...Object.entries(shapeOf(type)).flatMap(([name, t]) => richPaths(t, under(name))),
    ...inner.flatMap((t) => richPaths(t, under("*"))),
  ];
}
/** `endpoint field` of all that the contract takes. */
export const richFields = (): string[] => allEndpoints.flatMap((e) => richPaths(e.input).map((path) => `${e.name} ${path}`));

export interface RichField {
  /** A body of the endpoint with this text. */
  body: (html: string) => Promise<Record<string, unknown>>;
  /** What the table holds after the call. */
  stored: (body: Record<string, unknown>, answer: unknown) => Promise<string>;
}

const idOf = (v: unknown): number => (typeof v === "object" && v !== null && "id" in v && typeof v.id === "number" ? v.id : 0);

function paperFields(app: TestApp, admin: Client, noun: PaperNoun): [string, RichField][] {
  let made = 0;
  const key = () => ({ idempotency_key: crypto.randomUUID() });
  const read = async (id: number): Promise<string> => (await admin.call(`${noun}_get`, { id })).requirement;
  const add = (html: string) => ({ ...paperBodies[noun](`富文本${noun}${(made += 1)}`), ...key(), requirement: html });
  let edited: Promise<number> | undefined;
  const one = (): Promise<number> => (edited ??= admin.raw(`${noun}_add`, add("原来的要求")).then((a) => idOf(a.body)));
  return [
    [`${noun}_add requirement`, { body: (html) => Promise.resolve(add(html)), stored: (_, answer) => read(idOf(answer)) }],
    [
      `${noun}_update requirement`,
      {
        body: async (html) => {
          const id = await one();
          const now = await row<{ version: number }>(app.db, q`select version from documents where id = ${id}`);
          return { id, version: now?.version ?? 0, requirement: html };
        },
        stored: (body) => read(idOf(body)),
      },
    ],
  ];
}

function clauseField(admin: Client): RichField {
  let policy: Promise<number> | undefined;
  let draft: { id: number; version: number } | undefined;
  const one = (): Promise<number> =>
    (policy ??= admin.call("refund_policy_add", { name: "富文本政策", forms: [], remark: "" }).then((p) => p.id));
  return {
    body: async (html) => ({ policy_id: await one(), ...draft, clause: html, grid: [] }),
    stored: async (_, answer) => {
      const { version } = answer as { version: number };
      draft = { id: idOf(answer), version };
      const { versions } = await admin.call("refund_policy_get", { id: await one() });
      return versions[0]?.clause ?? "";
    },
  };
}

function detailFields(app: TestApp, admin: Client): [string, RichField][] {
  let made = 0;
  const read = async (code: string): Promise<string> => (await admin.call("spu_get", { visa_product_unit_code: code })).detail;
  const add = (html: string) => {
    made += 1;
    const visa_product_unit_code = `AU-RICH-${made}`;
    return {
      ...newSpu,
      visa_product_unit_code,
      name: `富文本SPU${made}`,
      stay_max: made,
      detail: html,
      idempotency_key: crypto.randomUUID(),
    };
  };
  const codeOf = (body: unknown): string => String((body as { visa_product_unit_code?: unknown }).visa_product_unit_code);
  let edited: Promise<number> | undefined;
  const one = (): Promise<number> => (edited ??= admin.raw("spu_add", add("原来的详情")).then((a) => idOf(a.body)));
  return [
    ["spu_add detail", { body: (html) => Promise.resolve(add(html)), stored: (_, answer) => read(codeOf(answer)) }],
    [
      "spu_update detail",
      {
        body: async (html) => {
          const id = await one();
          const now = await row<{ version: number }>(app.db, q`select version from spus where id = ${id}`);
          return { id, version: now?.version ?? 0, detail: html };
        },
        stored: (_, answer) => read(codeOf(answer)),
      },
    ],
  ];
}

function slotField(app: TestApp): RichField {
  let made = 0;
  let person: Promise<number> | undefined;
  const one = (): Promise<number> =>
    (person ??= (async () => {
      const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
      const desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
      const order = await desk.order();
      await desk.pay(order.id);
      return order.people[0] ?? 0;
    })());
  return {
    body: async (html) => ({ applicant_id: await one(), kind: 1, name: `另要的资料${(made += 1)}`, requirement: html }),
    stored: async (body) => {
      const name = String(body["name"]);
      return (
        (await row<{ requirement: string }>(app.db, q`select requirement from applicant_materials where name = ${name}`))?.requirement ?? ""
      );
    },
  };
}

export const richStories = (app: TestApp, admin: Client): ReadonlyMap<string, RichField> =>
  new Map([
    ...PAPER_NOUNS.flatMap((noun) => paperFields(app, admin, noun)),
    ...detailFields(app, admin),
    ["refund_policy_version_save clause", clauseField(admin)],
    ["applicant_material_add requirement", slotField(app)],
  ]);
