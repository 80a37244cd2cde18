import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { Refused } from "../../testing/server.tsx";
import { sku, open, type, pickSku, fillCustomer, orderButton, ready } from "./entry-fixtures.tsx";
import { order } from "../order/order-fixtures.ts";

beforeEach(() => {
  // Growing text boxes measure themselves; here is nothing to measure.
  vi.spyOn(CSSStyleDeclaration.prototype, "getPropertyValue").mockReturnValue("0");
  vi.spyOn(window.location, "assign").mockImplementation(() => {});
});

it("a product that cannot be sold is shown with its reason and cannot be picked", async () => {
  open();
  const row = await screen.findByRole<HTMLButtonElement>("button", { name: /日本三年多次签证/ });
  expect(row.textContent).toContain("不可下单：价格未设置");
  expect(row.disabled).toBe(true);
  expect(orderButton().disabled).toBe(true);
});

it("Escape and × ask where something was typed, and close where nothing was", async () => {
  const { onClose } = open();
  await screen.findByRole("button", { name: /日本三年多次签证/ });
  const escape = (): void => void fireEvent.keyDown(document.querySelector(".ant-drawer") as HTMLElement, { key: "Escape", keyCode: 27 });
  type("联系人", "王小明");
  escape();
  await screen.findByText("离开代客下单？");
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(within(document.querySelector("dialog") as HTMLElement).getByText("取消"));
  await waitFor(() => expect(screen.queryByText("离开代客下单？")).toBeNull());
  type("联系人", "");
  fireEvent.click(document.querySelector(".ant-drawer-close") as HTMLElement);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

it("the price follows people and options with every line, margin and warning, and its hash is what is ordered", async () => {
  const { stub, onClose } = open();
  await pickSku();
  await ready();
  expect(orderButton().textContent).toBe("下单 ¥540.00");
  fireEvent.click(screen.getByRole("button", { name: "添加申请人" }));
  fireEvent.click(await screen.findByLabelText(/全额保障/));
  await waitFor(() => expect(orderButton().textContent).toBe("下单 ¥1,276.00"));
  await ready();
  const panel = screen.getByLabelText("价格");
  expect(panel.textContent).toMatch(/申请人1.*服务费.*¥540\.00.*拒签无忧.*¥98\.00.*申请人2.*应付¥1,276\.00毛利¥1,076\.00/);
  expect(panel.textContent).toContain("申请人2：不在受理领区");
  fireEvent.click(screen.getAllByLabelText("拒签无忧").at(-1) as HTMLElement);
  await waitFor(() => expect(orderButton().textContent).toBe("下单 ¥1,178.00"));
  await ready();
  fillCustomer();
  fireEvent.click(screen.getByLabelText("自取"));
  await ready();
  fireEvent.click(orderButton());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(stub.of("order_add")).toEqual([
    expect.objectContaining({
      sku_id: 3,
      customer_kind: "direct",
      contact_name: "王小明",
      contact_mobile: "13800008000",
      quote_hash: "hash-117800",
      refuse_no_worry_product_id: 5,
      return_mode: "pickup",
      idempotency_key: expect.any(String),
      applicants: [{ relation: "self" }, { relation: "other", protection: false }].map((p) => expect.objectContaining(p)),
    }),
  ]);
  expect(stub.of("draft_remove")).toHaveLength(1);
});

it("the same contact, product and date asks before a second order; the form is not filled again", async () => {
  const { stub } = open({
    order_add: (b: Record<string, unknown>) =>
      b["confirm_duplicate"] === true
        ? { id: 78, order_no: "V261120000078" }
        : new Refused(200, {
            ret: 10,
            msg: "24小时内已有相同联系人、商品和出行日期的订单 V1，确认仍要下单吗？",
            body: { code: "confirm_needed" },
          }),
  });
  await pickSku();
  fillCustomer();
  fireEvent.click(screen.getByLabelText("自取"));
  await ready();
  fireEvent.click(orderButton());
  await screen.findByText(/相同联系人/);
  fireEvent.click(screen.getByRole("button", { name: "仍要下单" }));
  await waitFor(() => expect(stub.of("order_add").map((b) => b["confirm_duplicate"])).toEqual([undefined, true]));
});

it("the two lines of a passport fill their row; a wrong check digit fills nothing and says which", async () => {
  const { stub } = open();
  await pickSku();
  fireEvent.click(screen.getByRole("button", { name: "粘贴第1位的机读码" }));
  const box = await screen.findByLabelText("机读码");
  fireEvent.change(box, {
    target: { value: "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408132F1204159ZE184226B<<<<<10" },
  });
  await screen.findByText("机读码出生日期校验位不正确，请核对第二行");
  fireEvent.change(box, {
    target: { value: "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10" },
  });
  fireEvent.click(within(box.closest(".ant-modal") as HTMLElement).getByRole("button", { name: /填\s?入/ }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("护照号").value).toBe("L898902C3"));
  expect(screen.getByLabelText<HTMLInputElement>("姓(拼音)").value).toBe("ERIKSSON");
  expect(screen.getByLabelText<HTMLInputElement>("名(拼音)").value).toBe("ANNA MARIA");
  expect(screen.getByLabelText<HTMLInputElement>("女").checked).toBe(true);
  await waitFor(() => expect(stub.of("order_quote").at(-1)).toMatchObject({ applicants: [{ birth_date: "1974-08-12" }] }));
});

it("rows of a sheet become people; an empty first row gives way", async () => {
  open();
  await pickSku();
  fireEvent.click(screen.getByRole("button", { name: "粘贴表格" }));
  fireEvent.change(await screen.findByLabelText("表格内容"), { target: { value: "姓名\t护照号\n张三\tE12345678\n李四\tE87654321" } });
  fireEvent.click(screen.getByRole("button", { name: "填入 2 人" }));
  await waitFor(() => expect(screen.getAllByLabelText<HTMLInputElement>("护照号").map((i) => i.value)).toEqual(["E12345678", "E87654321"]));
});

it("an earlier draft is offered and brings product and people back", async () => {
  const { stub } = open({
    draft_get: {
      draft: {
        content: { values: { sku_id: 3, contact_name: "王小明", applicants: [{ name_cn: "张三", relation: "self" }] }, sku: sku({}) },
        base_version: null,
        saved_at: "2026-11-20T01:00:00Z",
      },
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "恢复" }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("联系人").value).toBe("王小明"));
  expect(screen.getByLabelText<HTMLInputElement>("姓名").value).toBe("张三");
  await screen.findByRole("button", { name: "更换" });
  await waitFor(() => expect(stub.of("order_quote").at(-1)).toMatchObject({ sku_id: 3, applicants: [{ name_cn: "张三" }] }));
});

it("登记收款 after the order: parts against what is payable, sent only when somebody says so", async () => {
  const { stub } = open({
    order_get: order({ id: 77, order_no: "V261120000077", version: 1, amount_payable: 54000 }),
    order_pay_register: { id: 77, order_status: "processing", version: 2 },
  });
  await pickSku();
  fillCustomer();
  fireEvent.click(screen.getByLabelText("自取"));
  fireEvent.click(screen.getByLabelText("下单后登记收款"));
  await ready();
  fireEvent.click(orderButton());
  const sum = await screen.findByText(/已平/);
  expect(sum.closest("output")?.textContent).toContain("应付 ¥540.00");
  type("金额", "500");
  await screen.findByText("还差 ¥40.00");
  fireEvent.click(screen.getByRole("button", { name: "添加一笔" }));
  await waitFor(() => expect(screen.getAllByLabelText("金额")).toHaveLength(2));
  type("金额", "40", 1);
  await screen.findByText("已平");
  expect(stub.of("order_pay_register")).toEqual([]);
});

it("of many people one stands open, the others are rows of text; a key draws no row of the others again and all are sent", async () => {
  const { stub } = open();
  await pickSku();
  fireEvent.click(screen.getByRole("button", { name: "粘贴表格" }));
  const lines = Array.from({ length: 50 }, (_, i) => `张${"甲乙丙丁戊"[i % 5]}\tE${10_000_000 + i}`).join("\n");
  fireEvent.change(await screen.findByLabelText("表格内容"), { target: { value: `姓名\t护照号\n${lines}` } });
  fireEvent.click(screen.getByRole("button", { name: "填入 50 人" }));
  await screen.findByRole("button", { name: "打开第50位" });
  expect(screen.getAllByLabelText("护照号")).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "打开第50位" }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("护照号").value).toBe("E10000049"));
  const watch = new MutationObserver(() => undefined);
  watch.observe(screen.getByRole("table", { name: "申请人" }), { subtree: true, childList: true, characterData: true, attributes: true });
  type("手机号", "12");
  expect(watch.takeRecords()).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "打开第1位" }));
  const row = (await screen.findByRole("button", { name: "打开第50位" })).closest("tr");
  expect(row?.textContent).toContain("手机号：");
  fireEvent.click(screen.getByRole("button", { name: "打开第50位" }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("手机号").value).toBe("12"));
  type("手机号", "13800001111");
  type("护照号", "E20000049");
  fillCustomer();
  fireEvent.click(screen.getByLabelText("自取"));
  await ready();
  fireEvent.click(orderButton());
  await waitFor(() => expect(stub.of("order_add")).toHaveLength(1));
  const people = stub.of("order_add")[0]?.["applicants"] as { passport_no?: string }[];
  expect(people).toHaveLength(50);
  expect([people[1]?.passport_no, people[49]?.passport_no]).toEqual(["E10000001", "E20000049"]);
});

