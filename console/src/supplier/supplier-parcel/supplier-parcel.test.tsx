import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { clearPreferences } from "#kit/app/preference.ts";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import * as sound from "../supplier-parcel-packing/beep.ts";
import { COUNTS, detail, expected, item, pageOf, parcel } from "./parcel-fixtures.ts";
import SupplierParcelList from "./supplier-parcel-list.tsx";

const LIST = "/supplier/logistics/list";
const AT = "2026-11-20T01:30:00Z";
type Answers = Parameters<typeof stubServer>[0];

function open(search: string, answers: Answers = {}, codes: readonly number[] = []) {
  window.history.replaceState(null, "", `${LIST}${search}`);
  const stub = stubServer({
    supplier_parcel_query: pageOf(parcel()),
    supplier_parcel_stat_get: COUNTS,
    supplier_parcel_get: detail(),
    ...answers,
  });
  draw(<SupplierParcelList />, [may.supplier_logistics, ...codes]);
  return stub;
}
/** antd names its windows by their title's words alone. */
const windowOf = async (title: RegExp): Promise<HTMLElement> => {
  const head = await screen.findByText(title, { selector: ".ant-modal-title" });
  return head.closest<HTMLElement>(".ant-modal") ?? head;
};
const scan = (code: string): void => {
  const box = screen.getByLabelText("扫描装箱");
  fireEvent.change(box, { target: { value: code } });
  fireEvent.keyDown(box, { key: "Enter" });
};

beforeEach(() => vi.spyOn(sound, "beep").mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  clearPreferences();
  vi.unstubAllGlobals();
});

it("opens on 待处理, says until when a parcel must be sealed, and each figure of the head narrows the list", async () => {
  const stub = open("");
  await screen.findByText("WL261120000007");
  expect(stub.of("supplier_parcel_query")[0]).toMatchObject({ tab: "todo" });
  expect(screen.getByText("可赶 11-24，错过 11-26")).toBeTruthy();
  expect(screen.getByRole("tab", { name: /^在途/ }).textContent).toBe("在途4");
  fireEvent.click(screen.getByRole("button", { name: "在途 >3 天 2" }));
  await waitFor(() => expect(stub.of("supplier_parcel_query").at(-1)).toMatchObject({ tab: "in_transit", is_late: true }));
  fireEvent.click(screen.getByRole("button", { name: "差异未处理 1" }));
  await waitFor(() => expect(stub.of("supplier_parcel_query").at(-1)).toMatchObject({ tab: "all", stage: ["exception"] }));
});

it("今日应寄 shows each original here or missing; 一键建单 takes what lies here and is on no list", async () => {
  const away = expected(2, {
    originals: [{ material_id: 1002, name: "护照", count: 1, is_here: false, is_passport: true, parcel_no: null }],
  });
  const stub = open("?tab=due", {
    supplier_parcel_due_query: {
      date: "2026-11-20",
      suppliers: [{ supplier_id: 3, supplier_name: "云程送签", people: [expected(1), away], here: 1, missing: 1, parcel_nos: [] }],
    },
    supplier_parcel_add: parcel({ parcel_no: "WL261120000008" }),
  });
  await screen.findByText("护照 在我方");
  expect(screen.getByText("护照 未到")).toBeTruthy();
  vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  fireEvent.click(screen.getByRole("button", { name: "一键建单 1 件" }));
  await waitFor(() => expect(stub.of("supplier_parcel_add")).toHaveLength(1));
  expect(stub.of("supplier_parcel_add")[0]).toMatchObject({
    supplier_id: 3,
    planned_send_on: "2026-11-20",
    items: [{ applicant_id: 11, material_id: 1001, name: "护照", count: 1 }],
  });
});

it("装箱台: scans in a row are all sent, a tile turns green, a wrong one beeps and its reason stays", async () => {
  const packed = new Set([11]);
  const answer = () => detail({ items: [1, 2, 3].map((n) => item(n, { packed_at: packed.has(10 + n) ? AT : null })), expected: [] });
  const stub = open("?parcel=WL261120000007&part=desk", {
    supplier_parcel_get: answer,
    supplier_parcel_item_scan: (b) => {
      if (b["code"] === "G9")
        return new Refused(200, { ret: 42, msg: "V261120000009-01 领区与批次不符", body: { code: "district_mismatch" } });
      const who = b["code"] === "E12345672" ? 12 : 13;
      packed.add(who);
      return {
        outcome: "packed",
        applicant_id: who,
        applicant_no: `V261120000001-0${who - 10}`,
        packed: packed.size,
        missing: 3 - packed.size,
        version: 5,
      };
    },
  });
  const tiles = await screen.findByRole("list", { name: "装箱名单" });
  expect(document.activeElement).toBe(screen.getByLabelText("扫描装箱"));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "封箱" }).disabled).toBe(true);
  for (const code of ["Ｅ１２３４５６７２", "g9", "E12345673"]) scan(code);
  await waitFor(() => expect(within(tiles).getAllByText("已装")).toHaveLength(3));
  expect(stub.of("supplier_parcel_item_scan").map((b) => b["code"])).toEqual(["E12345672", "G9", "E12345673"]);
  expect(screen.getByText("V261120000009-01 领区与批次不符")).toBeTruthy();
  expect(sound.beep).toHaveBeenCalledTimes(1);
  expect(screen.getByLabelText("装箱进度").textContent).toContain("错领区 1");
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "封箱" }).disabled).toBe(false));
});

