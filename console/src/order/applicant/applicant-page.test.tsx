import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import "../../screens.ts";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import { ApplicantPage } from "./applicant-page.tsx";
import type { Applicant } from "./applicant-model.ts";
import { applicant, file, material } from "./applicant-fixtures.ts";

beforeEach(() => window.history.replaceState(null, "", "/order/applicant-detail/7/71"));
afterEach(() => vi.unstubAllGlobals());

const EXPERT = [may.order_process, may.personal_reveal];
const moved = { id: 2, material_status: "passed", version: 4, applicant_status: "pre_review", applicant_version: 6 };

/** The page of one person; verdicts change the record as the server would. */
function open(
  record: Applicant = applicant(),
  codes: readonly number[] = EXPERT,
  answers: Parameters<typeof stubServer>[0] = {},
  admin = false,
) {
  let now = record;
  const judge = (status: "passed" | "rejected") => (b: Record<string, unknown>) => {
    now = {
      ...now,
      materials: now.materials.map((m) => (m.id === b["id"] ? { ...m, material_status: status, version: m.version + 1 } : m)),
    };
    return { ...moved, id: b["id"], material_status: status };
  };
  const stub = stubServer({
    applicant_get: () => now,
    presence_ping: { others: [] },
    country_get: [],
    order_log_query: { list: [], has_more: false },
    custody_query: { list: [] },
    file_link_get: { url: "/storage/private/x.jpg?e=1&s=2", content_type: "image/jpeg", filename: "x.jpg" },
    applicant_material_pass: judge("passed"),
    applicant_material_reject: judge("rejected"),
    applicant_material_seen: { ok: true },
    reject_reason_pick: {
      list: ["unclear", "corners", "seal"].map((code, i) => ({ id: i + 1, code, text: `原因${i + 1}`, advice: "", kinds: [1, 2, 4, 5] })),
    },
    ...answers,
  });
  draw(
    <>
      <ApplicantPage orderId={7} applicantId={71} admin={admin} />
      <FeedbackHost />
    </>,
    codes,
  );
  return stub;
}
const shown = (): string => screen.getByRole("navigation", { name: "资料" }).querySelector("[aria-current=true]")?.textContent ?? "";
const press = (key: string): void => void fireEvent.keyDown(window, { key });

it("opens at the first waiting item and asks for the private picture in the person's name", async () => {
  const stub = open();
  await screen.findByRole("heading", { name: "在职证明" });
  await waitFor(() =>
    expect(screen.getByAltText("在职证明 第1页").getAttribute("src")).toBe(
      "/storage/private/x.jpg?e=1&s=2&x-oss-process=image/resize,w_1600",
    ),
  );
  expect(screen.getByAltText("第1页").getAttribute("src")).toContain("image/resize,w_240");
  expect(stub.of("file_link_get")).toEqual([{ key: "private/material/2026/200000000.jpg", noun: "applicant", noun_id: 71 }]);
});

it("key 1 passes and the next waiting item comes by itself, over the kinds", async () => {
  const stub = open();
  await screen.findByRole("heading", { name: "在职证明" });
  press("1");
  await screen.findByRole("heading", { name: "银行流水" });
  press("1");
  await screen.findByRole("heading", { name: "证件照" });
  expect(stub.of("applicant_material_pass")).toEqual([
    { id: 2, version: 3 },
    { id: 3, version: 3, doc_date: "2026-11-10" },
  ]);
  expect(screen.getByRole("tab", { selected: true, name: /照片/ })).toBeTruthy();
});

it("key 2 asks for a reason by chip and words; nothing is sent without a reason", async () => {
  const stub = open();
  await screen.findByRole("heading", { name: "在职证明" });
  press("2");
  await screen.findByRole("group", { name: "不合格原因" });
  press("Enter");
  expect(stub.of("applicant_material_reject")).toEqual([]);
  press("3");
  fireEvent.change(screen.getByLabelText("说明"), { target: { value: "请加盖公章" } });
  press("Enter");
  await screen.findByRole("heading", { name: "银行流水" });
  expect(stub.of("applicant_material_reject")).toEqual([{ id: 2, version: 3, reject_code: "seal", reject_text: "请加盖公章" }]);
});

it("arrow keys go through the items of a kind and stop at its ends", async () => {
  open();
  await screen.findByRole("heading", { name: "在职证明" });
  press("ArrowLeft");
  expect(shown()).toContain("护照首页");
  press("ArrowLeft");
  expect(shown()).toContain("护照首页");
  press("ArrowRight");
  press("ArrowRight");
  press("ArrowRight");
  expect(shown()).toContain("银行流水");
});

