import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { draw, stubServer } from "../../testing/server.tsx";
import PeerList from "../peer/peer-list.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});
const call = {
  id: 4,
  peer_id: 7,
  peer_no: "TY001007",
  peer_name: "蓝海国旅",
  level_id: "V3",
  worker_id: 5,
  worker_name: "叶舟",
  listed_on: "2026-11-20",
  sentence: "近两周 3 单，平时每周 9 单",
  contact_name: "李联系",
  contact_mobile: "136****0123",
  contacted_at: null,
  contacted_by_name: null,
  result: null,
  result_text: "",
  came_back_at: null,
  version: 1,
};

it("a BD finds on the list of peers whom to call today, as many as its tab counts, and says what came of each", async () => {
  const server = stubServer({
    worker_pick: { list: [] },
    peer_call_query: ({ fields }: { fields?: string[] }) => ({
      list: fields?.join() === "id" ? [{ id: 4 }] : [call],
      total: 1,
      total_capped: false,
      page: 1,
      page_size: 20,
      cursor: null,
    }),
    peer_call_contact: { ...call, result: "promised", contacted_at: "2026-11-20T02:00:00.000Z" },
  });
  window.history.replaceState(null, "", "/peer/list?tab=call");
  draw(<PeerList />, [may.peer]);
  const line = within(await screen.findByRole("row", { name: /TY001007/ }));
  for (const text of ["近两周 3 单，平时每周 9 单", "李联系", "136****0123", "未联系"]) expect(line.getByText(text), text).toBeTruthy();
  const conditions = server.of("peer_call_query").map(({ page: _p, page_size: _s, count: _c, fields: _f, ...rest }) => rest);
  expect(new Set(conditions.map((c) => JSON.stringify(c)))).toEqual(new Set(['{"queue":"peer_call"}']));
  fireEvent.click(line.getByRole("button", { name: "已联系" }));
  fireEvent.click(await screen.findByRole("button", { name: /登\s*记/ }));
  expect(await screen.findByText("请选择结果")).toBeTruthy();
  fireEvent.mouseDown(screen.getByLabelText("结果", { selector: ".ant-modal input" }));
  fireEvent.click(await screen.findByTitle("承诺下单"));
  fireEvent.click(screen.getByRole("button", { name: /登\s*记/ }));
  await waitFor(() => expect(server.of("peer_call_contact")).toHaveLength(1));
  expect(server.of("peer_call_contact")[0]).toEqual({ id: 4, version: 1, result: "promised", result_text: "" });
});
