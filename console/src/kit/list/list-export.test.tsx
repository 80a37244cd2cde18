import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { columns, open, page, parcelApi, type Props } from "../../testing/parcels.tsx";
import { draw, exported, Refused, stubServer } from "../../testing/server.tsx";
import { FeedbackHost } from "../app/feedback-host.tsx";
import { resolveColumns } from "./list-columns.tsx";
import { ListScreen } from "./list-screen.tsx";

it("exports exactly the filter and columns on screen", async () => {
  window.history.replaceState(null, "", "/parcel/list?state=late");
  const task = exported(57);
  const stub = open({}, { export_add: task, export_get: task, export_link_get: { url: "/storage/x", filename: "x.csv" } });
  await screen.findByText("SF001");
  fireEvent.click(screen.getByRole("button", { name: "导出" }));
  fireEvent.click(await screen.findByText("导出 CSV"));
  await screen.findByText(/下载 57 条/);
  expect(stub.of("export_add")[0]).toEqual({
    endpoint: "parcel_query",
    filter: { state: ["late"] },
    format: "csv",
    columns: ["parcel_no", "state", "cost", "created_at", "due_on", "weight"],
    expected_count: 57,
    idempotency_key: expect.any(String),
  });
});

it("a sheet begins with what names the row, says each cell's fields once and goes by the order on screen", async () => {
  window.history.replaceState(null, "", "/parcel/list?sort=created_at&order=asc");
  const two: Props["columns"] = [
    { key: "parcel", title: "快递", exports: ["parcel_no", "state"], render: (r) => r.parcel_no },
    "weight",
    "state",
  ];
  const stub = open({ columns: ["parcel_no", ...two.slice(1)] }, { export_add: new Refused(200, { ret: 5, msg: "稍后再试" }) });
  await screen.findByText("SF001");
  fireEvent.click(screen.getByRole("button", { name: "导出" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "导出 CSV" }));
  await waitFor(() =>
    expect(stub.of("export_add")[0]).toMatchObject({
      columns: ["parcel_no", "weight", "state"],
      filter: { sort: "created_at", order: "asc" },
    }),
  );
  expect(resolveColumns(parcelApi.parcel_query, two as unknown as Parameters<typeof resolveColumns>[1]).map((c) => c.exports)).toEqual([
    ["parcel_no", "state"],
    ["weight"],
    ["state"],
  ]);
});

it("a column drawn by hand has to say what its sheet holds", () => {
  expect(() => resolveColumns(parcelApi.parcel_query, [{ key: "who", title: "谁", render: () => null }])).toThrow(
    "parcel_query: column who does not say what its sheet holds",
  );
});

it("an export of rows that have changed says so, counts anew and passes at the next click", async () => {
  let total = 57;
  const task = exported(58);
  const refusal = { ret: 3, msg: "数据已变化（57→58），请确认后重试", body: { code: "count_changed", total: 58 } };
  const stub = stubServer({
    parcel_query: (b: Record<string, unknown>) => page({ total: b["count"] === false ? null : total }),
    export_add: (b: Record<string, unknown>) => (b["expected_count"] === total ? task : new Refused(200, refusal)),
    export_get: task,
  });
  draw(
    <>
      <ListScreen endpoint={parcelApi.parcel_query} title="快递" columns={columns} />
      <FeedbackHost />
    </>,
  );
  await screen.findByText("SF001");
  const ask = async (): Promise<void> => {
    fireEvent.click(screen.getByRole("button", { name: "导出" }));
    fireEvent.click(await screen.findByText("导出 CSV"));
  };
  total = 58;
  await ask();
  await screen.findByText(refusal.msg);
  await waitFor(() => expect(screen.getByTitle("符合筛选的条数").textContent).toBe("58"));
  await ask();
  await screen.findByText(/下载 58 条/);
  expect(stub.of("export_add").map((b) => b["expected_count"])).toEqual([57, 58]);
});
