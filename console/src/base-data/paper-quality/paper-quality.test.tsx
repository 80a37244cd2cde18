import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { may } from "@visadesk/contract/permissions.ts";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import { MailCentres } from "../embassy/mail-centres.tsx";
import { PaperQuality } from "./paper-quality.tsx";
import { PaperReview } from "./paper-review.tsx";
import type { Reason } from "./reject-reason-form.tsx";
import { RejectReasons } from "./reject-reasons.tsx";

beforeEach(() => window.history.replaceState(null, "", "/base-data/elec/list"));
afterEach(() => vi.unstubAllGlobals());

const page = (list: object[]) => ({ list, total: list.length, total_capped: false, page: 1, page_size: 100, cursor: null });
const reason = (id: number, text: string, more: Partial<Reason> = {}): Reason => ({
  id,
  code: `r${id}`,
  text,
  advice: "",
  kinds: [1, 2],
  used_90: 0,
  papers: 0,
  merged_into: null,
  status: 1,
  version: 1,
  updated_at: "2026-11-20T02:00:00Z",
  ...more,
});

it("merging says what moves, and sends the reason it goes into", async () => {
  const stub = stubServer({
    reject_reason_query: page([reason(1, "不清晰/反光", { used_90: 42, papers: 7 }), reason(2, "模糊", { used_90: 5, papers: 3 })]),
    reject_reason_merge: { papers: 3 },
  });
  draw(
    <>
      <RejectReasons onClose={() => undefined} />
      <FeedbackHost />
    </>,
    [may.elec],
  );
  fireEvent.click(await screen.findByRole("button", { name: "模糊的更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "合并到…" }));
  const dialog = (await screen.findByText("合并“模糊”")).closest<HTMLElement>(".ant-modal");
  if (!dialog) throw new Error("no dialog");
  expect(within(dialog).getByText(/常见原因的 3 份资料改用所选的原因，近90天的 5 次也计入那一条/)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: "合并" }));
  expect(stub.of("reject_reason_merge")).toEqual([]);
  fireEvent.mouseDown(await within(dialog).findByRole("combobox"));
  expect(screen.queryByTitle("模糊")).toBeNull();
  fireEvent.click(await screen.findByTitle("不清晰/反光"));
  fireEvent.click(within(dialog).getByRole("button", { name: "合并" }));
  await waitFor(() => expect(stub.of("reject_reason_merge")).toMatchObject([{ id: 2, version: 1, into_id: 1 }]));
});

it("a centre in use is not sent for disabling", async () => {
  const centre = {
    id: 1,
    name: "上海资料中心",
    contact: "收件组",
    mobile: "13800000000",
    address: { province_code: "310000", city_code: "310100", county_code: "310101", detail: "演示路1号" },
    address_text: "上海市黄浦区演示路1号",
    hours: "",
    note: "",
    used_count: 9,
    status: 1,
    version: 3,
    updated_at: "2026-11-20T02:00:00Z",
  };
  const stub = stubServer({ mail_centre_query: page([centre]) });
  draw(
    <>
      <MailCentres onClose={() => undefined} />
      <FeedbackHost />
    </>,
    [may.mail],
  );
  fireEvent.click(await screen.findByRole("button", { name: "上海资料中心的更多操作" }));
  expect(screen.queryByRole("menuitem", { name: "换到其他中心" })).toBeNull();
  fireEvent.click(await screen.findByRole("menuitem", { name: "禁用" }));
  await screen.findByText(/有9个在售商品让客户寄到这里/);
  expect(stub.of("mail_centre_disable")).toEqual([]);
});

it("quality shows the worst first with what the last edit did; a few verdicts give no rate", async () => {
  const paper = { id: 3, name: "银行流水", status: 1, reviewed_90: 50, rejected_90: 20, first_pass_rate: 0.6 };
  const edit = { text_at: "2026-10-20T02:00:00Z", before_rate: 0.5, before_reviewed: 20, after_rate: 0.8, after_reviewed: 30 };
  stubServer({
    elec_quality_get: {
      list: [{ ...paper, ...edit, reasons: [{ code: "seal", text: "缺少公章或签字", n: 12 }] }],
      at: "2026-11-20T18:20:00Z",
    },
    elec_review_get: { reviewed: 3, passed: 2, rate: null, reasons: [] },
  });
  draw(
    <>
      <PaperQuality noun="elec" onClose={() => undefined} />
      <PaperReview noun="elec" id={3} />
    </>,
    [may.elec],
  );
  const line = (await screen.findByRole("link", { name: "银行流水" })).closest("tr");
  expect(line?.textContent).toContain("60% (50)");
  expect(line?.textContent).toContain("50% (20) → 80% (30)+30 个百分点");
  expect(line?.textContent).toContain("缺少公章或签字 12");
  expect(await screen.findByText(/首次通过 2\/3，次数太少，先不算比例/)).toBeTruthy();
});