it("a key pressed anywhere else reaches the scan field", async () => {
  open("?parcel=WL261120000007&part=desk");
  const box = await screen.findByLabelText("扫描装箱");
  const print = screen.getByRole("button", { name: "打印交接单" });
  print.focus();
  fireEvent.keyDown(print, { key: "E" });
  expect(document.activeElement).toBe(box);
});

it("a missing one is moved to another day in its place", async () => {
  const stub = open("?parcel=WL261120000007&part=desk", { supplier_parcel_item_remove: parcel() });
  fireEvent.click(await screen.findByRole("button", { name: "改日期" }));
  const field = await screen.findByLabelText("改到");
  fireEvent.mouseDown(field);
  fireEvent.change(field, { target: { value: "2026-11-27" } });
  fireEvent.keyDown(field, { key: "Enter" });
  fireEvent.click(screen.getByRole("button", { name: "移出并改日期" }));
  await waitFor(() =>
    expect(stub.of("supplier_parcel_item_remove")).toEqual([{ id: 7, version: 4, item_ids: [102], planned_date: "2026-11-27" }]),
  );
});

it("封箱 sends the number that was counted", async () => {
  const stub = open("?parcel=WL261120000007&part=desk", {
    supplier_parcel_get: detail({ items: [item(1, { packed_at: AT })], expected: [], acts: [{ act: "cancel", ok: true, missing: null }] }),
    supplier_parcel_seal: new Refused(200, { ret: 43, msg: "护照数不符：清单 12，清点 11", body: { code: "count_mismatch" } }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "封箱" }));
  fireEvent.change(await screen.findByLabelText("清点护照数"), { target: { value: "11" } });
  const dialog = await windowOf(/封箱 WL261120000007/);
  fireEvent.click(within(dialog).getByRole("button", { name: "封箱" }));
  expect(await within(dialog).findByText("护照数不符：清单 12，清点 11")).toBeTruthy();
  expect(stub.of("supplier_parcel_seal")[0]).toMatchObject({ id: 7, version: 4, passport_count: 11 });
});

it("封箱 names who is expected and stays behind, and sends that it was confirmed", async () => {
  const stub = open("?parcel=WL261120000007&part=desk", {
    supplier_parcel_get: detail({ items: [item(1, { packed_at: AT })], expected: [expected(1), expected(2)] }),
    supplier_parcel_seal: parcel({ stage: "sealed" }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "封箱" }));
  const dialog = await windowOf(/封箱 WL261120000007/);
  expect(within(dialog).getByText("还有 1 位应寄申请人不在清单：张二 E****0002")).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText("清点护照数"), { target: { value: "1" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "封箱" }));
  expect(await within(dialog).findByText("请装入，或确认本次不寄")).toBeTruthy();
  expect(stub.of("supplier_parcel_seal")).toHaveLength(0);
  fireEvent.click(within(dialog).getByLabelText("其余应寄申请人本次不寄"));
  fireEvent.click(within(dialog).getByRole("button", { name: "封箱" }));
  await waitFor(() => expect(stub.of("supplier_parcel_seal")[0]).toMatchObject({ passport_count: 1, confirm_missing: true }));
});

it("what is sealed keeps its contact: the form no longer asks for it", async () => {
  for (const [stage, asks] of [
    ["packing", true],
    ["sealed", false],
  ] as const) {
    open("?parcel=WL261120000007", { supplier_parcel_get: detail({ stage }), supplier_contact_query: { list: [] } });
    fireEvent.click(await screen.findByRole("button", { name: "更多操作" }));
    fireEvent.click(await screen.findByText("编辑"));
    const dialog = await windowOf(/编辑 WL261120000007/);
    expect(within(dialog).queryByLabelText("收/寄件人") !== null).toBe(asks);
    cleanup();
  }
});

