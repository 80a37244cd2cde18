/** What is wrong with a remittance is said at its field. */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { clearPreferences } from "#kit/app/preference.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { RemittanceForm } from "./remittance-form.tsx";

afterEach(() => {
  cleanup();
  clearPreferences();
  vi.unstubAllGlobals();
});

it("a day to come is refused in words before anything is sent", async () => {
  const server = stubServer({ peer_pick: { list: [] }, company_account_pick: { list: [] }, draft_get: { draft: null } });
  draw(<RemittanceForm onClose={() => undefined} />, [may.corporate_remittance]);
  const form = within(await screen.findByRole("dialog"));
  const day = await form.findByLabelText<HTMLInputElement>("汇款日");
  fireEvent.mouseDown(day);
  fireEvent.change(day, { target: { value: "2027-01-05" } });
  fireEvent.keyDown(day, { key: "Enter" });
  fireEvent.click(form.getByRole("button", { name: "提交审核" }));
  expect(await form.findByText("日期不能晚于今天")).toBeTruthy();
  await waitFor(() => expect(server.of("remittance_add")).toEqual([]));
});
