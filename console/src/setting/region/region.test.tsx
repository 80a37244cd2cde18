import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { loadAddressLibrary } from "#kit/app/address-library.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import { tickPlace } from "./region-area.ts";
import { RegionAdd } from "./region-form.tsx";
import RegionList from "./region-list.tsx";

const LIBRARY = {
  86: { 320000: "江苏省", 330000: "浙江省" },
  320000: { 320100: "南京市", 320500: "苏州市" },
  330000: { 330100: "杭州市" },
};
const owner = (worker_name: string, more: object = {}) => ({
  region_owner_id: 7,
  name: "华东",
  worker_id: 3,
  worker_name,
  worker_enabled: true,
  ...more,
});
const none = { owner: null, cities: [], is_gap: true };
const cover = {
  bd_gaps: 1,
  cs_gaps: 1,
  list: [
    {
      province_code: "320000",
      province_name: "江苏省",
      bd: none,
      cs: {
        owner: owner("张三"),
        cities: [{ ...owner("李四", { region_owner_id: 8, worker_enabled: false }), area_code: "320500", area_name: "苏州市" }],
        is_gap: false,
      },
    },
    { province_code: "330000", province_name: "浙江省", bd: { owner: owner("王五"), cities: [], is_gap: false }, cs: none },
  ],
};
const row = {
  id: 7,
  kind: "cs",
  name: "华东",
  worker_id: 3,
  worker_name: "张三",
  worker_enabled: true,
  area_codes: ["320000"],
  area_text: "江苏省",
  from_date: "2026-01-01",
  to_date: null,
  note: "",
  region_state: "active",
  version: 2,
  updated_at: "2026-11-20T06:05:00Z",
};
const answers = {
  region_cover_get: cover,
  region_owner_query: {
    list: [{ ...row, peer_count: 12, peer_new: 2, peer_differing: 3 }],
    total: 1,
    total_capped: false,
    page: 1,
    page_size: 20,
    cursor: null,
  },
  worker_pick: { list: [] },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});
beforeEach(async () => {
  window.history.replaceState(null, "", "/setting/region/list?tab=cs");
  localStorage.setItem("vd_addr_url", "/storage/area.json");
  localStorage.setItem("vd_addr_lib", JSON.stringify(LIBRARY));
  await loadAddressLibrary("/storage/area.json");
});

it("lists one kind at a time; an end is asked with its last day", async () => {
  const stub = stubServer({ ...answers, region_owner_end: { ...row, to_date: "2026-11-30" } });
  draw(
    <>
      <RegionList />
      <FeedbackHost />
    </>,
    [may.region],
  );
  const line = (await screen.findByText("华东")).closest("tr");
  expect(line?.textContent).toContain("2026-01-01 至 长期");
  expect(line?.textContent).toContain("生效中");
  // Whoever may not transfer is not sent there.
  expect([line?.textContent.includes("12"), line?.textContent.includes("去批量转移")]).toEqual([true, false]);
  expect(stub.of("region_owner_query")[0]).toMatchObject({ kind: "cs" });
  expect(screen.getByRole("button", { name: "新增客服负责人" })).toBeTruthy();
  fireEvent.click(within(line as HTMLElement).getByRole("button", { name: "结束" }));
  const dialog = (await screen.findByText("结束“华东”")).closest<HTMLElement>("[role=dialog]") as HTMLElement;
  fireEvent.click(within(dialog).getByRole("button", { name: "结束" }));
  await waitFor(() => expect(stub.of("region_owner_end")[0]).toMatchObject({ id: 7, version: 2 }));
});

it("the cover table shows gaps, cities listed alone and disabled owners; ticked gaps can be filled", async () => {
  window.history.replaceState(null, "", "/setting/region/list?tab=cover");
  stubServer(answers);
  draw(<RegionList />, [may.region]);
  const jiangsu = (await screen.findByRole("rowheader", { name: "江苏省" })).closest("tr") as HTMLElement;
  expect(jiangsu.textContent).toContain("无人负责");
  expect(jiangsu.textContent).toContain("单列 苏州市 李四已停用");
  expect(screen.getByText("商务缺 1 省")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /新增/ })).toBeNull();
  fireEvent.click(screen.getByRole("checkbox", { name: "选择江苏省商务缺口" }));
  expect(screen.getByRole("button", { name: "为 1 省新增商务负责人" })).toBeTruthy();
});

