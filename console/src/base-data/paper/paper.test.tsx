import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { paste } from "../../testing/paste.ts";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import "../../screens.ts";
import "#shared/pickers.ts";
import ElecAdd from "./elec-add.tsx";
import ElecEdit from "./elec-edit.tsx";
import ElecList from "./elec-list.tsx";
import { jsonOf, rowsOf } from "./paper-bulk.ts";

const paper = {
  id: 7,
  name: "近6个月银行流水",
  category: 4,
  sub_type: "salary",
  identities: ["employed"],
  country_ids: [],
  country_names: [],
  requirement: "银行盖章",
  samples_good: [],
  samples_bad: [],
  check_points: ["银行盖章"],
  reason_ids: [],
  max_age_days: 30,
  default_owner: "must",
  sort: 3,
  remark: "",
  status: 1,
  version: 2,
  updated_at: "2026-11-20T06:05:00Z",
  updated_by_name: "张三",
  used_count: 12,
  first_pass_rate: 0.82,
  reviewed_90: 140,
  page_type: 1,
  max_pages: 20,
  pattern: "plain",
  formats: ["jpg", "pdf"],
  max_mb: 5,
  template_file: null,
};
const spare = { ...paper, id: 8, name: "存款证明", used_count: 0, first_pass_rate: null, reviewed_90: 2, version: 1 };
const page = { list: [paper, spare], total: 2, total_capped: false, page: 1, page_size: 20, cursor: null };
const japan = {
  id: "JP",
  code2: "JP",
  code3: "JPN",
  name_zh: "日本",
  name_en: "Japan",
  pinyin: "riben",
  initial: "R",
  continent: "亚洲",
  flag_emoji: "",
  is_region: false,
  is_hot: true,
  status: 1,
};
const answers = {
  elec_query: page,
  elec_get: paper,
  elec_related_get: { title: paper.name, status: 1, on_sale: 12, off_sale: 1, draft: 0 },
  reject_reason_pick: { list: [{ id: 1, code: "seal", text: "缺少公章", advice: "", kinds: [1] }] },
  country_get: [japan],
  draft_get: { draft: null },
  draft_save: { saved_at: "2026-11-20T06:05:00Z" },
  draft_remove: { ok: true },
  presence_ping: { others: [] },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
beforeEach(() => window.history.replaceState(null, "", "/base-data/elec/list"));

const show = (what: React.ReactElement) =>
  draw(
    <>
      {what}
      <FeedbackHost />
    </>,
    [may.elec],
  );
const dialogOf = async (title: string): Promise<HTMLElement> => {
  const found = (await screen.findByText(title)).closest<HTMLElement>("[role=dialog]");
  if (!found) throw new Error(`no dialog ${title}`);
  return found;
};

it("the list opens with enabled papers and tells what each is", async () => {
  const stub = stubServer(answers);
  show(<ElecList />);
  const line = (await screen.findByText(paper.name)).closest("tr");
  for (const told of ["资产工资/银行流水", "在职人员", "全部国家", "多页，最多 20 页", "JPG/PDF ≤5MB", "客户必交", "82% (140)", "启用"])
    expect(line?.textContent).toContain(told);
  expect(
    within(line as HTMLElement)
      .getByRole("link", { name: "12" })
      .getAttribute("href"),
  ).toBe("/base-data/related-product/elec/7");
  expect(stub.of("elec_query")[0]).toMatchObject({ status: 1 });
});

it("several are disabled one by one with the count that was seen; the refused one is named", async () => {
  const stub = stubServer({
    ...answers,
    elec_disable: (b: Record<string, unknown>) =>
      b["id"] === 7 ? new Refused(200, { ret: 12, msg: "有12个在售商品使用，请先替换", body: { code: "in_use" } }) : { ok: true },
  });
  show(<ElecList />);
  await screen.findByText(paper.name);
  for (const box of screen.getAllByRole("checkbox").slice(1)) fireEvent.click(box);
  fireEvent.click(within(screen.getByLabelText("批量操作")).getByRole("button", { name: "禁用" }));
  const dialog = await screen.findByRole("alertdialog", { name: "禁用结果" });
  expect(dialog.textContent).toContain("1 条已完成，1 条未完成");
  expect(dialog.textContent).toContain(`${paper.name}：有12个在售商品使用，请先替换`);
  expect(stub.of("elec_disable")).toEqual([
    { id: 7, version: 2, used_count: 12 },
    { id: 8, version: 1, used_count: 0 },
  ]);
});

it("a copy names itself after its country, and a refusal keeps what was typed", async () => {
  const stub = stubServer({ ...answers, elec_copy: { results: [{ id: 7, ok: false, msg: "名称已存在" }], ids: [] } });
  show(<ElecList />);
  fireEvent.click(await screen.findByRole("button", { name: `${paper.name}的更多操作` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "复制到国家" }));
  const dialog = await dialogOf(`复制“${paper.name}”`);
  const copy = within(dialog).getByRole("button", { name: "复制" });
  fireEvent.click(copy);
  expect(await within(dialog).findByText("请选择国家")).toBeTruthy();
  fireEvent.mouseDown(within(dialog).getByRole("combobox", { name: "适用国家" }));
  fireEvent.click(await screen.findByTitle("日本"));
  expect(within(dialog).getByLabelText<HTMLInputElement>("名称后缀").value).toBe("·日本");
  fireEvent.click(copy);
  expect(await within(dialog).findByText("名称已存在（1 条）")).toBeTruthy();
  expect(stub.of("elec_copy")[0]).toMatchObject({ ids: [7], country_ids: ["JP"], name_suffix: "·日本" });
  expect(within(dialog).getByLabelText<HTMLInputElement>("名称后缀").value).toBe("·日本");
});

it("an import is tried first; a file with a bad row cannot be taken in", async () => {
  const results = [
    { row: 1, ok: true, msg: "" },
    { row: 2, ok: false, msg: "名称已存在" },
  ];
  let good = false;
  const stub = stubServer({
    ...answers,
    elec_import: (b: Record<string, unknown>) =>
      b["dry_run"] === true ? { added: 0, results: good ? results.slice(0, 1) : results } : { added: 1, results: [] },
  });
  show(<ElecList />);
  fireEvent.click(await screen.findByRole("button", { name: "导入" }));
  const dialog = await dialogOf("导入电子资料");
  const choose = (text: string): void =>
    void fireEvent.change(within(dialog).getByLabelText("选择 JSON 文件"), { target: { files: [new File([text], "a.json")] } });
  choose("name,category");
  expect(await within(dialog).findByText(/文件里不是资料的列表/)).toBeTruthy();
  choose(JSON.stringify([{ name: "新资料" }, { name: "旧资料" }]));
  expect(await within(dialog).findByText("2 行中有 1 行错误，请修正文件后重新选择")).toBeTruthy();
  expect(
    within(dialog)
      .getAllByRole("row")
      .map((r) => r.textContent),
  ).toEqual(["行名称结果", "2旧资料名称已存在", "1新资料可以导入"]);
  expect(within(dialog).getByRole<HTMLButtonElement>("button", { name: "导入" }).disabled).toBe(true);
  good = true;
  choose(JSON.stringify([{ name: "新资料" }]));
  fireEvent.click(await within(dialog).findByRole("button", { name: "导入 1 条" }));
  await waitFor(() => expect(stub.of("elec_import").map((b) => b["dry_run"])).toEqual([true, true, false]));
  expect(new Set(stub.of("elec_import").map((b) => b["idempotency_key"])).size).toBe(3);
});

it("what is exported is what an import takes", () => {
  const text = jsonOf("elec", [{ ...paper, category: 4, status: 1, default_owner: "must", identities: ["employed"] } as never]);
  const read = rowsOf(text);
  expect("rows" in read && read.rows[0]).toMatchObject({ name: paper.name, requirement: "银行盖章", formats: ["jpg", "pdf"] });
  expect(text).not.toContain("used_count");
  expect(rowsOf("[]")).toEqual({ fault: "没有可导入的内容" });
  expect(rowsOf(JSON.stringify(Array.from({ length: 301 }, () => ({}))))).toEqual({ fault: "一次最多300条" });
});

it("a new paper: the sub-type follows the category, several pages ask how many, the customer's view follows the typing", async () => {
  window.history.replaceState(null, "", "/base-data/elec/add");
  const stub = stubServer(answers);
  show(<ElecAdd />);
  fireEvent.click(await screen.findByRole("button", { name: "保存" }));
  for (const msg of ["请输入名称", "请选择资料分类", "请选择单页或多页", "请输入要求"]) expect(await screen.findByText(msg)).toBeTruthy();
  fireEvent.change(screen.getByLabelText("名称"), { target: { value: "在读证明" } });
  paste(screen.getByLabelText("客户看到的要求"), { text: "学校盖章" });
  const preview = screen.getByRole("region", { name: "客户看到的样子" });
  await waitFor(() => expect(preview.textContent).toContain("学校盖章"));
  expect(preview.textContent).toContain("在读证明");
  fireEvent.mouseDown(screen.getByLabelText("资料分类"));
  fireEvent.click(await screen.findByTitle("社会身份"));
  await waitFor(() => expect(screen.queryByPlaceholderText("先选择资料分类")).toBeNull());
  fireEvent.click(screen.getByRole("radio", { name: "多页" }));
  await screen.findByLabelText("最多页数");
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("请选择子类")).toBeTruthy();
  expect(await screen.findByText("请输入最多页数")).toBeTruthy();
  expect(stub.of("elec_add")).toEqual([]);
  fireEvent.mouseDown(screen.getByLabelText("资料分类"));
  fireEvent.click(await screen.findByTitle("同行人资料"));
  await waitFor(() => expect(screen.getByPlaceholderText("该分类没有子类")).toBeTruthy());
});