it("清点 sends a verdict for every item", async () => {
  const signed = detail({ stage: "signed", items: [item(1), item(2)] });
  const stub = open("", {
    supplier_parcel_query: pageOf(parcel({ stage: "signed" })),
    supplier_parcel_get: signed,
    supplier_parcel_count: parcel({ stage: "exception" }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "清点" }));
  const two = await screen.findByRole("radiogroup", { name: "张二护照清点结果" });
  fireEvent.click(within(two).getByRole("radio", { name: "缺少" }));
  fireEvent.change(await screen.findByLabelText("张二护照说明"), { target: { value: "信封里没有" } });
  expect(screen.getByText("还有 1 件未清点")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "其余全部无误" }));
  fireEvent.click(screen.getByRole("button", { name: "清点完成" }));
  await waitFor(() => expect(stub.of("supplier_parcel_count")).toHaveLength(1));
  expect(stub.of("supplier_parcel_count")[0]).toMatchObject({
    id: 7,
    version: 4,
    verdicts: [
      { item_id: 101, verdict: "ok" },
      { item_id: 102, verdict: "missing", issue_note: "信封里没有", issue_files: [] },
    ],
  });
});

it("差异处理 settles each issue", async () => {
  const stub = open("", {
    supplier_parcel_query: pageOf(parcel({ stage: "exception" })),
    supplier_parcel_get: detail({
      stage: "exception",
      items: [item(1, { verdict: "ok" }), item(2, { verdict: "missing", issue_note: "没有" })],
    }),
    supplier_parcel_resolve: parcel({ stage: "done" }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "差异处理" }));
  fireEvent.mouseDown(await screen.findByLabelText("张二护照处理"));
  fireEvent.click(await screen.findByTitle("已找到"));
  fireEvent.change(screen.getByLabelText("张二护照处理说明"), { target: { value: "在夹层" } });
  fireEvent.click(screen.getByRole("button", { name: "处理完成" }));
  await waitFor(() =>
    expect(stub.of("supplier_parcel_resolve")[0]).toMatchObject({
      rows: [{ item_id: 102, resolution: "found", resolution_note: "在夹层" }],
    }),
  );
});

it("寄出 by hand asks for proof in place of a waybill", async () => {
  const stub = open("", { supplier_parcel_query: pageOf(parcel({ stage: "sealed", mode: "internal", list_version: 1 })) });
  fireEvent.click(await screen.findByRole("button", { name: "寄出" }));
  const dialog = await windowOf(/寄出 WL261120000007/);
  expect(within(dialog).queryByLabelText("运单号")).toBeNull();
  fireEvent.click(within(dialog).getByRole("button", { name: "寄出" }));
  expect(await within(dialog).findByText("请上传交接凭证")).toBeTruthy();
  expect(stub.of("supplier_parcel_send")).toEqual([]);
});

it("打印交接单: one row a person, totals, boxes; a void version says so; full numbers only for who may see them", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  const printed = detail({
    list_version: 2,
    items: [item(1), item(1, { id: 150, name: "户口本", is_passport: false, count: 2 }), item(2)],
    prints: [{ list_version: 2, with_numbers: true, printed_by_name: "周宁", printed_at: AT, is_void: true }],
  });
  const stub = open(
    "?parcel=WL261120000007&part=prints",
    {
      supplier_parcel_get: printed,
      supplier_parcel_print: { ...printed, full_numbers: [{ item_id: 101, number: "E12340001" }], full_party: null },
    },
    [may.personal_reveal],
  );
  fireEvent.click(await screen.findByRole("button", { name: "更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "打印（完整护照号）" }));
  await waitFor(() => expect(print).toHaveBeenCalled());
  expect(stub.of("supplier_parcel_print")).toEqual([{ id: 7, with_numbers: true }]);
  const paper = document.querySelector(".vd-print-only")?.textContent ?? "";
  for (const words of [
    "已作废",
    "原件交接单 WL261120000007",
    "第 2 版",
    "打印日期：2026-11-20",
    "护照×1、户口本×2",
    "E12340001",
    "E****0002",
    "共 2 人，护照 2 本，合计 4 件",
    "交出人",
    "接收人",
  ])
    expect(paper).toContain(words);
  expect(paper).not.toContain("E****0001");
});

it("登记签收 of several lists those that were refused", async () => {
  const stub = open("", {
    supplier_parcel_query: pageOf(
      parcel({ stage: "in_transit", sent_at: AT }),
      parcel({ id: 8, parcel_no: "WL261120000008", stage: "in_transit" }),
    ),
    supplier_parcel_sign_batch: {
      results: [
        { id: 7, ok: true, msg: "" },
        { id: 8, ok: false, msg: "没有轨迹，请上传凭证" },
      ],
      done: 1,
    },
  });
  await screen.findByText("WL261120000008");
  for (const box of screen.getAllByRole("checkbox").slice(1)) fireEvent.click(box);
  fireEvent.click(await screen.findByRole("button", { name: "登记签收" }));
  fireEvent.change(await screen.findByLabelText("签收人"), { target: { value: "前台" } });
  const dialog = await windowOf(/登记签收 2 单/);
  fireEvent.click(within(dialog).getByRole("button", { name: "登记签收" }));
  await waitFor(() => expect(stub.of("supplier_parcel_sign_batch")[0]).toMatchObject({ ids: [7, 8], signed_by: "前台" }));
});
