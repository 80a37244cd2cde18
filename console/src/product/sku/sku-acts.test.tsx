import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import type { Selection } from "#kit/list/list-types.ts";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import { SkuRowActs, useSkuBulk, type ActedSku } from "./sku-acts.tsx";
import { SkuHeadActs } from "./sku-head-acts.tsx";
import { sku } from "./sku-fixtures.ts";

const acted = (sku_status: ActedSku["sku_status"]): ActedSku => ({ ...sku, sku_status });
const OK = { ok: true };
const batch = {
  results: [
    { id: 1, ok: true, msg: "" },
    { id: 2, ok: false, msg: "JP-TOUR-S-02：还差1项：退款政策" },
  ],
  done: 1,
};
const answers = { sku_on_sale: OK, sku_off_sale: OK, sku_archive: OK, sku_restore: OK, sku_remove: OK, sku_move_batch: batch };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Row({ state }: { state: ActedSku["sku_status"] }) {
  const [dialog, open] = useDialog();
  return (
    <>
      <SkuRowActs sku={acted(state)} open={open} />
      {dialog}
      <FeedbackHost />
    </>
  );
}
const menuOf = (): string[] => {
  fireEvent.click(screen.getByRole("button", { name: /更多操作/ }));
  return screen.getAllByRole("menuitem").map((m) => m.textContent);
};

it("a row offers what its state allows", () => {
  const shown = (state: ActedSku["sku_status"]): string[] => {
    stubServer(answers);
    draw(<Row state={state} />, [may.sku]);
    const front = screen.queryByRole("link", { name: "编辑" })
      ? "编辑"
      : (screen.queryByRole("button", { name: "恢复" })?.textContent ?? "");
    const acts = [front, ...menuOf()];
    cleanup();
    return acts;
  };
  expect(shown("draft")).toEqual(["编辑", "上架", "复制", "归档", "删除"]);
  expect(shown("on_sale")).toEqual(["编辑", "复制", "下架"]);
  expect(shown("off_sale")).toEqual(["编辑", "上架", "复制", "归档"]);
  expect(shown("archived")).toEqual(["恢复", "复制"]);
});

it("taking off asks for its reason, listing says what follows", async () => {
  const stub = stubServer(answers);
  draw(<Row state="on_sale" />, [may.sku]);
  menuOf();
  fireEvent.click(screen.getByRole("menuitem", { name: "下架" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.mouseDown(await within(dialog).findByLabelText("下架原因"));
  fireEvent.click(await screen.findByTitle("季节性停办"));
  fireEvent.change(within(dialog).getByLabelText("说明"), { target: { value: "淡季停办" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "下架" }));
  await waitFor(() => expect(stub.of("sku_off_sale")).toEqual([{ id: 1, version: 3, reason_kind: "season", reason: "淡季停办" }]));
  cleanup();
  draw(<Row state="off_sale" />, [may.sku]);
  menuOf();
  fireEvent.click(screen.getByRole("menuitem", { name: "上架" }));
  expect(await screen.findByText("上架后价格锁定，改价须走调价审核。")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "上架" }));
  await waitFor(() => expect(stub.of("sku_on_sale")).toEqual([{ id: 1, version: 3 }]));
});

it("the head offers the moves as buttons beside the link to 编辑", () => {
  stubServer(answers);
  const Head = () => {
    const [dialog, open] = useDialog();
    return (
      <>
        <SkuHeadActs sku={acted("draft")} open={open} />
        {dialog}
      </>
    );
  };
  draw(<Head />, [may.sku]);
  expect(screen.getAllByRole("button").map((b) => b.textContent)).toEqual(["上架", "归档", ""]);
  expect(screen.getByRole("link", { name: "编辑" }).getAttribute("href")).toMatch(/^\/product\/product-edit\/\d+$/);
});

it("many at once: what was refused is listed with its reason", async () => {
  const stub = stubServer(answers);
  const Bulk = ({ selection }: { selection: Selection }) => {
    const [dialog, open] = useDialog();
    const acts = useSkuBulk(open);
    return (
      <>
        {acts.map((a) => (
          <button key={a.label} type="button" onClick={() => void a.run(selection)}>
            批量{a.label}
          </button>
        ))}
        {dialog}
        <FeedbackHost />
      </>
    );
  };
  draw(<Bulk selection={{ filter: { keyword: "日本" }, expected_count: 2, count: 2 }} />, [may.sku]);
  fireEvent.click(screen.getByText("批量上架"));
  fireEvent.click(await screen.findByRole("button", { name: "上架" }));
  const dialog = await screen.findByRole("alertdialog", { name: "上架结果" });
  expect(dialog.textContent).toContain("1 个商品已完成，1 个未完成：JP-TOUR-S-02：还差1项：退款政策");
  expect(stub.of("sku_move_batch")[0]).toMatchObject({ filter: { keyword: "日本" }, expected_count: 2, move: "on_sale" });
});

it("复制 says why the product is not read, and begins its form from what was read", async () => {
  let tries = 0;
  stubServer({
    ...answers,
    sku_edit_get: () => (tries++ === 0 ? new Refused(500, { msg: "暂时读取不了" }) : sku),
    embassy_pick: { list: [] },
  });
  draw(<Row state="draft" />, [may.sku]);
  menuOf();
  fireEvent.click(screen.getByRole("menuitem", { name: "复制" }));
  expect(await screen.findByText("暂时读取不了")).toBeTruthy();
  expect(screen.queryByLabelText("名称")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "重试" }));
  expect(await screen.findByRole("button", { name: "复制为草稿" })).toBeTruthy();
});
