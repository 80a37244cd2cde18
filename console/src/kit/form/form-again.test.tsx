/** A refused form is mended and sent again: what was measured against another field, and how soon the button is free. */
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { api, write } from "@visadesk/contract/kit/endpoint.ts";
import { date, id, int, text, version, z } from "@visadesk/contract/kit/field.ts";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import { clearFeedback } from "../app/feedback.ts";
import { FeedbackHost } from "../app/feedback-host.tsx";
import { Item } from "../page/item.tsx";
import { FormScreen } from "./form-screen.tsx";

const againApi = api({
  again_update: write(
    "修改",
    "staff",
    {
      id: id(),
      version: version(),
      from: z.optional(date("开始")),
      to: z.optional(date("结束")),
      days: z.optional(int("天数", 0, 90)),
      note: z.optional(text("备注", { min: 0, max: 50 })),
    },
    z.object({ ok: z.boolean() }),
  ),
});
const STORED = { id: 3, version: 7, from: "2026-12-03", to: "2026-12-01", days: 5, note: "原来的备注" };
const SAID = "结束不能早于开始";

afterEach(() => {
  act(() => clearFeedback());
  cleanup();
  vi.unstubAllGlobals();
});

const type = (label: string, value: string): boolean => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = (): void => void fireEvent.click(screen.getByRole("button", { name: /保存$/ }));

/** Refused once, at the end. */
async function refused() {
  let tries = 0;
  const stub = stubServer({
    again_update: () =>
      tries++ === 0
        ? new Refused(200, { ret: 17, msg: "填写内容有误", body: { code: "bad_input", issues: [{ path: "to", message: SAID }] } })
        : { ok: true },
  });
  const onDone = vi.fn<(answer: unknown) => void>();
  draw(
    <>
      <FormScreen endpoint={againApi.again_update} title="修改" initial={STORED} onDone={onDone} />
      <FeedbackHost />
    </>,
  );
  type("备注", "改一次");
  save();
  await screen.findByText(SAID);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("备注").disabled).toBe(false));
  return { stub, onDone };
}

it("what is wrong between two days leaves when either is changed, and stays while something else is typed in", async () => {
  await refused();
  type("备注", "改两次");
  type("天数", "7");
  await new Promise((done) => setTimeout(done, 50));
  expect(screen.getByText(SAID)).toBeTruthy();
  const from = screen.getByLabelText("开始");
  fireEvent.mouseDown(from);
  fireEvent.change(from, { target: { value: "2026-11-01" } });
  fireEvent.keyDown(from, { key: "Enter", keyCode: 13 });
  await waitFor(() => expect(screen.queryByText(SAID)).toBeNull());
});

it("a save that the server refused is taken again at once", async () => {
  const { stub, onDone } = await refused();
  type("备注", "改两次");
  save();
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(stub.of("again_update").map((b) => b["note"])).toEqual(["改一次", "改两次"]);
});

function Grown() {
  const [isMore, setMore] = useState(false);
  return (
    <>
      {isMore && <Item name="days" />}
      <button type="button" onClick={() => setMore(true)}>
        更多
      </button>
      <Item name="note" />
    </>
  );
}
it("of several wrong fields the one that stands first on the screen is gone to, also if it came later", async () => {
  stubServer({});
  draw(
    <>
      <FormScreen endpoint={againApi.again_update} title="修改" initial={{ ...STORED, days: undefined }} onDone={() => {}}>
        <Grown />
      </FormScreen>
      <FeedbackHost />
    </>,
  );
  fireEvent.click(screen.getByRole("button", { name: "更多" }));
  type("天数", "400");
  type("备注", "长".repeat(60));
  save();
  await screen.findByText("请检查标红字段");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("天数")));
});
