import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import * as feedback from "#kit/app/feedback.ts";
import { clearPreferences } from "#kit/app/preference.ts";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import * as sound from "../supplier-parcel-packing/beep.ts";
import { COUNTS, detail, expected, item, pageOf, parcel } from "./parcel-fixtures.ts";
import SupplierParcelList from "./supplier-parcel-list.tsx";

type Answers = Parameters<typeof stubServer>[0];

function open(search: string, answers: Answers = {}, codes: readonly number[] = []) {
  window.history.replaceState(null, "", `/supplier/logistics/list${search}`);
  const stub = stubServer({
    supplier_parcel_query: pageOf(parcel()),
    supplier_parcel_stat_get: COUNTS,
    supplier_parcel_get: detail(),
    ...answers,
  });
  draw(<SupplierParcelList />, [may.supplier_logistics, ...codes]);
  return stub;
}
const scan = (code: string): void => {
  const box = screen.getByLabelText("扫描装箱");
  fireEvent.change(box, { target: { value: code } });
  fireEvent.keyDown(box, { key: "Enter" });
};
const refusal = (msg: string): Refused => new Refused(200, { ret: 42, msg, body: { code: "guard_failed" } });

beforeEach(() => vi.spyOn(sound, "beep").mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  clearPreferences();
  vi.unstubAllGlobals();
});

it("改日期 shows the day that stands", async () => {
  open("?parcel=WL261120000007&part=desk");
  fireEvent.click(await screen.findByRole("button", { name: "改日期" }));
  expect(await screen.findByText(/^现在计划 2026-11-24 送签。/)).toBeTruthy();
});

it("a refused scan's line goes with its cause: the person taken out, packed after all, the desk left", async () => {
  const no = "V261120000001-02";
  let msg = `${no} 已改派，请移出`;
  open("?parcel=WL261120000007&part=desk", {
    supplier_parcel_get: detail({ items: [item(2, { moved_to: "远航" })], expected: [] }),
    supplier_parcel_item_scan: (b) =>
      b["code"] === "E1"
        ? { outcome: "packed", applicant_id: 13, applicant_no: "V261120000001-03", packed: 1, missing: 0, version: 5 }
        : refusal(msg),
    supplier_parcel_item_remove: parcel(),
  });
  await screen.findByLabelText("扫描装箱");
  scan(no);
  await screen.findByText(msg);
  vi.spyOn(feedback, "confirm").mockResolvedValue(true);
  fireEvent.click(within(screen.getByRole("list", { name: "装箱名单" })).getByRole("button", { name: "移出" }));
  await waitFor(() => expect(screen.queryByText(msg)).toBeNull());
  msg = "V261120000001-03 原件未登记收到，请先登记收件";
  scan("4401");
  await screen.findByText(msg);
  scan("E1");
  await waitFor(() => expect(screen.queryByText(msg)).toBeNull());
  msg = "不在应寄名单：4402";
  scan("4402");
  await screen.findByText(msg);
  fireEvent.click(screen.getByRole("tab", { name: "信息" }));
  await waitFor(() => expect(screen.queryByText(msg)).toBeNull());
});

it("清点: the row that lacks its note is marked and its field under the cursor; the words name person and item", async () => {
  open("", {
    supplier_parcel_query: pageOf(parcel({ stage: "signed" })),
    supplier_parcel_get: detail({ stage: "signed", items: [item(1), item(2)] }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "清点" }));
  const two = await screen.findByRole("radiogroup", { name: "张二护照清点结果" });
  fireEvent.click(await screen.findByRole("button", { name: /清点完成$/ }));
  expect(document.activeElement?.closest("tr")?.textContent).toContain("张一");
  fireEvent.click(within(two).getByRole("radio", { name: "缺少" }));
  fireEvent.click(screen.getByRole("button", { name: "其余全部无误" }));
  const note = screen.getByLabelText("张二护照说明");
  await waitFor(() => {
    fireEvent.click(screen.getByRole("button", { name: /清点完成$/ }));
    expect(document.activeElement).toBe(note);
  });
  expect([note.getAttribute("aria-invalid"), note.closest("tr")?.className]).toEqual(["true", expect.stringContaining("is-refused")]);
  expect(screen.getAllByText("张二的护照：请填写说明").length).toBeGreaterThan(0);
});

