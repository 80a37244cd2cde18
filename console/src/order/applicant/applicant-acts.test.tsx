/** Acts on a person say that they are done. */
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { draw, stubServer } from "../../testing/server.tsx";
import { useApplicantActs } from "./applicant-acts.tsx";
import { applicant } from "./applicant-fixtures.ts";
import type { Applicant } from "./applicant-model.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const moved = { id: 71, applicant_status: "pre_review", version: 6, order_status: "processing" };
function Acts({ a }: { a: Applicant }) {
  const { acts, dialog } = useApplicantActs(a, true);
  return (
    <>
      {acts.map((x) => (
        <button key={x.key} type="button" onClick={x.onClick}>
          {x.label}
        </button>
      ))}
      {dialog}
      <FeedbackHost />
    </>
  );
}
const press = (name: string): void => void fireEvent.click(screen.getByRole("button", { name }));
const shown = (a: Applicant, answers: Parameters<typeof stubServer>[0]) => {
  const stub = stubServer(answers);
  draw(<Acts a={a} />, [may.order_process, may.order_view, may.order_settle_price]);
  return stub;
};

it("a new settle price", async () => {
  const stub = shown(applicant({ settle_price: 45_600 }), { applicant_settle_price_update: moved });
  press("修改结算价");
  fireEvent.change(await screen.findByLabelText("结算价"), { target: { value: "500" } });
  fireEvent.change(screen.getByLabelText("原因"), { target: { value: "供应商改价" } });
  fireEvent.click(document.querySelector(".ant-modal-footer .ant-btn-primary, .ant-modal-footer .ant-btn-dangerous") as HTMLElement);
  await screen.findByText("结算价已修改");
  expect(stub.of("applicant_settle_price_update")).toMatchObject([{ id: 71, version: 5, settle_price: 50_000, reason: "供应商改价" }]);
});

it("a note", async () => {
  const note = { id: 1, kind: "internal", content: "客户下周补件", applicant_id: 71, files: [], pinned: false, created_by_name: "林晓雯" };
  shown(applicant(), { order_note_add: { ...note, created_at: "2026-11-20T02:00:00Z" } });
  press("追加备注");
  fireEvent.change(await screen.findByLabelText("备注"), { target: { value: "客户下周补件" } });
  press("保存");
  await waitFor(() => expect(screen.getByText("备注已保存")).toBeTruthy());
});