it("a province whose cities are listed alone can be ticked for the rest of it; the day stays in the address", async () => {
  const alone = { ...none, cities: [{ ...owner("李四"), area_code: "320500", area_name: "苏州市" }] };
  const list = cover.list.map((p) => (p.province_code === "320000" ? { ...p, bd: alone } : p));
  window.history.replaceState(null, "", "/setting/region/list?tab=cover&worker_id=3&date=2026-12-01");
  const stub = stubServer({ ...answers, region_cover_get: { ...cover, list } });
  draw(<RegionList />, [may.region]);
  fireEvent.click(await screen.findByRole("checkbox", { name: "选择江苏省商务缺口" }));
  expect(screen.getByRole("button", { name: "为 1 省新增商务负责人" })).toBeTruthy();
  expect(stub.of("region_cover_get")).toEqual([{ date: "2026-12-01" }]);
  const day = screen.getByLabelText("日期");
  fireEvent.mouseDown(day);
  fireEvent.change(day, { target: { value: "2026-12-09" } });
  fireEvent.keyDown(day, { key: "Enter", code: "Enter" });
  await waitFor(() => expect(stub.of("region_cover_get").at(-1)).toEqual({ date: "2026-12-09" }));
  expect(window.location.search).toBe("?tab=cover&worker_id=3&date=2026-12-09");
  fireEvent.click(screen.getByRole("tab", { name: "商务负责人" }));
  expect(await screen.findByText("华东")).toBeTruthy();
  expect(stub.of("region_owner_query").at(-1)).toMatchObject({ kind: "bd", worker_id: [3] });
});

it("setting 24: places of others are grey with their owner; what is missing is said", async () => {
  window.history.replaceState(null, "", "/setting/region/cs/add?areas=330000");
  const stub = stubServer(answers);
  draw(
    <>
      <RegionAdd kind="cs" />
      <FeedbackHost />
    </>,
    [may.region],
  );
  const taken = await screen.findByRole("checkbox", { name: /江苏省/ });
  await waitFor(() => expect((taken as HTMLInputElement).disabled).toBe(true));
  expect(taken.closest("label")?.textContent).toContain("张三");
  const free = screen.getByRole<HTMLInputElement>("checkbox", { name: /浙江省/ });
  expect([free.checked, free.disabled]).toEqual([true, false]);
  fireEvent.click(screen.getByRole("button", { name: "江苏省的城市" }));
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /苏州市/ }).disabled).toBe(true);
  fireEvent.click(screen.getByRole("checkbox", { name: /南京市/ }));
  expect(await screen.findByText(/已选 1 省、单列 1 市/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText("搜索省市"), { target: { value: "南京" } });
  await waitFor(() => expect([...document.querySelectorAll("mark")].map((m) => m.textContent)).toEqual(["南京"]));
  fireEvent.change(screen.getByLabelText("搜索省市"), { target: { value: "" } });
  fireEvent.click(screen.getByRole("checkbox", { name: /浙江省/ }));
  fireEvent.click(screen.getByRole("checkbox", { name: /南京市/ }));
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  for (const words of ["请输入区域名称", "请选择负责人", "请选择负责区域"]) expect(await screen.findByText(words)).toBeTruthy();
  expect(stub.of("region_owner_add")).toEqual([]);
});

it("a whole province takes in its cities", () => {
  const provinces = [{ code: "320000", name: "江苏省", cities: [{ code: "320500", name: "苏州市" }] }];
  expect(tickPlace(["320500", "330000"], "320000", true, provinces)).toEqual(["330000", "320000"]);
  expect(tickPlace(["320000"], "320000", false, provinces)).toEqual([]);
  expect(tickPlace(["330000"], "320500", true, provinces)).toEqual(["330000", "320500"]);
});