it("今日应寄 offers no sheet, which would hold parcels and not the people it shows; the other tabs do", async () => {
  open("?tab=due", {
    supplier_parcel_due_query: {
      date: "2026-11-20",
      suppliers: [{ supplier_id: 3, supplier_name: "云程送签", people: [expected(1)], here: 1, missing: 0, parcel_nos: [] }],
    },
  });
  await screen.findByText("护照 在我方");
  expect(screen.queryByRole("button", { name: "导出" })).toBeNull();
  fireEvent.click(screen.getByRole("tab", { name: /^装箱中/ }));
  expect(await screen.findByRole("button", { name: "导出" })).toBeTruthy();
});

it("until the figures are read neither head nor tabs say 0", async () => {
  let answer: (counts: unknown) => void = () => undefined;
  open("", { supplier_parcel_stat_get: () => new Promise((resolve) => (answer = resolve)) });
  await screen.findByText("WL261120000007");
  const figure = (label: string): string | null => screen.getByRole("button", { name: new RegExp(`^${label}`) }).textContent;
  expect([figure("包裹"), figure("护照"), figure("在途 >3 天"), figure("差异未处理")]).toEqual([
    "包裹 —",
    "护照 —",
    "在途 >3 天 —",
    "差异未处理 —",
  ]);
  expect(screen.getByRole("tab", { name: /^在途/ }).textContent).toBe("在途");
  answer(COUNTS);
  await waitFor(() => expect(figure("包裹")).toBe("包裹 8"));
});

it("打印（完整护照号）carries whom the courier calls; 供应商来件清单 names no version", async () => {
  vi.stubGlobal("print", vi.fn());
  const came = detail({ type: 5, stage: "signed", phone_text: "139****1000", list_version: 0 });
  const full_party = { name: "陈收发", phone: "13912341000" };
  open("?parcel=WL261120000007", { supplier_parcel_get: came, supplier_parcel_print: { ...came, full_numbers: [], full_party } }, [
    may.personal_reveal,
  ]);
  fireEvent.click(await screen.findByRole("button", { name: "更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "打印（完整护照号）" }));
  await waitFor(() => expect(document.querySelector(".vd-print-only")?.textContent).toContain("供应商来件清单"));
  const paper = document.querySelector(".vd-print-only")?.textContent ?? "";
  expect(paper).toContain("陈收发　电话：13912341000");
  expect(paper).not.toMatch(/第 \d+ 版|139\*{4}/);
});

it("pages of each list on paper count from one, under its own number", async () => {
  vi.stubGlobal("print", vi.fn());
  const [one, two] = [7, 8].map((id) => detail({ id, parcel_no: `WL26112000000${id}`, stage: "sealed", list_version: 1 }));
  open("", {
    supplier_parcel_query: pageOf(parcel({ stage: "sealed" }), parcel({ id: 8, parcel_no: "WL261120000008", stage: "sealed" })),
    supplier_parcel_print: (b) => ({ ...(b["id"] === 7 ? one : two), full_numbers: [], full_party: null }),
  });
  await screen.findByText("WL261120000008");
  for (const box of screen.getAllByRole("checkbox").slice(1)) fireEvent.click(box);
  fireEvent.click(await screen.findByRole("button", { name: "打印" }));
  await waitFor(() => expect(document.querySelectorAll(".sp-sheet")).toHaveLength(2));
  const rules = document.querySelector(".vd-print-only style")?.textContent ?? "";
  const counted = [...rules.matchAll(/counter-increment: (\S+);[^}]*content: "(\S+) 第 " counter\((\S+)\)/g)].map(([, ...found]) => found);
  expect(counted).toEqual([
    ["parcel-0", "WL261120000007", "parcel-0"],
    ["parcel-1", "WL261120000008", "parcel-1"],
  ]);
});
