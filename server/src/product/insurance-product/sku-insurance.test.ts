/** Insurance that goods recommend. */
import { beforeAll, expect, test } from "vitest";
import type { InputOf } from "@visadesk/contract/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";

let app: TestApp;
let maker: Client;
beforeAll(async () => {
  app = await testApp();
  maker = await app.as("product");
});

const skuId = async (no: string): Promise<number> =>
  (await app.db.selectFrom("skus").select("id").where("sku_no", "=", no).executeTakeFirstOrThrow()).id;
const insurance = async (code: string) =>
  app.db.selectFrom("insurance_products").select(["id", "name"]).where("code", "=", code).executeTakeFirstOrThrow();
const edit = async (no: string) => maker.call("sku_edit_get", { id: await skuId(no) });
const save = async (no: string, change: Partial<InputOf<"sku_update">>) => {
  const { id, version } = await edit(no);
  return maker.call("sku_update", { id, version, ...change });
};
const said = async (no: string, change: Partial<InputOf<"sku_update">>): Promise<string[]> => {
  const { id, version } = await edit(no);
  const { answer } = await maker.refused("sku_update", { id, version, ...change });
  return (answer.body as { issues: { path: string; message: string }[] }).issues.map((i) => `${i.path}：${i.message}`);
};

test("what is saved is read in form and detail, and told in the log by name", async () => {
  const [schengen, world] = [await insurance("ATSCH01"), await insurance("HNWORLD")];
  await app.db
    .updateTable("skus")
    .set({ insurance_product_ids: [world.id] })
    .where("sku_no", "=", "FR-SCH-01")
    .execute();
  const saved = await save("FR-SCH-01", { insurance_product_ids: [world.id, schengen.id], insurance_required: true });
  expect(saved).toMatchObject({ insurance_product_ids: [world.id, schengen.id], insurance_required: true });
  expect(await maker.call("sku_get", { id: saved.id })).toMatchObject({
    insurance_product_ids: [world.id, schengen.id],
    insurance_required: true,
  });
  const log = await app.db
    .selectFrom("operation_logs")
    .select("changes")
    .where("endpoint", "=", "sku_update")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(log.changes).toEqual([
    { field: "insurance_required", label: "必须投保", before: false, after: true },
    { field: "insurance_product_ids", label: "推荐保险", before: world.name, after: `${world.name}、${schengen.name}` },
  ]);
});

test("newly named insurance is on sale, covers the country and, for Schengen, 30,000 euro of treatment", async () => {
  const [schengen, asia, off] = [await insurance("ATSCH01"), await insurance("ATASIA1"), await insurance("HNWORLD")];
  const field = "insurance_product_ids";
  expect(await said("JP-TOUR-S-01", { [field]: [schengen.id] })).toEqual([`${field}：「${schengen.name}」的保障地区不含日本`]);
  expect(await said("JP-TOUR-S-01", { [field]: [off.id] })).toEqual([`${field}：「${off.name}」不在售，请选择其他保险产品`]);
  expect(await said("JP-TOUR-S-01", { [field]: [999_999] })).toEqual([`${field}：推荐的保险产品不存在，请重新选择`]);
  expect(await said("JP-TOUR-S-01", { [field]: [asia.id, asia.id] })).toEqual([`${field}：推荐保险重复，请移除一项`]);
  await save("JP-TOUR-S-01", { [field]: [asia.id] });
  expect(await said("JP-TOUR-S-01", { [field]: [], insurance_required: true })).toEqual([`${field}：必须投保的商品请至少推荐一款保险`]);
  const plan = { key: "low", name: "轻享", medical_currency: "EUR", medical_cover: 2_999_999, sum_insured: 0 };
  await app.db
    .updateTable("insurance_products")
    .set({ region: "world", country_ids: [], plans: JSON.stringify([plan]) })
    .where("id", "=", asia.id)
    .execute();
  expect(await said("FR-SCH-01", { [field]: [asia.id] })).toEqual([
    `${field}：申根商品要求医疗保额不低于 €30,000，「${asia.name}」的计划「轻享」为 €29,999.99`,
  ]);
});

test("the plan answers as if more working days were promised", async () => {
  const id = await skuId("JP-TOUR-S-01");
  const first = async (days?: number) =>
    (await maker.call("sku_plan_get", { id, travel_date: null, ...(days !== undefined && { work_days_max: days }) })).first_travel_date;
  const { work_days_max } = await edit("JP-TOUR-S-01");
  expect(await first(work_days_max)).toBe(await first());
  expect((await first(60)) > (await first())).toBe(true);
});
