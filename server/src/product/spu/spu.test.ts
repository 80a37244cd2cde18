import { beforeAll, describe, expect, test } from "vitest";
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { VISA_TYPES } from "@visadesk/contract/product/sku/sku.ts";
import { inTransaction } from "#kit/db/db.ts";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { Client } from "../../testing/client.ts";
import { newSpu } from "../../testing/once/spu.ts";
import { sellable } from "../index.ts";
import { codePrefix } from "./spu.rules.ts";

let app: TestApp;
let product: Client;
beforeAll(async () => {
  app = await testApp();
  product = await app.as("product");
});

const key = () => ({ idempotency_key: crypto.randomUUID() });
const spu = (visa_product_unit_code: string) => product.call("spu_get", { visa_product_unit_code });
const codes = async (filter: InputOf<"spu_query">) =>
  (await product.call("spu_query", { page_size: 100, ...filter })).list.map((s) => s.visa_product_unit_code);
const update = async (code: string, form: Partial<InputOf<"spu_update">>) => {
  const { id, version } = await spu(code);
  return product.refused("spu_update", { id, version, ...form });
};
const saved = async (code: string, form: Partial<InputOf<"spu_update">>) => {
  const { id, version } = await spu(code);
  return product.call("spu_update", { id, version, ...form });
};
const one = async (code: string): Promise<{ id: number; version: number }> => {
  const { id, version } = await spu(code);
  return { id, version };
};
const issuesOf = (refused: { answer: { body: unknown; msg: string } }) => refused.answer.body;

describe("the list", () => {
  test("finds by code, name, pinyin, initials, country, and counts what is sold", async () => {
    for (const keyword of ["JP-TOUR-S", "jp-tour-s", "日本单次", "ribendanci", "rbdclyqz"])
      expect([keyword, await codes({ keyword })]).toEqual([keyword, ["JP-TOUR-S"]]);
    expect((await codes({ keyword: "法国" })).toSorted()).toEqual(["FR-SCH"]);
    expect(await codes({ keyword: "%" })).toEqual([]);
    const { list, total } = await product.call("spu_query", { page_size: 100 });
    expect([total, list.length]).toEqual([25, 25]);
    expect(list.find((s) => s.visa_product_unit_code === "JP-TOUR-S")).toMatchObject({
      country_name: "日本",
      sku_count: 2,
      on_sale_count: 2,
      retail_min: 118_800,
      retail_max: 119_800,
      margin_floor: 1_000,
      issue_rate: null,
      issue_n: 0,
    });
  });

  test("filters by country, type, form, state, completeness and sale", async () => {
    expect((await codes({ country_id: ["KR"] })).toSorted()).toEqual(["KR-TOUR-5Y", "KR-TOUR-S"]);
    expect(await codes({ visa_type: [10] })).toEqual(["US-EVUS"]);
    expect(await codes({ visa_form: ["document"] })).toEqual(["CN-NOT-AUTH"]);
    expect(await codes({ status: 0 })).toEqual([]);
    expect(await codes({ has_on_sale: false })).toEqual(["EG-STICKER"]);
    const incomplete = await codes({ is_incomplete: true });
    expect(incomplete).toContain("EG-STICKER");
    expect(incomplete).not.toContain("JP-TOUR-S");
    expect([...incomplete, ...(await codes({ is_incomplete: false }))]).toHaveLength(25);
    const { id } = await spu("US-B1B2");
    expect(await codes({ ids: [id] })).toEqual(["US-B1B2"]);
  });

  test("the figures of 30 days are those of its SKU, with the sample behind the rate", async () => {
    await rows(
      app.db,
      q`insert into sku_stats (sku_id, orders_30, issued_30, refused_30, at)
        select id, case when sku_no = 'JP-TOUR-S-01' then 7 else 3 end, case when sku_no = 'JP-TOUR-S-01' then 13 else 3 end, case when sku_no = 'JP-TOUR-S-01' then 3 else 0 end, ${app.clock.now()}
        from skus where visa_product_unit_code = 'JP-TOUR-S'`,
    );
    expect(await spu("JP-TOUR-S")).toMatchObject({ orders_30: 10, issue_rate: null, issue_n: 19 });
    await app.db.updateTable("sku_stats").set({ refused_30: 4 }).where("refused_30", "=", 3).execute();
    expect(await spu("JP-TOUR-S")).toMatchObject({ orders_30: 10, issue_rate: 0.8, issue_n: 20 });
    expect((await codes({ sort: "orders_30" }))[0]).toBe("JP-TOUR-S");
  });

  test("anybody may pick, by pinyin too; the list and the rest need their code", async () => {
    const viewer = await app.as("viewer");
    const { list } = await viewer.call("spu_pick", { keyword: "hgdc", enabled: true });
    expect(list.map((s) => [s.visa_product_unit_code, s.country_name])).toEqual([["KR-TOUR-S", "韩国"]]);
    expect((await viewer.raw("spu_query", {})).status).toBe(403);
  });
});