it("a paper with an age limit cannot pass before its date is given", async () => {
  const stub = open(applicant({ materials: [material(3, "银行流水", { max_age_days: 30 })] }));
  await screen.findByRole("heading", { name: "银行流水" });
  press("1");
  expect(screen.getByRole("button", { name: "合格" }).hasAttribute("disabled")).toBe(true);
  expect(stub.of("applicant_material_pass")).toEqual([]);
});

it("a new file keeps its mark until the item was really looked at", async () => {
  const stub = open(applicant({ materials: [material(1, "护照首页", { files: [file(10, { is_new: true })] }), material(2, "在职证明")] }));
  await screen.findByRole("heading", { name: "护照首页" });
  expect(screen.getAllByText("新提交").length).toBeGreaterThan(0);
  expect(stub.of("applicant_material_seen")).toEqual([]);
  await waitFor(() => expect(stub.of("applicant_material_seen")).toEqual([{ id: 1 }]));
});

it("an earlier version stands beside the present one", async () => {
  open(
    applicant({
      materials: [
        material(2, "在职证明", { round: 1, files: [file(20, { superseded_at: "2026-11-18T05:00:00Z" }), file(21, { version_no: 2 })] }),
      ],
    }),
  );
  await screen.findByRole("heading", { name: "在职证明" });
  expect(screen.getByRole("figure", { name: "上一版" })).toBeTruthy();
  expect(screen.getByRole("figure", { name: "现在" })).toBeTruthy();
  fireEvent.click(screen.getByRole("switch"));
  expect(screen.queryByRole("figure", { name: "上一版" })).toBeNull();
});

it("the foot draws a refused move grey with what is missing", async () => {
  open();
  const foot = await screen.findByRole("region", { name: "下一步" });
  expect(within(foot).getByRole("button", { name: "预审通过" }).hasAttribute("disabled")).toBe(true);
  expect(within(foot).getByText("还有 2 项未审核：在职证明、银行流水")).toBeTruthy();
  expect(within(foot).getByRole("button", { name: "预审不通过" }).hasAttribute("disabled")).toBe(false);
});

it("review_reject lists what will be told to the customer", async () => {
  const stub = open(
    applicant({ materials: [material(2, "在职证明", { material_status: "rejected", reject_code: "seal", reject_text: "请加盖公章" })] }),
    EXPERT,
    { applicant_review_reject: new Refused(200, { ret: 2, msg: "补料已达3轮，请选择“无法办理”", body: { code: "guard_failed" } }) },
  );
  const foot = await screen.findByRole("region", { name: "下一步" });
  fireEvent.click(within(foot).getByRole("button", { name: "预审不通过" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("：请加盖公章", { exact: false })).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: "预审不通过" }));
  await waitFor(() => expect(stub.of("applicant_review_reject")).toEqual([{ id: 71, version: 5 }]));
  expect(await within(dialog).findByText("补料已达3轮，请选择“无法办理”")).toBeTruthy();
});

it.each<[number[]]>([[[may.order_process]], [[may.order_view]], [[may.order_view, may.operation_log]]])(
  "日志 is the person's timeline, whoever has him open: %s",
  async (codes) => {
    const stub = open(applicant(), codes, {}, codes.includes(may.order_view));
    fireEvent.click(await screen.findByRole("button", { name: "日志" }));
    await waitFor(() => expect(stub.of("order_log_query")).toContainEqual({ order_id: 7, applicant_id: 71 }));
  },
);