it("a changed requirement asks whom it reaches: new orders by default, open ones with the count that was shown", async () => {
  window.history.replaceState(null, "", "/base-data/elec/edit/7");
  const applicant = {
    applicant_id: 1,
    applicant_no: "V260901000001-01",
    order_id: 1,
    order_no: "V260901000001",
    name_cn: "张*",
    material_status: "missing",
  };
  const stub = stubServer({
    ...answers,
    elec_impact_get: { used_count: 12, applicants: [applicant], total: 30 },
    elec_update: { ok: true },
  });
  show(<ElecEdit />);
  const usage = await screen.findByRole("region", { name: "使用情况" });
  await waitFor(() => expect(usage.textContent).toContain("12 在售"));
  const box = screen.getByLabelText("客户看到的要求");
  paste(box, { text: "近6个月，逐页" });
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  let dialog = await dialogOf(`“${paper.name}”的要求有改动`);
  expect(dialog.textContent).toContain("另有 30 位在办申请人");
  expect(dialog.textContent).toContain("还有 29 位");
  expect(within(dialog).getByRole<HTMLInputElement>("radio", { name: /仅新订单/ }).checked).toBe(true);
  fireEvent.click(within(dialog).getByRole("button", { name: "继续编辑" }));
  await waitFor(() => expect(screen.queryByText(/还有 29 位/)).toBeNull());
  expect(stub.of("elec_update")).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  dialog = await dialogOf(`“${paper.name}”的要求有改动`);
  fireEvent.click(within(dialog).getByRole("radio", { name: /同时更新未审核的 30 位/ }));
  fireEvent.click(within(dialog).getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(stub.of("elec_update")[0]).toMatchObject({
      id: 7,
      version: 2,
      requirement: "<p>近6个月，逐页银行盖章</p>",
      refresh_open: true,
      expected_count: 30,
    }),
  );
});
