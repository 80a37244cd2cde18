import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { embassyApi } from "@visadesk/contract/base-data/embassy.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { mayEnter, screenOf } from "#kit/screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import { RecordActs, VerifyStamp } from "./record-acts.tsx";
import { relatedScreen } from "./related-product.tsx";

const product = (id: number, more: object = {}) => ({
  id,
  sku_no: `JP-0${id}`,
  name: `日本单次${id}`,
  spu_name: "日本旅游",
  country_id: "JP",
  country_name: "日本",
  flag_emoji: "🇯🇵",
  district_name: "上海领区",
  usage: ["客户必交·在职人员"],
  open_orders: 3,
  ends: ["customer"],
  sku_status: "on_sale",
  is_removable: true,
  updated_at: "2026-11-20T06:05:00Z",
  ...more,
});
const page = (list: object[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 20, cursor: null });
const head = { title: "在职证明", status: 1, on_sale: 2, off_sale: 1, draft: 0 };
const trial = (id: number, more: object = {}) => ({
  id,
  sku_no: `JP-0${id}`,
  name: `日本单次${id}`,
  ok: true,
  msg: "",
  before: ["在职人员：在职证明（客户必交）"],
  after: ["在职人员：新在职证明（客户必交）"],
  ...more,
});

beforeEach(() => window.history.replaceState(null, "", "/base-data/related-product/elec/7"));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ElecProducts = relatedScreen("elec");
function open(codes: readonly number[], answers: Parameters<typeof stubServer>[0] = {}) {
  const stub = stubServer({ elec_related_get: head, elec_product_query: page([product(1), product(2)]), ...answers });
  draw(
    <>
      <ElecProducts />
      <FeedbackHost />
    </>,
    codes,
  );
  return stub;
}

it("shows the record, what stands in its way, and its products by state", async () => {
  const stub = open([may.elec]);
  expect(await screen.findByText("禁用前须先替换 2 个在售商品")).toBeTruthy();
  expect(await screen.findByText("日本单次1")).toBeTruthy();
  expect(stub.of("elec_related_get")).toEqual([{ id: 7 }]);
  expect(stub.of("elec_product_query")[0]).toMatchObject({ record_id: 7, sku_status: ["on_sale"] });
  fireEvent.click(screen.getByRole("tab", { name: /已下架/ }));
  await waitFor(() => expect(stub.of("elec_product_query").at(-1)).toMatchObject({ record_id: 7, sku_status: ["off_sale"] }));
  // Without the code of products nothing can be chosen.
  expect(screen.queryByRole("checkbox")).toBeNull();
});

it("says that a record without products may be disabled", async () => {
  open([may.elec], { elec_related_get: { ...head, on_sale: 0, off_sale: 0 }, elec_product_query: page([]) });
  expect(await screen.findByText("没有商品使用此记录，可以放心禁用")).toBeTruthy();
});

it("replaces only the products whose trial went well, with the number shown", async () => {
  const stub = open([may.elec, may.sku], {
    elec_replace_pick: { list: [{ id: 9, title: "新在职证明" }] },
    elec_replace_check: { results: [trial(1), trial(2, { ok: false, msg: "在职人员将没有必交资料", after: [] })] },
    elec_replace: { results: [{ id: 1, ok: true, msg: "" }], done: 1 },
  });
  await screen.findByText("日本单次1");
  for (const box of screen.getAllByRole("checkbox").slice(1)) fireEvent.click(box);
  fireEvent.click(await screen.findByRole("button", { name: "批量替换" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.mouseDown(await dialog.findByRole("combobox"));
  fireEvent.click(await screen.findByText("新在职证明"));
  expect(await dialog.findByText("在职人员将没有必交资料，保持原样")).toBeTruthy();
  expect(stub.of("elec_replace_check")).toEqual([{ id: 7, to_id: 9, sku_ids: [1, 2] }]);
  fireEvent.click(dialog.getByRole("button", { name: "替换 1 个商品" }));
  await waitFor(() => expect(stub.of("elec_replace")[0]).toMatchObject({ id: 7, to_id: 9, sku_ids: [1], expected_count: 1 }));
  expect(await screen.findByText("已替换 1 个商品")).toBeTruthy();
});

const mission = { id: 5, version: 2, status: 1, used_count: 0 };
function Acts({ used_count }: { used_count: number }) {
  const [dialog, show] = useDialog();
  return (
    <>
      <RecordActs noun="embassy" record={{ ...mission, used_count }} title="大连领事办公室" endpoints={embassyApi} open={show} />
      {dialog}
      <FeedbackHost />
    </>
  );
}
const openMenu = async (item: string): Promise<void> => {
  fireEvent.click(screen.getByRole("button", { name: "大连领事办公室的更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: new RegExp(`^${item}`) }));
};

it("disables an unused record with the count it showed", async () => {
  const stub = stubServer({ embassy_disable: { ok: true } });
  draw(<Acts used_count={0} />);
  await openMenu("禁用");
  fireEvent.click(await screen.findByRole("button", { name: "禁用" }));
  await waitFor(() => expect(stub.of("embassy_disable")).toEqual([{ id: 5, version: 2, used_count: 0 }]));
});

it("names the products in use instead of disabling, and cannot remove", async () => {
  const stub = stubServer({ embassy_product_query: page([product(1, { usage: ["送签使领馆"] })]) });
  draw(<Acts used_count={1} />);
  await openMenu("禁用");
  expect(await screen.findByText("有 1 个在售商品使用，请先在关联商品里替换：")).toBeTruthy();
  expect(screen.getByText("日本单次1")).toBeTruthy();
  expect(screen.getByRole("button", { name: "查看关联商品" })).toBeTruthy();
  expect(stub.of("embassy_product_query")[0]).toMatchObject({ record_id: 5, sku_status: ["on_sale"] });
  expect(stub.of("embassy_disable")).toEqual([]);
});

it("shows when a record was verified, and when it must be again", () => {
  const at = "2026-11-01T02:00:00Z";
  draw(<VerifyStamp record={{ verified_at: at, verified_by_name: "陈默", is_verify_due: false }} />);
  expect(screen.getByText("2026-11-01")).toBeTruthy();
  cleanup();
  draw(<VerifyStamp record={{ verified_at: null, verified_by_name: null, is_verify_due: true }} />);
  expect(screen.getByText("待核验")).toBeTruthy();
});

it("base-data 23: each route of related products asks for the code of its own noun", () => {
  const entered = (code: number): string[] =>
    ["elec", "mail", "bring", "photo", "application", "appointment", "country", "embassy-and-cousulate", "refund-policy"].filter((name) => {
      const found = screenOf(`related-product-${name}`);
      return found && mayEnter(found, new Set([code]));
    });
  expect(entered(may.elec)).toEqual(["elec"]);
  expect(entered(may.mail)).toEqual(["mail"]);
  expect(entered(may.embassy)).toEqual(["embassy-and-cousulate"]);
  expect(entered(may.sku)).toEqual([]);
});
