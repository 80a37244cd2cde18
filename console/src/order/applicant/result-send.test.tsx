import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { applicantApi } from "@visadesk/contract/order/applicant.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { expect, it, vi } from "vitest";
import { useRecord } from "#kit/page/use-record.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { applicant } from "./applicant-fixtures.ts";
import { ResultSendDialog } from "./result-send.tsx";

it("寄回: every shortage stands in the dialog before anything is sent, one act takes all originals back, then it goes", async () => {
  const stray = [
    { text: "护照 E****1234 仍在供应商", mend: "take_back", material_ids: [8] },
    { text: "户口本 仍在使馆", mend: "take_back", material_ids: [9] },
  ] as const;
  const ways = (missing: readonly (typeof stray)[number][]) =>
    (["express", "pickup", "embassy_mail", "file"] as const).map((mode) => ({
      mode,
      missing: missing.map((m) => ({ ...m, material_ids: [...m.material_ids] })),
    }));
  let back = false;
  const record = applicant({ applicant_status: "issued", result_at: "2026-11-19T02:00:00Z", moves: [], next_move: null });
  const done = vi.fn();
  const stub = stubServer({
    applicant_get: () => ({ ...record, send_back: ways(back ? [] : stray) }),
    custody_move: () => {
      back = true;
      return { ok: true };
    },
    applicant_result_send: { id: 71, applicant_status: "issued", version: 6, order_status: "shipped" },
  });
  function Page() {
    const { data } = useRecord(applicantApi.applicant_get, { order_id: 7, id: 71 });
    return data ? <ResultSendDialog a={data} done={done} close={() => undefined} /> : null;
  }
  draw(<Page />, [may.order_process]);
  const dialog = await screen.findByRole("dialog");
  expect((await within(dialog).findByRole("region", { name: "还不能寄回" })).textContent).toContain(
    "护照 E****1234 仍在供应商户口本 仍在使馆",
  );
  expect(within(dialog).getByRole<HTMLButtonElement>("button", { name: "确认寄回" }).disabled).toBe(true);
  fireEvent.click(within(dialog).getByRole("button", { name: "2 件原件都已取回，登记到我方" }));
  await waitFor(() => expect(within(dialog).queryByRole("region", { name: "还不能寄回" })).toBeNull());
  expect(stub.of("custody_move")).toEqual([expect.objectContaining({ material_ids: [8, 9], to_holder: "us" })]);
  fireEvent.click(within(dialog).getByLabelText("客户自取"));
  fireEvent.click(within(dialog).getByRole("button", { name: "确认寄回" }));
  await waitFor(() => expect(stub.of("applicant_result_send")).toEqual([expect.objectContaining({ id: 71, mode: "pickup" })]));
  await waitFor(() => expect(done).toHaveBeenCalled());
});
