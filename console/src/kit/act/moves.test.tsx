import { useQuery } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { api, move } from "@visadesk/contract/kit/endpoint.ts";
import { id, text, version, z } from "@visadesk/contract/kit/field.ts";
import { flow } from "@visadesk/contract/kit/flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import { call } from "../app/api.ts";
import { FeedbackHost } from "../app/feedback-host.tsx";
import { Moves, openMoves, type MovesProps } from "./moves.tsx";

const claimFlow = flow("claim", {
  states: {
    open: { label: "待审核", tone: "orange", start: true },
    passed: { label: "已通过", tone: "green" },
    dead: { label: "已作废", tone: "grey" },
  },
  moves: {
    pass: { label: "通过", from: ["open"], to: "passed", may: may.order_process },
    drop: { label: "作废", from: ["open", "passed"], to: "dead", may: may.order_rollback, danger: true },
    expire: { label: "超时", from: ["open"], to: "dead", may: "system" },
    reopen: { label: "重开", from: ["dead"], to: "open", may: may.order_process, back: true },
  },
});
const moved = z.object({ id: id() });
const claimApi = api({
  claim_pass: move(claimFlow, "pass", { id: id(), version: version() }, moved),
  claim_drop: move(claimFlow, "drop", { id: id(), version: version(), reason: text("原因", { min: 5 }) }, moved),
  claim_reopen: move(claimFlow, "reopen", { id: id(), version: version() }, moved),
});
type Row = { id: number; version: number; moves?: { move: string; ok: boolean; missing: string | null }[] };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PROCESS = may.order_process;
const BOTH = [may.order_process, may.order_rollback];
const labels = (state: string, codes: readonly number[]): string[] =>
  openMoves(claimFlow, state, new Set(codes), claimApi).map((m) => m.move.label);

it("draws a move only from its state, with its code and an endpoint, never a system one", () => {
  expect(labels("open", BOTH)).toEqual(["通过", "作废"]);
  expect(labels("open", [PROCESS])).toEqual(["通过"]);
  expect(labels("passed", [PROCESS])).toEqual([]);
  expect(labels("passed", BOTH)).toEqual(["作废"]);
  expect(labels("dead", BOTH)).toEqual(["重开"]);
  expect(labels("open", [])).toEqual([]);
});

function open(more: Partial<MovesProps<Row>> = {}, answers: Parameters<typeof stubServer>[0] = {}) {
  const stub = stubServer({ claim_pass: { id: 4 }, claim_drop: { id: 4 }, ...answers });
  const onDone = vi.fn();
  draw(
    <>
      <Moves flow={claimFlow} row={{ id: 4, version: 2 }} state="open" endpoints={claimApi} variant="head" onDone={onDone} {...more} />
      <FeedbackHost />
    </>,
    BOTH,
  );
  return { stub, onDone };
}

it("a move without fields acts at the click with id and version", async () => {
  const { stub, onDone } = open();
  fireEvent.click(screen.getByRole("button", { name: "通过" }));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith("pass", { id: 4 }));
  expect(stub.of("claim_pass")).toEqual([{ id: 4, version: 2 }]);
});

it("a move with fields opens a dialog that asks for exactly those", async () => {
  const { stub, onDone } = open();
  fireEvent.click(screen.getByRole("button", { name: "作废" }));
  fireEvent.change(await screen.findByLabelText("原因"), { target: { value: "客户已撤回申请" } });
  fireEvent.click(screen.getAllByRole("button", { name: "作废" }).at(-1) as HTMLElement);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(stub.of("claim_drop")).toEqual([{ id: 4, version: 2, reason: "客户已撤回申请" }]);
});

it("what the server judged as refused is grey and says what is missing", () => {
  open({ row: { id: 4, version: 2, moves: [{ move: "pass", ok: false, missing: "还有 2 项资料未审核" }] } });
  expect(screen.getByRole("button", { name: "通过" }).hasAttribute("disabled")).toBe(true);
});

it("a refusal of the server is shown and nothing is reported as done", async () => {
  const { onDone } = open(
    {},
    { claim_pass: new Refused(200, { ret: 2, msg: "状态已变化，请刷新后再试", body: { code: "state_changed" } }) },
  );
  fireEvent.click(screen.getByRole("button", { name: "通过" }));
  await screen.findByText("状态已变化，请刷新后再试");
  expect(onDone).not.toHaveBeenCalled();
});

it.each([
  ["another version", new Refused(409, { ret: 9, msg: "记录已变化：现在是「已作废」", body: { current: { version: 3 } } })],
  ["another state", new Refused(200, { ret: 2, msg: "状态已变化，请刷新后再试", body: { code: "state_changed" } })],
])("refused for %s the record behind is asked anew, its stale moves go, what was typed stays", async (_, refusal) => {
  let state = "open";
  const stub = stubServer({ claim_drop: refusal, claim_get: () => ({ state }) });
  function Page() {
    const { data } = useQuery({
      queryKey: ["claim_get"],
      queryFn: () => call("claim_get" as never, {} as never) as Promise<{ state: string }>,
    });
    return data ? <Moves flow={claimFlow} row={{ id: 4, version: 2 }} state={data.state} endpoints={claimApi} variant="head" /> : null;
  }
  draw(
    <>
      <Page />
      <FeedbackHost />
    </>,
    BOTH,
  );
  fireEvent.click(await screen.findByRole("button", { name: "作废" }));
  fireEvent.change(await screen.findByLabelText("原因"), { target: { value: "客户已撤回申请" } });
  state = "dead";
  fireEvent.click(screen.getAllByRole("button", { name: "作废" }).at(-1) as HTMLElement);
  await screen.findByRole("button", { name: "重开", hidden: true });
  expect(screen.queryByRole("button", { name: "通过", hidden: true })).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>("原因").value).toBe("客户已撤回申请");
  expect(stub.of("claim_drop")).toHaveLength(1);
});

it("a double click on a move is one request, and its second half never the next move", async () => {
  const { stub, onDone } = open();
  const button = screen.getByRole("button", { name: "通过" });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  fireEvent.click(button);
  await new Promise((done) => setTimeout(done, 50));
  expect(stub.of("claim_pass")).toHaveLength(1);
});

it("what stands first in a row is not said again behind ⋯, where the dangerous move comes last", () => {
  const edit = { key: "edit", label: "编辑", onClick: vi.fn() };
  open({ variant: "row", state: "passed", lead: edit, more: [edit, { key: "view", label: "查看", onClick: vi.fn() }] });
  fireEvent.click(screen.getByRole("button", { name: "更多操作" }));
  expect(screen.getAllByRole("menuitem").map((e) => e.textContent)).toEqual(["查看", "作废"]);
  expect(screen.getAllByText("编辑")).toHaveLength(1);
});

it("what does not stand first in a row is behind ⋯: it can be looked at before it is passed", () => {
  const look = vi.fn();
  open({ variant: "row", lead: { label: "查看", onClick: look } });
  expect(screen.getByRole("button", { name: "通过" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "更多操作" }));
  fireEvent.click(screen.getByText("查看"));
  expect(look).toHaveBeenCalledOnce();
});
