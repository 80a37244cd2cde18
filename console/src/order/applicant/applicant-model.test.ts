import { expect, it } from "vitest";
import { applicantSteps, kindTabs, materialsClosed, nextWaiting } from "./applicant-model.ts";
import { applicant, file, material } from "./applicant-fixtures.ts";
import { pagesFor } from "../material/material-upload.ts";
import { mrzClashes } from "./applicant-mrz.tsx";
import { feeMatrix } from "../order/order-money.tsx";
import { orderSteps } from "../order/order-page.tsx";
import { order } from "../order/order-fixtures.ts";

it("kinds carry what waits and what was rejected, absent kinds are left out", () => {
  expect(kindTabs(applicant().materials)).toEqual([
    { kind: 1, label: "电子", total: 3, waiting: 2, rejected: 0 },
    { kind: 4, label: "照片", total: 1, waiting: 1, rejected: 0 },
  ]);
});

it("after the last item the search goes on from the first, never back to the same one", () => {
  const list = [material(1, "a"), material(2, "b", { material_status: "passed" }), material(3, "c")];
  expect(nextWaiting(list, { id: 3, kind: 1 })?.id).toBe(1);
  expect(nextWaiting([material(3, "c")], { id: 3, kind: 1 })).toBeNull();
  expect(nextWaiting([material(3, "c"), material(4, "d", { kind: 5 })], { id: 3, kind: 1 })?.id).toBe(4);
});

it("new pages stand behind the present ones, a rejected item starts anew, the limit is said", () => {
  const many = material(1, "流水", { page_type: 1, max_pages: 3, files: [file(1), file(2, { page_no: 2 })] });
  expect(pagesFor(many, 1)).toEqual([3]);
  expect(pagesFor(many, 2)).toBe("流水最多3页，已有2页");
  expect(pagesFor({ ...many, material_status: "rejected" }, 2)).toEqual([1, 2]);
  expect(pagesFor(many, 1, 2)).toEqual([2]);
  expect(pagesFor(material(1, "护照"), 2)).toBe("护照只需上传一页");
});

it("papers are closed once submitted, held or cancelled", () => {
  expect(materialsClosed(applicant())).toBeNull();
  expect(materialsClosed(applicant({ applicant_status: "in_embassy" }))).toBe("已送签或已结束，资料不可修改");
  expect(materialsClosed(applicant({ held_at: "2026-11-18T02:00:00Z", hold_reason: "客户出差" }))).toBe("已挂起：客户出差");
});

it("the path leaves out what the product does not have", () => {
  expect(applicantSteps(applicant()).map((s) => `${s.label} ${s.state}`)).toEqual([
    "收资料 done",
    "预审 now",
    "收原件 wait",
    "送签 wait",
    "使馆审核 wait",
    "出结果 wait",
    "寄回 wait",
  ]);
  expect(applicantSteps(applicant({ applicant_status: "refused" })).at(-2)?.state).toBe("stopped");
});

it("each step shows its own time: whose turn it is changes none, the hand-back stands in a step of its own", () => {
  const span = (status: "in_embassy" | "issued", party: "embassy" | "us" | "courier", entered_at: string, left_at: string | null) => ({
    status,
    party,
    entered_at,
    left_at,
    work_minutes: null,
    hold_minutes: 0,
    is_rolled_back: false,
  });
  const result_at = "2026-11-18T02:00:00Z";
  const handed_back_at = "2026-11-20T03:30:00Z";
  const spans = [
    span("in_embassy", "embassy", "2026-11-10T02:00:00Z", result_at),
    span("issued", "us", result_at, handed_back_at),
    span("issued", "courier", handed_back_at, null),
  ];
  const steps = applicantSteps(applicant({ applicant_status: "issued", result_at, handed_back_at, spans }));
  expect(steps.slice(-3).map((s) => [s.label, s.state, s.note])).toEqual([
    ["使馆审核", "done", "11-10 10:00"],
    ["出结果", "done", "11-18 10:00"],
    ["寄回", "done", "11-20 11:30"],
  ]);
});

it("the fee matrix adds up at both edges", () => {
  const { kinds, rows, totals } = feeMatrix(order().fees, order().people);
  expect(kinds).toEqual(["service", "embassy", "centre", "protection"]);
  expect(rows.map((r) => r.payable)).toEqual([142800, 142800]);
  expect(totals).toEqual({ service: 98000, embassy: 144000, centre: 24000, protection: 19600 });
  const express = {
    id: 99,
    applicant_id: null,
    kind: "express" as const,
    amount: 2300,
    discount_share: 0,
    payable: 2300,
    is_official_paid: false,
    refunded: 0,
    diff_no: null,
  };
  expect(feeMatrix([...order().fees, express], order().people).rows.at(-1)).toMatchObject({ name: "整单", payable: 2300 });
});

it("an order that collects papers before paying does not show the payment as done", () => {
  const steps = (o: Parameters<typeof order>[0]) => orderSteps(order(o)).map((s) => s.state);
  expect(steps({ order_status: "pending_upload", paid_at: null, pay_status: "unpaid" })).toEqual([
    "done",
    "wait",
    "now",
    "wait",
    "wait",
    "wait",
    "wait",
  ]);
  expect(steps({ order_status: "completed", completed_at: "2026-12-01T00:00:00Z" }).at(-1)).toBe("done");
  expect(steps({ order_status: "cancelled", paid_at: null })).toEqual(["done", "wait", "wait", "wait", "wait", "wait", "wait"]);
});

it("machine-readable lines name what they contradict", () => {
  const mrz = {
    surname_en: "A",
    given_name_en: "B",
    passport_no: "E12345678",
    nationality: "CHN",
    birth_date: "1990-01-01",
    gender: "male" as const,
    passport_expiry_date: "2030-01-01",
    personal_no: "",
  };
  expect(mrzClashes(applicant(), mrz)).toEqual([]);
  expect(mrzClashes(applicant({ passport_expiry_date: "2031-01-01" }), mrz)).toEqual(["有效期与已填不一致（已填 2031-01-01）"]);
});