describe("adding", () => {
  test("proposes a code by country and type that nobody has, for every type", async () => {
    expect(await product.call("spu_code_get", { country_id: "AU", visa_type: 4 })).toEqual({ visa_product_unit_code: "AU-TOUR-01" });
    const prefixes = Object.keys(VISA_TYPES).map((type) => codePrefix("AU", Number(type)));
    expect(new Set(prefixes).size).toBe(30);
    expect(prefixes).not.toContain("AU-VISA-");
    const made = await product.call("spu_add", { ...newSpu, ...key() });
    expect(made.visa_product_unit_code).toBe("AU-TOUR-01");
    expect((await product.call("spu_code_get", { country_id: "AU", visa_type: 4 })).visa_product_unit_code).toBe("AU-TOUR-02");
    expect(await spu("AU-TOUR-01")).toMatchObject({
      status: 1,
      sku_count: 0,
      frozen: { code: null, identity: null },
      keywords: "堪培拉 赴澳",
    });
    expect(await codes({ keyword: "kanpeila" })).toEqual(["AU-TOUR-01"]);
  });

  test("the same product, the same name, the same code are refused by name", async () => {
    const same = await product.refused("spu_add", { ...newSpu, visa_product_unit_code: "AU-TOUR-09", name: "澳洲签证", ...key() });
    expect([same.code, same.answer.msg]).toEqual(["duplicate", "已存在相同的SPU：AU-TOUR-01"]);
    const named = await product.refused("spu_add", { ...newSpu, visa_product_unit_code: "AU-TOUR-09", stay_max: 30, ...key() });
    expect(named.answer.msg).toBe("SPU名称已被 AU-TOUR-01 使用");
    const coded = await product.refused("spu_add", { ...newSpu, name: "另一个", stay_max: 30, ...key() });
    expect(coded.answer.msg).toBe("SPU编码已存在");
  });

  test.each([
    [{ visa_product_unit_code: "au-01" }, "SPU编码格式不正确"],
    [{ name: "" }, "请输入SPU名称"],
    [{ country_id: "" }, "请选择国家"],
    [{ country_id: "ES" }, "该国家已停用，请先在国家/地区中启用"],
    [{ country_id: "ZZ" }, "该国家不存在，请重新选择"],
    [{ visa_type: null }, "请选择签证类型"],
    [{ visa_form: null }, "请选择签证形式"],
    [{ steps: [] }, "请至少填写一步办理流程"],
    [{ margin_floor: -1 }, "毛利底线不能为负数"],
    [{ stay_min: 91 }, "最短停留不能大于最长停留"],
    [{ validity_unit: "month" }, "请输入有效期"],
    [{ entry_count: "none" }, "签证须选择入境次数，不能为“不适用”"],
    [{ images: ["public/00/nothing-there.png"] }, "主图文件不存在，请重新上传"],
  ])("%o: %s", async (form, message) => {
    const answer = await product.raw("spu_add", {
      ...newSpu,
      visa_product_unit_code: "AU-NEW-01",
      name: "新品",
      stay_max: 90,
      ...form,
      ...key(),
    });
    expect(answer.ret).not.toBe(0);
    expect(JSON.stringify(answer)).toContain(message);
  });

  test("units without a number keep none, so that equal products are found equal", async () => {
    const unlike = { ...newSpu, visa_product_unit_code: "AU-TOUR-08", name: "另一个名字", validity: 12 };
    expect((await product.refused("spu_add", { ...unlike, ...key() })).answer.msg).toBe("已存在相同的SPU：AU-TOUR-01");
  });
});

