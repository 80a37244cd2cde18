import { cleanup, fireEvent, screen } from "@testing-library/react";
import { embassyApi } from "@visadesk/contract/base-data/embassy.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it } from "vitest";
import { draw, stubServer } from "../../testing/server.tsx";
import { FeedbackHost } from "../app/feedback-host.tsx";
import { RecordActs } from "./record-acts.tsx";

afterEach(cleanup);

it("a row's 编辑 stands in front; 删除 asks first and sends the version that was seen", async () => {
  const server = stubServer({ embassy_remove: { ok: true } });
  const acts = (
    <RecordActs noun="embassy" record={{ id: 7, version: 3 }} title="上海馆" edit="/edit/7" remove={embassyApi.embassy_remove} />
  );
  draw(
    <>
      {acts}
      <FeedbackHost />
    </>,
    [may.embassy],
  );
  expect(screen.getByRole("link", { name: "编辑" }).getAttribute("href")).toBe("/edit/7");
  fireEvent.click(screen.getByRole("button", { name: "上海馆的更多操作" }));
  expect(screen.getAllByRole("menuitem").map((m) => m.textContent)).toEqual(["日志", "删除"]);
  fireEvent.click(screen.getByRole("menuitem", { name: "删除" }));
  expect(await screen.findByText("删除“上海馆”？")).toBeTruthy();
  expect(server.of("embassy_remove")).toEqual([]);
  fireEvent.click(await screen.findByRole("button", { name: /删\s*除/ }));
  expect(await screen.findByText("“上海馆”已删除")).toBeTruthy();
  expect(server.of("embassy_remove")).toEqual([{ id: 7, version: 3 }]);
});
