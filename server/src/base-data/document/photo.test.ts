/** Photos judged by what they are, and the weekly call to verify what products on sale rest on. */
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { backgroundShare, BG_EVEN } from "@visadesk/contract/base-data/paper/photo.rules.ts";
import type { PhotoRule } from "@visadesk/contract/product/snapshot.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { signedHeaders } from "../../testing/client.ts";
import { OrderDesk } from "../../testing/make/order.ts";
import { MULTIPART, uploadBody } from "../../testing/upload.ts";
import { photoCheck, type StoredImage } from "./photo.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

/** A portrait on `bg`, `pad` bytes heavier than it needs to be. */
async function portrait(
  w: number,
  h: number,
  o: { bg?: string; format?: "jpeg" | "png"; kb?: number; shade?: string } = {},
): Promise<Buffer> {
  const [cx, r] = [w / 2, w / 4];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><rect width="100%" height="100%" fill="${o.bg ?? "#ffffff"}"/>
    <rect width="${w / 2}" height="100%" fill="${o.shade ?? o.bg ?? "#ffffff"}"/><circle cx="${cx}" cy="${h * 0.42}" r="${r}" fill="#d9a67e"/>
    <path d="M0 ${h}V${h * 0.85}Q${cx} ${h * 0.55} ${w} ${h * 0.85}V${h}Z" fill="#34506f"/></svg>`;
  const image = await sharp(Buffer.from(svg))
    .toFormat(o.format ?? "jpeg")
    .toBuffer();
  // Readers stop at the end of the picture; what follows only weighs.
  return Buffer.concat([image, Buffer.alloc(Math.max(0, (o.kb ?? 0) * 1024 - image.length))]);
}

type Json = Record<string, unknown>;
/** Sent as the console sends it; answers what the server made of it. */
async function upload(data: Buffer, filename: string): Promise<{ status: number; msg: string; body: Json }> {
  const admin = await app.as("admin");
  const answer = await app.http.inject({
    method: "POST",
    url: "/api/file_upload",
    headers: signedHeaders(app.clock.now(), admin.token, { "content-type": MULTIPART }),
    payload: uploadBody(data, filename, "material"),
  });
  return { status: answer.statusCode, ...answer.json<{ msg: string; body: Json }>() };
}
const stored = async (data: Buffer): Promise<StoredImage & { key: string }> => {
  const { body } = await upload(data, `${crypto.randomUUID()}.jpg`);
  const file = await app.db.selectFrom("files").selectAll().where("key", "=", String(body["key"])).executeTakeFirstOrThrow();
  return file;
};
const ruleOf = async (name: string): Promise<PhotoRule> => {
  const paper = await row<{ photo_rule: PhotoRule }>(app.db, q`select photo_rule from documents where kind = 4 and name = ${name}`);
  if (!paper) throw new Error(`no photo ${name}`);
  return paper.photo_rule;
};

describe("base-data 19: real photos against the seeded US rule", () => {
  test.each<[string, number, number, number, string[]]>([
    ["600×650", 600, 650, 200, ["应为正方形"]],
    ["600×600 of 300 KB", 600, 600, 300, ["超过240KB"]],
    ["500×500", 500, 500, 100, ["像素不足，应不少于600×600"]],
    ["600×600 of 200 KB", 600, 600, 200, []],
  ])("%s", async (_what, w, h, kb, faults) => {
    expect(photoCheck(await ruleOf("美国签证照片"), await stored(await portrait(w, h, { kb })))).toEqual(faults);
  });

  test("a PNG named .jpg is judged by its content", async () => {
    const png = await portrait(600, 600, { format: "png" });
    expect(await upload(png, "照片.jpg")).toMatchObject({ status: 415, msg: expect.stringContaining("文件内容是 PNG") as unknown });
    const { body } = await upload(png, "照片.png");
    const facts = await app.db.selectFrom("files").selectAll().where("key", "=", String(body["key"])).executeTakeFirstOrThrow();
    expect(photoCheck(await ruleOf("美国签证照片"), facts)).toEqual(["照片格式应为JPG"]);
  });

  test("an order takes a photo only as its product asks", async () => {
    const staff = await rows<{ account: string; id: number }>(app.db, q`select account, id from workers`);
    const desk = new OrderDesk(app.database, app.clock, new Map(staff.map((w) => [w.account, w.id])));
    const order = await desk.order();
    await desk.pay(order.id);
    const rule = (await desk.facts(order.id)).snapshot.photo_rule;
    const photo = (await desk.person(order.people[0] ?? 0)).materials.find((m) => m.document_id === rule?.document_id);
    if (!rule || !photo) throw new Error("the product asks for no photo");
    const hand = (key: string) => ({ id: photo.id, version: photo.version, files: [{ file: key, page_no: 1 }] });
    const square = await stored(await portrait(600, 600));
    expect((await desk.refused("applicant_material_upload", hand(square.key))).msg).toContain(`宽高比例应为${rule.w_px}×${rule.h_px}`);
    const right = await stored(await portrait(rule.w_px, rule.h_px));
    expect((await desk.call("applicant_material_upload", hand(right.key))).material_status).toBe("submitted");
  });
});

test("the background is judged by the border above the shoulders, each channel within 24", async () => {
  const share = async (o: Parameters<typeof portrait>[2], bg: string): Promise<number> => {
    const { data, info } = await sharp(await portrait(413, 531, o))
      .raw()
      .toBuffer({ resolveWithObject: true });
    return backgroundShare({ data, width: info.width, height: info.height, channels: info.channels }, bg);
  };
  expect(await share({}, "#FFFFFF")).toBeGreaterThanOrEqual(BG_EVEN);
  expect(await share({ bg: "#ececec" }, "#FFFFFF")).toBeGreaterThanOrEqual(BG_EVEN);
  expect(await share({ bg: "#d8d8d8" }, "#FFFFFF")).toBeLessThan(0.1);
  expect(await share({ shade: "#a0a0a0" }, "#FFFFFF")).toBeLessThan(BG_EVEN);
});

test("base-data 20: a background colour of three digits is refused in words", async () => {
  const admin = await app.as("admin");
  const { list } = await admin.call("photo_query", { page_size: 1 });
  const [photo] = list;
  if (!photo) throw new Error("no photo is seeded");
  const { id, version, photo_rule } = photo;
  const answer = await admin.raw("photo_update", { id, version, photo_rule: { ...photo_rule, bg: "#FFF" } });
  expect([answer.status, answer.msg]).toEqual([400, "背景色格式应为#RRGGBB"]);
});

test("a verified photo whose rule changes has to be verified again", async () => {
  const admin = await app.as("admin");
  const get = async (id: number) => admin.call("photo_get", { id });
  const { list } = await admin.call("photo_query", { is_verify_due: true, page_size: 1 });
  const id = list[0]?.id ?? 0;
  await admin.call("photo_verify", { id, version: (await get(id)).version, source: "使馆官网 2026-11-20" });
  const verified = await get(id);
  expect(verified).toMatchObject({ is_verify_due: false, verified_at: app.clock.now().toISOString() });
  await admin.call("photo_update", { id, version: verified.version, remark: "规格没有变" });
  expect((await get(id)).is_verify_due).toBe(false);
  const { version, photo_rule } = await get(id);
  await admin.call("photo_update", { id, version, photo_rule: { ...photo_rule, months: 3 } });
  expect(await get(id)).toMatchObject({ is_verify_due: true, verified_at: null });
});

describe("核验提醒", () => {
  const told = () =>
    rows<{ content: string; account: string }>(
      app.db,
      q`select m.content, w.account from outbound_messages m join workers w on w.id = m.receiver_worker_id where m.template = 'verify_due' order by m.id`,
    );

  test("Monday 09:00: one message per code names what is due and sold; a stamp takes it off", async () => {
    await rows(app.db, q`update countries set verified_at = ${app.clock.now()} where id <> 'JP'`);
    await rows(app.db, q`update embassies set verified_at = ${app.clock.now()}`);
    await rows(app.db, q`update official_fees set verified_at = ${app.clock.now()}`);
    await rows(app.db, q`update documents set verified_at = ${app.clock.now()} where kind = 4`);
    app.clock.set("2026-11-22T03:00:00.000Z");
    await app.runJobs();
    expect(await told()).toEqual([]);
    app.clock.set("2026-11-23T01:00:00.000Z");
    await app.runJobs();
    const first = await told();
    expect(first.find((m) => m.account === "admin")?.content).toContain("国家/地区1项：日本");
    expect(new Set(first.map((m) => m.content)).size).toBe(1);
    expect(new Set(first.map((m) => m.account)).size).toBe(first.length);
    // Half a year later everything is due again: a country's holder hears of countries and fees in one message.
    app.clock.set("2027-05-24T01:00:00.000Z");
    await app.runJobs();
    const later = (await told()).slice(first.length).filter((m) => m.account === "admin");
    expect(later).toHaveLength(3);
    expect(later[0]?.content).toMatch(/国家\/地区\d+项：.+；官方收费\d+项：/);
  });
});
