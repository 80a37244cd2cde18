import { fireEvent, screen, waitFor } from "@testing-library/react";
import { api, list } from "@visadesk/contract/kit/endpoint.ts";
import { choice, id, text, z } from "@visadesk/contract/kit/field.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { beforeEach, expect, it, vi } from "vitest";
import { draw, stubServer } from "../../testing/server.tsx";
import { ListBulk, ListScope, ListScreen, ListTabs } from "./list-screen.tsx";

const parcelApi = api({
  parcel_query: list("快递列表", may.order_process, {
    filter: {
      scope: z.optional(choice("范围", { mine: "我的", team: "本组", all: "全部" })),
      state: z.optional(z.array(choice("状态", { open: "在途", late: "超期" }))),
    },
    row: z.object({ id: id(), parcel_no: text("运单号"), state: text("状态") }),
    sorts: [],
  }),
});
const rows = [
  { id: 1, parcel_no: "SF001", state: "open" },
  { id: 2, parcel_no: "SF002", state: "late" },
];
const OPTIONS = [
  { value: "mine", label: "我的" },
  { value: "team", label: "本组" },
  { value: "all", label: "全部" },
];
const page = (held: readonly unknown[]) => ({ list: held, total: held.length, total_capped: false, page: 1, page_size: 20, cursor: null });
beforeEach(() => window.history.replaceState(null, "", "/parcel/list"));

it("opens on the narrowest scope that holds something and says so; somebody's own choice stays", async () => {
  const stub = stubServer({
    parcel_query: (b: Record<string, unknown>) => (b["scope"] === "all" ? page(rows) : page([])),
  });
  draw(
    <ListScreen endpoint={parcelApi.parcel_query} title="快递" columns={["parcel_no"]}>
      <ListScope name="scope" options={OPTIONS} opensAt="mine" />
    </ListScreen>,
  );
  await screen.findByText("SF001");
  expect(screen.getByText("“我的”“本组”范围内没有记录，已显示全部")).toBeTruthy();
  fireEvent.click(screen.getByText("我的"));
  await screen.findByText("“我的”范围内没有记录");
  expect(stub.of("parcel_query").map((b) => b["scope"])).toEqual(["mine", "team", "all", "mine"]);
});

it("widens too where the list opens with a filter of its own, and not where somebody filtered", async () => {
  const open = { state: ["open"] };
  const stub = stubServer({ parcel_query: (b: Record<string, unknown>) => (b["scope"] === "all" ? page(rows) : page([])) });
  const screenOf = () => (
    <ListScreen endpoint={parcelApi.parcel_query} title="快递" columns={["parcel_no"]} filters={["state"]} defaultFilter={open}>
      <ListScope name="scope" options={OPTIONS} opensAt="mine" />
    </ListScreen>
  );
  const shown = draw(screenOf());
  await screen.findByText("SF001");
  expect(stub.of("parcel_query").map((b) => [b["scope"], b["state"]])).toEqual(["mine", "team", "all"].map((s) => [s, ["open"]]));
  shown.unmount();
  window.history.replaceState(null, "", "/parcel/list?state=late");
  draw(screenOf());
  await screen.findByText(/范围内没有符合筛选的记录/);
  expect(
    stub
      .of("parcel_query")
      .slice(3)
      .map((b) => [b["scope"], b["state"]]),
  ).toEqual([["mine", ["late"]]]);
});

it("a bulk act that fits none of the picked rows is grey and says why, and the bar stands under the rows", async () => {
  const run = vi.fn();
  stubServer({ parcel_query: page(rows) });
  const bulk = [{ label: "催办", fits: { of: (r: { state: string }) => r.state === "late", none: "所选都没有超期" }, run }];
  draw(
    <ListScreen endpoint={parcelApi.parcel_query} title="快递" columns={["parcel_no"]}>
      <ListBulk acts={bulk} />
    </ListScreen>,
  );
  await screen.findByText("SF001");
  const [first, second] = screen.getAllByRole("checkbox", { name: /选择/ }).slice(-2);
  fireEvent.click(first as HTMLElement);
  const act = await screen.findByRole<HTMLButtonElement>("button", { name: "催办" });
  expect([act.disabled, act.title]).toEqual([true, "所选都没有超期"]);
  fireEvent.click(second as HTMLElement);
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "催办" }).disabled).toBe(false));
});

it("says that nothing is there only of what was answered: never while it widens or changes its tab", async () => {
  const said: string[] = [];
  const watch = new MutationObserver(() => {
    const word = document.querySelector(".vd-empty .ant-empty-description")?.textContent;
    if (word && said.at(-1) !== word) said.push(word);
  });
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  const slow = async (body: Record<string, unknown>) => {
    await new Promise((done) => setTimeout(done, 30));
    return body["scope"] === "all" && !body["state"] ? page(rows) : page([]);
  };
  let views: (answer: object) => void = () => undefined;
  stubServer({ parcel_query: slow, saved_view_query: () => new Promise((done) => (views = done)) });
  window.history.replaceState(null, "", "/order/order-remind-list");
  draw(
    <ListScreen endpoint={parcelApi.parcel_query} title="快递" columns={["parcel_no"]} filters={["state"]}>
      <ListTabs
        tabs={[
          { key: "any", label: "不限", filter: {} },
          { key: "open", label: "在途", filter: { state: ["open"] } },
          { key: "late", label: "超期", filter: { state: ["late"] } },
        ]}
      />
      <ListScope name="scope" options={OPTIONS} opensAt="mine" />
    </ListScreen>,
  );
  // What is mine is answered while the user's views are not yet known.
  await new Promise((done) => setTimeout(done, 60));
  views({ list: [] });
  await screen.findByText("SF001");
  expect(said).toEqual([]);
  for (const tab of ["在途", "超期"]) {
    fireEvent.click(screen.getByText(tab));
    if (tab === "超期") expect(screen.getByLabelText("加载中")).toBeTruthy();
    await screen.findByText(`“${tab}”栏内没有记录`);
  }
  fireEvent.click(screen.getByText("不限"));
  await screen.findByText("SF001");
  expect(said).toEqual(["“在途”栏内没有记录", "“超期”栏内没有记录"]);
  watch.disconnect();
});
