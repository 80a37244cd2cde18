import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { draw, stubServer } from "../../testing/server.tsx";
import { detail, payee } from "./supplier-fixtures.ts";
import SupplierView from "./supplier-view.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});
const common = { supplier_figure_get: { figures: [], lost_for: [] } };
const ALL = [may.supplier, may.supplier_review];

it("what is passed is asked about: an account by its name, the supplier by its facts; names that differ stand in the question", async () => {
  const named = { ...payee, id: 5, is_mine: false, account_name: detail.name, is_other_name: false, reason: "" };
  const pending = { ...detail, supplier_status: "pending", moves: [{ move: "activate", ok: true, missing: null }] };
  const server = stubServer({
    ...common,
    supplier_get: pending,
    supplier_payee_query: { list: [{ ...payee, id: 4, is_mine: false }, named] },
    supplier_payee_approve: { ok: true },
    supplier_activate: { ok: true },
  });
  window.history.replaceState(null, "", "/supplier/view/7?tab=payees");
  draw(
    <>
      <SupplierView />
      <FeedbackHost />
    </>,
    ALL,
  );
  const [, other, same] = within(await screen.findByRole("table", { name: "收款账户" })).getAllByRole("row");
  const press = (line: HTMLElement | undefined) => fireEvent.click(within(line as HTMLElement).getByRole("button", { name: "复核通过" }));
  const question = async (title: string) => (await screen.findByText(title)).closest("[role=alertdialog], [role=dialog]") as HTMLElement;
  press(same);
  const plain = await question("复核通过这个收款账户？");
  expect(plain.textContent).not.toContain("不一致");
  fireEvent.click(within(plain).getByRole("button", { name: "取消" }));
  await waitFor(() => expect(screen.queryByText("复核通过这个收款账户？")).toBeNull());
  press(other);
  const differs = await question("复核通过这个收款账户？");
  expect(differs.textContent).toContain(`户名“沪上集团”与供应商名称“${detail.name}”不一致，原因：集团统一收款`);
  expect(server.of("supplier_payee_approve")).toHaveLength(0);
  fireEvent.click(within(differs).getByRole("button", { name: "复核通过" }));
  await waitFor(() => expect(server.of("supplier_payee_approve")).toMatchObject([{ id: 4 }]));
  fireEvent.click(screen.getByRole("button", { name: "审核通过" }));
  const whole = await question(`审核通过供应商“${detail.name}”？`);
  expect(whole.textContent).toContain("收款账户户名与供应商名称不一致");
  expect(server.of("supplier_activate")).toHaveLength(0);
  fireEvent.click(within(whole).getByRole("button", { name: "审核通过" }));
  await waitFor(() => expect(server.of("supplier_activate")).toMatchObject([{ id: 7 }]));
});