describe("what its SKU settle", () => {
  test("the code is frozen with the first SKU, what it is with the first listing; the rest stays open", async () => {
    expect((await spu("JP-TOUR-S")).frozen).toEqual({ code: "已有2个商品，编码不能再改", identity: "商品 JP-TOUR-S-01 上架过，不能再改" });
    const code = await update("JP-TOUR-S", { visa_product_unit_code: "JP-TOUR-X" });
    expect([code.code, code.answer.msg]).toEqual(["locked", "SPU编码已锁定：已有2个商品，编码不能再改"]);
    for (const form of [
      { country_id: "KR" },
      { visa_type: 5 },
      { visa_form: "evisa" as const },
      { entry_count: "double" as const },
      { stay_max: 90 },
      { validity: 6 },
    ]) {
      const refused = await update("JP-TOUR-S", form);
      expect([form, refused.code, issuesOf(refused)]).toEqual([
        form,
        "locked",
        expect.objectContaining({ issues: [expect.objectContaining({ path: Object.keys(form)[0] })] }),
      ]);
    }
    expect(await saved("JP-TOUR-S", { name: "日本单次旅游", tags: ["可加急"], margin_floor: 2_000 })).toMatchObject({
      name: "日本单次旅游",
      margin_floor: 2_000,
    });
    // Never listed: only the code is settled.
    expect((await spu("EG-STICKER")).frozen).toEqual({ code: "已有1个商品，编码不能再改", identity: null });
    expect(await saved("EG-STICKER", { entry_count: "double" })).toMatchObject({ entry_count: "double" });
    expect(await saved("AU-TOUR-01", { visa_product_unit_code: "AU-TOUR-10" })).toMatchObject({ visa_product_unit_code: "AU-TOUR-10" });
    await saved("AU-TOUR-10", { visa_product_unit_code: "AU-TOUR-01" });
  });

  test("a new name is found at its SKU too", async () => {
    const skuNos = async (keyword: string) => (await product.call("sku_query", { keyword })).list.map((s) => s.sku_no);
    await saved("KR-TOUR-5Y", { name: "韩国五年多次", keywords: "济州岛" });
    expect(await skuNos("jizhoudao")).toEqual(["KR-TOUR-5Y-01"]);
    expect(await skuNos("济州")).toEqual(["KR-TOUR-5Y-01"]);
  });

  test("免面签 is refused while a SKU needs an interview", async () => {
    const refused = await update("US-B1B2", { tags: ["免面签"] });
    expect([refused.code, refused.answer.msg]).toEqual(["bad_input", "商品 US-B1B2-01 需要面签，不能标“免面签”"]);
  });

  test("pictures must be jpg or png that everybody may see; those it has already are not asked again", async () => {
    const stored = async (name: string, content_type: string, is_private: boolean): Promise<string> => {
      const values = { key: name, content_type, is_private, sha256: name, size: 10, created_at: app.clock.now() };
      await app.db.insertInto("files").values(values).execute();
      return name;
    };
    const cover = await stored("public/aa/cover-0001.jpg", "image/jpeg", false);
    const webp = await stored("public/aa/cover-0002.webp", "image/webp", false);
    expect((await update("FR-SCH", { images: [cover, webp] })).answer.msg).toBe("图片不存在或不是 jpg、png，请重新上传");
    const paper = await stored("private/aa/paper-0001.jpg", "image/jpeg", true);
    expect((await update("FR-SCH", { images: [cover, paper] })).answer.msg).toBe("主图文件不存在，请重新上传");
    expect((await update("FR-SCH", { sample_image: "public/aa/nothing-0001.png" })).answer.body).toMatchObject({
      issues: [{ path: "sample_image" }],
    });
    expect(await saved("FR-SCH", { images: [cover] })).toMatchObject({ images: [cover] });
    await app.db.deleteFrom("files").where("key", "=", cover).execute();
    expect(await saved("FR-SCH", { images: [cover], sort: 2 })).toMatchObject({ images: [cover], sort: 2 });
  });

  test("a stale version is a conflict that shows what is stored now", async () => {
    const { id, version } = await spu("FR-SCH");
    await saved("FR-SCH", { sort: 3 });
    const stale = await product.raw("spu_update", { id, version, sort: 4 });
    expect([stale.status, stale.body]).toMatchObject([409, { current: { sort: 3 } }]);
  });

  test("it goes only without SKU, and its log tells the whole way", async () => {
    expect((await product.refused("spu_remove", await one("EG-STICKER"))).answer.msg).toBe("已有商品，不能删除");
    const { id } = await spu("AU-TOUR-01");
    const { list, has_more } = await product.call("spu_log_query", { id });
    expect([list.map((l) => l.label), has_more]).toEqual([["编辑SPU", "编辑SPU", "新增SPU"], false]);
    expect(list[0]?.changes).toEqual([{ field: "visa_product_unit_code", label: "SPU编码", before: "AU-TOUR-10", after: "AU-TOUR-01" }]);
    expect(list.at(-1)?.changes).toContainEqual({ field: "visa_type", label: "签证类型", before: null, after: "旅游签" });
    await product.call("spu_remove", await one("AU-TOUR-01"));
    expect((await product.refused("spu_get", { visa_product_unit_code: "AU-TOUR-01" })).code).toBe("not_found");
  });
});

