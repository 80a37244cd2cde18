import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import WorkOrderConfigEdit from "./work-order-config-edit.tsx";
import { config } from "./work-order-fixtures.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("without the right to save a configuration is read; with it saving a live one makes the next draft", async () => {
  window.history.replaceState(null, "", "/peer/work-order/edit/2");
  const stub = stubServer({ work_order_config_get: config(), work_order_config_draft: config({ id: 8, config_status: "draft" }) });
  draw(<WorkOrderConfigEdit />, [may.peer_work_order]);
  expect(await screen.findByText("首响时限")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "存为草稿" })).toBeNull();
  cleanup();
  draw(<WorkOrderConfigEdit />, [may.peer_work_order, may.peer_work_order_edit]);
  fireEvent.change(await screen.findByLabelText("名称"), { target: { value: "催办新版" } });
  fireEvent.click(screen.getByRole("button", { name: "添加字段" }));
  fireEvent.change(screen.getByLabelText("第1项名称"), { target: { value: "催办原因" } });
  expect(within(screen.getByRole("region", { name: "同行看到的" })).getByText("催办原因")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "存为草稿" }));
  await waitFor(() => expect(stub.of("work_order_config_draft")[0]).toMatchObject({ id: 2, version: 1, name: "催办新版" }));
  expect(stub.of("work_order_config_draft")[0]).toMatchObject({ fields: [{ key: "field_1", label: "催办原因", kind: "text" }] });
});

it("the form of a next version marks what is due and refuses it cleared; whom it is for is due where it is not for all", async () => {
  window.history.replaceState(null, "", "/peer/work-order/edit/2");
  const stub = stubServer({ work_order_config_get: config({ scope: "level", scope_ids: [] }) });
  draw(<WorkOrderConfigEdit />, [may.peer_work_order, may.peer_work_order_edit]);
  const marked = (label: string): boolean => document.querySelector(`label[title="${label}"].ant-form-item-required`) !== null;
  fireEvent.change(await screen.findByLabelText("名称"), { target: { value: "" } });
  expect(["大类", "名称", "适用范围", "适用对象"].filter((label) => !marked(label))).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "存为草稿" }));
  expect(await screen.findByText("请选择适用的等级")).toBeTruthy();
  expect(screen.getByLabelText("名称").closest(".ant-form-item")?.className).toContain("ant-form-item-has-error");
  expect(stub.of("work_order_config_draft")).toEqual([]);
});