it("a peer that may not order says why as soon as it is chosen; another shows its level and what it can pay with", async () => {
  const of = (id: number, stop: string | null) => ({
    peer_id: id,
    peer_name: "沪上同业",
    level_id: "V3",
    level_name: "金牌",
    group_name: "华东同业",
    stop,
    free_urgent_left: 2,
    account: { principal: 30_000, gift: 0, credit_available: 500_000, blocked: null },
  });
  const pick = (id: number, short_name: string) => ({
    id,
    peer_no: `TY00000${id}`,
    short_name,
    business_kind: "travel_agency",
    level_id: "V3",
    peer_status: "active",
  });
  const { stub } = open({
    peer_pick: { list: [pick(8, "冻结同业"), pick(9, "沪上同业")] },
    order_buyer_get: (b: Record<string, unknown>) =>
      of(Number(b["peer_id"]), b["peer_id"] === 8 ? "该同行已冻结，不能下单：多次恶意退款" : null),
  });
  fireEvent.click(await screen.findByLabelText("同行"));
  const choose = async (name: string): Promise<void> => {
    fireEvent.mouseDown(await screen.findByRole("combobox", { name: "同行" }));
    fireEvent.click(await screen.findByText(name, { selector: ".vd-pick span" }));
  };
  await choose("冻结同业");
  expect((await screen.findByText(/多次恶意退款/)).getAttribute("role")).toBe("alert");
  await choose("沪上同业");
  const note = await screen.findByLabelText("同行情况");
  expect(note.textContent).toBe("V3 金牌 · 华东同业 · 本金 ¥300.00 · 可用授信 ¥5,000.00 · 本月剩余免费加急 2 次");
  expect(stub.of("order_quote")).toEqual([]);
});