describe("a copy", () => {
  test("is disabled until it is a product of its own", async () => {
    const source = await one("IT-SCH");
    const { id, visa_product_unit_code } = await product.call("spu_copy", {
      id: source.id,
      visa_product_unit_code: "IT-SCH-2",
      name: "意大利申根商务签证",
    });
    const copy: OutputOf<"spu_get"> = await spu(visa_product_unit_code);
    expect(copy).toMatchObject({ status: 0, country_id: "IT", sku_count: 0, version: 1, steps: (await spu("IT-SCH")).steps });
    const early = await product.refused("spu_enable", { id, version: 1 });
    expect(early.answer.msg).toBe("已存在相同的SPU：IT-SCH");
    await saved(visa_product_unit_code, { visa_type: 5 });
    await product.call("spu_enable", { id, version: 2 });
    expect((await spu(visa_product_unit_code)).status).toBe(1);
    expect((await product.refused("spu_enable", { id, version: 3 })).code).toBe("state_changed");
  });
});

describe("product 16: disabling the SPU blocks its SKU without a move, enabling lifts it", () => {
  test("asks for the number it blocks and is refused when that changed", async () => {
    const sku = await row<{ id: number; version: number }>(app.db, q`select id, version from skus where sku_no = 'JP-TOUR-S-01'`);
    const { id, version } = await spu("JP-TOUR-S");
    const wrong = await product.refused("spu_disable", { id, version, blocked_count: 1 });
    expect([wrong.code, wrong.answer.msg, issuesOf(wrong)]).toEqual([
      "count_changed",
      "影响的商品数已变化，请重新确认",
      expect.objectContaining({ blocked_count: 2 }),
    ]);
    expect(await sellable(app.db, sku?.id ?? 0, app.clock.now())).toEqual([]);

    await product.call("spu_disable", { id, version, blocked_count: 2 });
    expect(await sellable(app.db, sku?.id ?? 0, app.clock.now())).toEqual(["SPU已停用"]);
    expect(await row(app.db, q`select sku_status, version from skus where sku_no = 'JP-TOUR-S-01'`)).toEqual({
      sku_status: "on_sale",
      version: sku?.version,
    });
    const [listed] = (await product.call("sku_query", { keyword: "JP-TOUR-S-01" })).list;
    expect(listed).toMatchObject({ sku_status: "on_sale", sale_blocks: ["SPU已停用"] });

    await product.call("spu_enable", { id, version: version + 1 });
    expect(await sellable(app.db, sku?.id ?? 0, app.clock.now())).toEqual([]);
    expect(await row(app.db, q`select sku_status, version from skus where sku_no = 'JP-TOUR-S-01'`)).toEqual({
      sku_status: "on_sale",
      version: sku?.version,
    });
  });

  test("a SKU that is listed while somebody confirms makes the number wrong", async () => {
    const { id, version, on_sale_count } = await spu("KR-TOUR-S");
    await inTransaction(app.db, (tx) => rows(tx, q`update skus set sku_status = 'off_sale' where visa_product_unit_code = 'KR-TOUR-S'`));
    expect((await product.refused("spu_disable", { id, version, blocked_count: on_sale_count })).code).toBe("count_changed");
    await rows(app.db, q`update skus set sku_status = 'on_sale' where visa_product_unit_code = 'KR-TOUR-S'`);
    await product.call("spu_disable", { id, version, blocked_count: on_sale_count });
    // Twice is refused by its state, with the version of the moment.
    expect((await product.refused("spu_disable", { id, version: version + 1, blocked_count: on_sale_count })).code).toBe("state_changed");
  });
});
