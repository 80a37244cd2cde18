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
type Answers = Parameters<typeof stubServer>[0];

function open(search: string, answers: Answers = {}) {
  window.history.replaceState(null, "", `${LIST}${search}`);
  const stub = stubServer({
    supplier_parcel_query: pageOf(parcel()),
    supplier_parcel_stat_get: COUNTS,
    supplier_parcel_get: detail(),
    ...answers,
  });
  draw(<SupplierParcelList />, [may.supplier_logistics]);
  return stub;
}
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

it("今日应寄 is asked by the filters that fit people; the others are not there, and title and tab say one number", async () => {
  const stub = open("?tab=due&keyword=邱&type=2&purpose=submit&signed_at=last7d", {
    supplier_parcel_due_query: {
      date: "2026-11-20",
      suppliers: [
        { supplier_id: 3, supplier_name: "云程送签", people: [expected(1), expected(2), expected(3)], here: 3, missing: 0, parcel_nos: [] },
      ],
    },
  });
  await screen.findAllByText("护照 在我方");
  expect(stub.of("supplier_parcel_due_query")).toEqual([{ keyword: "邱" }]);
  expect(stub.of("supplier_parcel_query")[0]).not.toHaveProperty("type");
  expect(stub.of("supplier_parcel_query")[0]).toMatchObject({ tab: "due", keyword: "邱" });
  expect(screen.getByLabelText("生效的筛选").textContent).not.toContain("用途");
  expect(within(screen.getByLabelText("筛选")).queryByText("用途")).toBeNull();
  expect(screen.getByRole("tab", { name: /^今日应寄/ }).textContent).toBe("今日应寄3");
  expect(screen.getByTitle("符合筛选的条数").textContent).toBe("3");
});

it("装箱台: a scan after a colleague sealed the parcel is told with its tail and stays; nothing closes before it is read", async () => {
  let stage: "packing" | "sealed" = "packing";
  open("?parcel=WL261120000007&part=desk", {
    supplier_parcel_get: () => detail({ stage }),
    supplier_parcel_item_scan: () => {
      stage = "sealed";
      return new Refused(200, { ret: 9, msg: "交接单现在「待寄出」，请刷新后再试", body: { code: "state_changed" } });
    },
  });
  await screen.findByLabelText("扫描装箱");
  scan("E12345672");
  await waitFor(() => expect(screen.queryByLabelText("扫描装箱")).toBeNull());
  const told = "…5672 没有装入：交接单现在「待寄出」，请刷新后再试";
  expect(screen.getByText(told)).toBeTruthy();
  expect(sound.beep).toHaveBeenCalledTimes(1);
  const drawer = document.querySelector<HTMLElement>(".ant-drawer");
  fireEvent.keyDown(drawer ?? document.body, { key: "Escape", code: "Escape", keyCode: 27 });
  fireEvent.click(drawer?.querySelector(".ant-drawer-close") ?? document.body);
  expect(screen.getByText(told)).toBeTruthy();
  expect(window.location.search).toContain("parcel=WL261120000007");
  fireEvent.click(screen.getByRole("button", { name: "知道了" }));
  expect(screen.queryByText(told)).toBeNull();
  fireEvent.click(drawer?.querySelector(".ant-drawer-close") ?? document.body);
  await waitFor(() => expect(window.location.search).not.toContain("parcel="));
});

it("装箱台 says people as 人 and all that belongs in; 信息 says how it travels", async () => {
  const papers = ["护照原件", "白底彩色照片", "签证申请表签字件", "在职证明原件"];
  open("?parcel=WL261120000007&part=desk", {
    supplier_parcel_get: detail({ items: papers.map((name, n) => item(1, { id: 100 + n, name })), expected: [] }),
    supplier_parcel_item_scan: {
      outcome: "packed",
      applicant_id: 11,
      applicant_no: "V261120000001-01",
      packed: 1,
      missing: 18,
      version: 5,
    },
  });
  const tile = await screen.findByText(papers.join("、"));
  expect(tile.closest(".vd-two")).toBeNull();
  expect(screen.getByLabelText("装箱进度").textContent).toContain("缺 1 人");
  scan("E12345672");
  expect(await screen.findByText("V261120000001-01 已装，还缺 18 人")).toBeTruthy();
  cleanup();
  open("?parcel=WL261120000007", { supplier_parcel_get: detail({ mode: "express", carrier_code: null }) });
  expect(await screen.findByText("快递")).toBeTruthy();
});