it("originals are counted in the dialog although the server still misses them", async () => {
  const stub = open(
    applicant({
      applicant_status: "awaiting_originals",
      next_move: "originals_pass",
      moves: [{ move: "originals_pass", ok: false, missing: "缺：护照×1" }],
      materials: [material(5, "护照", { kind: 2, is_original: true, material_status: "missing", holder: "customer", files: [] })],
    }),
    EXPERT,
    { applicant_originals_pass: { id: 71, applicant_status: "awaiting_submission", version: 6, order_status: "processing" } },
  );
  const foot = await screen.findByRole("region", { name: "下一步" });
  fireEvent.click(within(foot).getByRole("button", { name: "原件核对无误" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.change(within(dialog).getByLabelText("架位"), { target: { value: "A-03" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "原件核对无误" }));
  await waitFor(() =>
    expect(stub.of("applicant_originals_pass")).toEqual([{ id: 71, version: 5, counts: [{ material_id: 5, count: 1 }], slot: "A-03" }]),
  );
});

it("management looks without judging, and rolls back after seeing what is undone", async () => {
  const stub = open(
    applicant({
      applicant_status: "awaiting_submission",
      rollback_to: [
        { state: "none", label: "收资料中" },
        { state: "pre_review", label: "等待预审" },
      ],
      moves: [],
    }),
    [may.order_view, may.order_rollback, may.operation_log],
    {
      applicant_rollback_preview: { effects: ["供应商释放"], missing: null },
    },
    true,
  );
  const foot = await screen.findByRole("region", { name: "下一步" });
  expect(screen.queryByRole("button", { name: "合格" })).toBeNull();
  expect(screen.getByRole("button", { name: "日志" })).toBeTruthy();
  fireEvent.click(within(foot).getByRole("button", { name: "回退状态" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.mouseDown(within(dialog).getByLabelText("回退到"));
  const nearest = await screen.findByTitle("等待预审");
  // What undoes most is not the one that Enter would take.
  expect([...document.querySelectorAll(".ant-select-item-option")].map((o) => o.getAttribute("title"))).toEqual(["等待预审", "收资料中"]);
  fireEvent.click(nearest);
  await screen.findByText("供应商释放");
  expect(stub.of("applicant_rollback_preview")).toEqual([{ id: 71, to: "pre_review" }]);
});

it("masked values open only for those who may, one logged look each", async () => {
  const stub = open(applicant(), EXPERT, { applicant_reveal: { value: "E12341234" } });
  const card = await screen.findByRole("region", { name: "护照" });
  const line = within(card).getByText("E****1234").parentElement as HTMLElement;
  fireEvent.click(within(line).getByRole("button", { name: "查看完整内容" }));
  fireEvent.click(await screen.findByRole("button", { name: "核对资料" }));
  await screen.findByText("E12341234");
  expect(stub.of("applicant_reveal")).toEqual([{ id: 71, field: "passport_no", reason: "核对资料" }]);
});

it("without the code there is no eye", async () => {
  open(applicant(), [may.order_process]);
  await screen.findByRole("region", { name: "护照" });
  expect(screen.queryByRole("button", { name: "查看完整内容" })).toBeNull();
});

it.each([
  [true, 0],
  [false, 1],
])("without the right to identity papers no address of one is asked for (%s: %i)", async (is_identity, asked) => {
  const paper = material(9, "在职证明", { is_identity, files: [file(asked + 900)] });
  const stub = open(applicant({ materials: [paper] }), [may.order_view]);
  await screen.findByRole("heading", { name: "在职证明" });
  await waitFor(() => expect(stub.of("file_link_get")).toHaveLength(asked));
  expect(screen.queryAllByText(/^查看证件资料需要/)).toHaveLength(1 - asked);
});

it("a refused verdict stays at the item and says why", async () => {
  open(applicant(), EXPERT, {
    applicant_material_pass: new Refused(200, { ret: 2, msg: "状态已变化，请刷新后再试", body: { code: "state_changed" } }),
  });
  await screen.findByRole("heading", { name: "在职证明" });
  press("1");
  await screen.findByText("状态已变化，请刷新后再试");
  expect(shown()).toContain("在职证明");
});

it("machine-readable lines open the person's form filled", async () => {
  open(applicant({ nationality: "CN", passport_expiry_date: "2012-04-15" }));
  fireEvent.click(await screen.findByRole("button", { name: "机读码" }));
  fireEvent.change(await screen.findByLabelText("机读码"), {
    target: { value: "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10" },
  });
  await screen.findByText("性别与已填不一致");
  fireEvent.click(screen.getByRole("button", { name: "填入" }));
  expect(await screen.findByDisplayValue("ERIKSSON")).toBeTruthy();
  expect(screen.getByDisplayValue("L898902C3")).toBeTruthy();
});

it("who may only look at orders sees the identity and is not asked for it", async () => {
  const stub = open(
    applicant({ passport_issue_place: "杭州" }),
    [may.order_view],
    { applicant_update: { id: 2, applicant_status: "pre_review", version: 6, order_status: "processing" } },
    true,
  );
  fireEvent.click(await screen.findByText("修改"));
  expect(screen.queryByRole("button", { name: "机读码" })).toBeNull();
  await screen.findByText(/^修改姓名、.*护照号.*须有“订单处理”或“查看完整个人信息”$/);
  expect(screen.getByDisplayValue("杭州")).toHaveProperty("disabled", true);
  const line = screen.getByText("E****1234").parentElement as HTMLElement;
  expect(within(line).queryByRole("button", { name: "修改" })).toBeNull();
  fireEvent.change(screen.getByLabelText("邮箱"), { target: { value: "zhang@example.com" } });
  fireEvent.change(screen.getByLabelText("原因"), { target: { value: "客户来电更正" } });
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(stub.of("applicant_update")).toHaveLength(1));
  expect(Object.keys(stub.of("applicant_update")[0] ?? {})).toEqual(["id", "version", "email", "reason"]);
});
