/** Files over the contract: who may upload for a purpose, who may open what hangs where, and what a record takes. */
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { allApi, allEndpoints, type EndpointName } from "@visadesk/contract/index.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { keysOf, metaOf, unwrap, type z } from "@visadesk/contract/kit/field.ts";
import { FILE_PURPOSES, isPublicPurpose, type FilePurpose } from "@visadesk/contract/kit/file-purposes.ts";
import { FILE_OWNERS } from "@visadesk/contract/kit/upload.ts";
import { allCodes, allows } from "@visadesk/contract/permissions.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../app.ts";
import { signedHeaders, type Client } from "../client.ts";
import { hangFiles, hangSupplierFiles, tablesNaming, type HungFile, type HungSupplierFile } from "../make/hung-files.ts";
import { hangMsg } from "../make/msg.ts";
import { OFFICE } from "../make/supplier.ts";
import { hangFinance } from "../make/finance.ts";
import { hangPeerFiles, type HungPeerFile } from "../make/hung-peer-files.ts";
import { OrderDesk } from "../make/order.ts";
import { hangTopUp } from "../make/peer-money.ts";
import { filePlaces, type FilePlace } from "../sample.ts";
import { MULTIPART, uploadBody } from "../upload.ts";

const ACCOUNTS = ["admin", "manager", "expert", "product", "finance", "service", "content", "viewer"] as const;
const purposes = keysOf(FILE_PURPOSES);
const isChange = (e: Endpoint): boolean => e.kind === "write" || e.kind === "move";
/** Changes that take a file, and where. */
const taking: readonly (readonly [string, Endpoint, readonly FilePlace[]])[] = allEndpoints
  .filter((e) => isChange(e) && !e.upload)
  .map((e) => [e.name, e, filePlaces(e.input)] as const)
  .filter(([, , places]) => places.length > 0);

let app: TestApp;
let desk: OrderDesk;
/** Seen by the expert and by the customer service, and one of others; each with a file in every place. */
let inside: HungFile[];
let outside: HungFile[];
let ofSuppliers: HungSupplierFile[];
let ofPeers: HungPeerFile[];
let ofFinance: HungPeerFile[];
let clients: ReadonlyMap<string, Client>;
let codes: ReadonlyMap<string, ReadonlySet<number>>;
beforeAll(async () => {
  app = await testApp();
  const staff = await rows<{ account: string; id: number; codes: number[] }>(
    app.db,
    q`select w.account, w.id, case when w.account = 'admin' then ${[...allCodes]}::int4[] else r.module_group end as codes from workers w join roles r on r.id = w.role_id`,
  );
  const idOf = new Map(staff.map((w) => [w.account, w.id]));
  codes = new Map(staff.map((w) => [w.account, new Set(w.codes)]));
  desk = new OrderDesk(app.database, app.clock, idOf);
  const hung = async (expert: string, service: string | null): Promise<HungFile[]> => {
    const order = await desk.order({ people: 2 });
    await desk.pay(order.id);
    await rows(
      app.db,
      q`update orders set expert_id = ${idOf.get(expert)}, cs_owner_id = ${service && idOf.get(service)}, bd_owner_id = null,
        created_by = ${idOf.get(expert)} where id = ${order.id}`,
    );
    return hangFiles(desk, order);
  };
  inside = await hung("expert", "service");
  outside = await hung("ukus_1", null);
  ofSuppliers = [...(await hangSupplierFiles(desk)), await hangTopUp(desk), ...(await hangMsg(desk))];
  [ofPeers, ofFinance] = [await hangPeerFiles(desk), await hangFinance(desk)];
  clients = new Map(await Promise.all(ACCOUNTS.map(async (a) => [a, await app.as(a)] as const)));
}, 120_000);
const as = (account: string): Client => clients.get(account) as Client;
const has = (account: string, ...any: readonly number[]): boolean => any.some((c) => codes.get(account)?.has(c));

type Z = z.core.$ZodType;
interface Def {
  type: string;
  shape?: Record<string, Z>;
  element?: Z;
  valueType?: Z;
  options?: Z[];
}
/** Every type inside a type, itself included. */
const inner = (type: Z): Z[] => {
  const { shape, element, valueType, options } = unwrap(type)._zod.def as Def;
  const below = [...Object.values(shape ?? {}), element, valueType, ...(options ?? [])].filter((t) => t !== undefined);
  return [type, ...below.flatMap(inner)];
};
/** What a change takes in files: its fields', and pictures of a rich text. */
const purposesOf = (e: Endpoint): Set<FilePurpose> =>
  new Set(
    inner(e.input).flatMap((t) => {
      const meta = metaOf(t);
      return meta?.kind === "rich_text" ? ["public_image" as const] : meta?.purpose ? [meta.purpose] : [];
    }),
  );

