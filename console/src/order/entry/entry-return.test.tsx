import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { open, type, pickSku, fillCustomer, orderButton, ready } from "./entry-fixtures.tsx";
import { groupLines } from "./entry-price.tsx";

beforeEach(() => {
  // Growing text boxes measure themselves; here is nothing to measure.
  vi.spyOn(CSSStyleDeclaration.prototype, "getPropertyValue").mockReturnValue("0");
  vi.spyOn(window.location, "assign").mockImplementation(() => {});
});

it("an express asks whom it goes to, marked as required; the contact is taken over by one press", async () => {
  const { stub } = open();
  await pickSku();
  fillCustomer();
  expect(await screen.findByLabelText<HTMLInputElement>("快递")).toMatchObject({ checked: true });
  for (const label of ["收件人", "收件手机"])
    await waitFor(() => expect(document.querySelector(`label[title="${label}"]`)?.className).toContain("required"));
  await ready();
  fireEvent.click(orderButton());
  for (const words of ["请填写收件人", "请填写收件手机", "请填写收件地址"]) await screen.findByText(words);
  expect(stub.of("order_add")).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "收件人同联系人" }));
  await waitFor(() => expect(screen.queryByText("请填写收件人")).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>("收件手机").value).toBe("13800008000");
  fireEvent.click(screen.getByLabelText("自取"));
  await waitFor(() => expect(screen.queryByLabelText("收件人")).toBeNull());
});

it("a child's lines say so, with its person and where people are added up", () => {
  const line = (applicant_seq: number, is_child: boolean, amount: number) => ({
    applicant_seq,
    is_child,
    kind: "service" as const,
    label: "服务费",
    amount,
    discount_share: 0,
    payable: amount,
    source: "retail",
  });
  const family = groupLines([line(1, false, 54000), line(2, true, 30000)], [{ name_cn: "王芳" }, { name_cn: "王小" }]);
  expect(family.map((g) => g.title)).toEqual(["申请人1 王芳", "申请人2 王小（儿童）"]);
  const lines = [1, 2, 3, 4, 5].map((n) => line(n, n > 3, n > 3 ? 30000 : 54000));
  const [group] = groupLines(lines, [{}, {}, {}, {}, {}]);
  expect(group?.lines.map((l) => `${l.label}×${l.count}`)).toEqual(["服务费×3", "服务费（儿童）×2"]);
});

it("a mobile or e-mail that cannot be one is said where it stands, as soon as the field is left", async () => {
  open();
  await pickSku();
  type("联系手机", "1380000");
  await screen.findByText("请输入正确的手机号");
  type("联系邮箱", "a@");
  await screen.findByText("请输入正确的邮箱");
  type("收件手机", "12");
  await waitFor(() => expect(screen.getAllByText("请输入正确的手机号")).toHaveLength(2));
});