describe("uploading", () => {
  test.each(purposes)("%s: exactly the codes of the changes that take it", (purpose) => {
    const takers = allEndpoints.filter((e) => isChange(e) && purposesOf(e).has(purpose));
    expect(takers.length).toBeGreaterThan(0);
    for (const code of allCodes) {
      const one = new Set([code]);
      const mayCall = takers.filter((e) => allows(e.may, one)).map((e) => e.name);
      expect([code, allows(FILE_PURPOSES[purpose].may, one)], mayCall.join(" ")).toEqual([code, mayCall.length > 0]);
    }
  });

  test.each(purposes)("%s: each account by its codes, refused with a sentence and not kept", async (purpose) => {
    for (const account of ACCOUNTS) {
      const data = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } })
        .png()
        .withExif({ IFD0: { Artist: crypto.randomUUID() } })
        .toBuffer();
      const before = await row(app.db, q`select count(*)::int as n from file_uploads`);
      const answer = await app.http.inject({
        method: "POST",
        url: "/api/file_upload",
        headers: signedHeaders(app.clock.now(), as(account).token, { "content-type": MULTIPART }),
        payload: uploadBody(data, "a.png", purpose),
      });
      const { may, label } = FILE_PURPOSES[purpose];
      const isAllowed = allows(may, codes.get(account) ?? new Set());
      const { ret, msg } = answer.json<{ ret: number; msg: string }>();
      expect([account, answer.statusCode, ret, msg]).toEqual([
        account,
        ...(isAllowed ? [200, 0, ""] : [403, -1, `没有权限：上传${label}`]),
      ]);
      if (!isAllowed) expect(await row(app.db, q`select count(*)::int as n from file_uploads`)).toEqual(before);
      if (account === "viewer") expect(isAllowed).toBe(false);
    }
  });
});

/** Records without a page of their own: proofs of an account are for who may see its number. */
/** What reads a record, where it is not its own `_get`; a settlement is read by whoever works its kind. */
const READS: Readonly<Record<string, string | readonly EndpointName[]>> = {
  supplier_payee: "supplier_payee_reveal",
  peer_top_up: "peer_top_up_query",
  settlement: ["supplier_settle_get", "express_settle_get", "peer_settle_get"],
  peer_legal: "peer_get",
};
describe("opening what hangs on a record", () => {
  test("each private purpose has its places, and each owner the codes of its record", () => {
    const hung = [...inside, ...ofSuppliers, ...ofPeers, ...ofFinance].map((f) => f.purpose);
    expect(new Set(hung)).toEqual(new Set(purposes.filter((p) => !isPublicPurpose(p))));
    for (const [noun, rule] of Object.entries(FILE_OWNERS)) {
      const read = READS[noun] ?? `${noun}_get`;
      const codesOf = typeof read === "string" ? allApi[read as EndpointName].may : { any: read.map((name) => allApi[name].may) };
      expect([noun, rule]).toEqual([noun, codesOf]);
    }
  });

  test.each(ACCOUNTS)("%s, papers of suppliers and peers, files of messages", async (account) => {
    for (const { key, noun, noun_id } of ofSuppliers) {
      const answer = await as(account).raw("file_link_get", { key, noun, noun_id });
      const isSeen = allows(FILE_OWNERS[noun], codes.get(account) ?? new Set());
      expect([noun, answer.status, answer.ret], answer.msg).toEqual([noun, ...(isSeen ? [200, 0] : [403, -1])]);
      if (isSeen) expect(await lastLook(account)).toEqual({ noun, noun_id: String(noun_id), subject_ids: [] });
    }
  });

  test.each(ACCOUNTS)("%s, papers of a peer", async (account) => {
    for (const { key, noun, noun_id, isIdentity } of ofPeers) {
      const answer = await as(account).raw("file_link_get", { key, noun, noun_id });
      const isSeen = allows(FILE_OWNERS[noun], codes.get(account) ?? new Set()) && (!isIdentity || has(account, 100302, 100301101));
      expect([noun, answer.status, answer.ret], answer.msg).toEqual([noun, ...(isSeen ? [200, 0] : [403, -1])]);
      if (isSeen) expect(await lastLook(account)).toEqual({ noun, noun_id: String(noun_id), subject_ids: [] });
    }
  });

  test.each(ACCOUNTS.flatMap((a) => [[a, true] as const, [a, false] as const]))("%s, in scope %s", async (account, isInside) => {
    const isSeen = isInside ? !["product", "content", "viewer"].includes(account) : ["admin", "manager", "finance"].includes(account);
    for (const { what, key, isIdentity, records, people } of isInside ? inside : outside)
      for (const record of records) {
        const answer = await as(account).raw("file_link_get", { key, ...record });
        const said = [what, record.noun, answer.status, answer.ret, answer.msg];
        const lacks = { refuse_claim: "拒签无忧订单", refund: "退款审核" }[record.noun as string] ?? "订单查看";
        if (!allows(FILE_OWNERS[record.noun], codes.get(account) ?? new Set()))
          expect(said).toEqual([what, record.noun, 403, -1, `没有权限：${lacks}`]);
        else if (!isSeen) expect(said.slice(0, 4)).toEqual([what, record.noun, 200, 5]);
        else if (isIdentity && !has(account, 100302, 100301101))
          expect(said).toEqual([what, record.noun, 403, -1, "没有权限：查看完整个人信息"]);
        else {
          expect(said.slice(0, 4)).toEqual([what, record.noun, 200, 0]);
          expect(await lastLook(account)).toEqual({ noun: record.noun, noun_id: String(record.noun_id), subject_ids: people });
        }
      }
  });
  const lastLook = (account: string): Promise<unknown> =>
    row(
      app.db,
      q`select noun, noun_id, subject_ids from operation_logs where endpoint = 'file_link_get' and kind = 'file' and actor_id = ${as(account).id} order by id desc limit 1`,
    );

  test("no file of one record is opened in the name of another", async () => {
    const [mine, other] = [inside[0]?.records ?? [], outside];
    for (const { key } of other)
      for (const record of mine) expect((await as("admin").raw("file_link_get", { key, ...record })).ret).toBe(5);
  });
});

/** Not looked into: what each holds is judged where it is used. */
const OPEN_INPUTS: Readonly<Record<string, string>> = {
  draft_save: "one's own, told to nobody else",
  preference_update: "one's own, told to nobody else",
  saved_view_add: "a list's filter",
  saved_view_update: "a list's filter",
  export_add: "a list's filter",
  calendar_import: "days, judged row by row",
  elec_import: "papers, judged row by row: public files that there are",
  mail_import: "papers, judged row by row: public files that there are",
  bring_import: "papers, judged row by row: public files that there are",
  photo_import: "papers, judged row by row: public files that there are",
  application_import: "papers, judged row by row: public files that there are",
};

/** Fields whose rule no sample fits. */
const PAPER = { category: 2 };
const FILLED: Readonly<Record<string, object>> = {
  peer_application_add: { credit_code: "91350100M000100Y43", address: OFFICE },
  elec_add: PAPER,
  mail_add: PAPER,
  bring_add: PAPER,
  country_add: { code_num: "901", pinyin: "ceshi", initial: "C", time_zone: "Asia/Tokyo" },
};

describe("what a record takes", () => {
  /** Why the call takes no file there. */
  const refused = async (name: string, body: object, path: string): Promise<string | undefined> => {
    const { body: said } = await as("admin").raw(name, { ...body, ...FILLED[name] });
    const { issues = [] } = (said ?? {}) as { issues?: { path: string; message: string }[] };
    return issues.find((i) => i.path === path && i.message.endsWith("文件不存在，请重新上传"))?.message;
  };
  let own = "";
  let shown = "";
  beforeAll(async () => {
    own = await desk.file("image/jpeg", 1_000, ["admin"]);
    shown = "public/aa/shown-by-somebody.jpg";
    const values = { key: shown, content_type: "image/jpeg", is_private: false, sha256: shown, size: 10, created_at: app.clock.now() };
    await app.db.insertInto("files").values(values).execute();
  });

  test("no change takes what the contract does not know, but these", () => {
    const open = allEndpoints.filter(
      (e) => isChange(e) && inner(e.input).some((t) => unwrap(t)._zod.def.type === "unknown" && !metaOf(t)?.purpose),
    );
    expect(open.map((e) => e.name).toSorted()).toEqual(Object.keys(OPEN_INPUTS).toSorted());
  });

  test.each(taking)("%s: its caller's own file or a public one, nobody else's", async (name, _e, places) => {
    for (const { path, purpose, body } of places) {
      expect(purpose, path).toBeDefined();
      const isPublic = isPublicPurpose(purpose ?? "note");
      const hung = outside[0]?.key ?? "";
      const wrong = isPublic
        ? { hung, own, missing: "public/aa/never-uploaded.jpg" }
        : { hung, shown, missing: "private/aa/never-uploaded.jpg", loose: await desk.file("image/jpeg", 1_000, ["expert"]) };
      for (const [what, key] of Object.entries(wrong))
        expect(await refused(name, body(key) as object, path), `${path}: ${what}`).toBeDefined();
      expect(await refused(name, body(isPublic ? shown : own) as object, path)).toBeUndefined();
      expect(await tablesNaming(desk, hung)).toEqual(["files", "material_files"]);
      if ("loose" in wrong) expect(await tablesNaming(desk, wrong.loose)).toEqual(["files"]);
    }
  });
});
