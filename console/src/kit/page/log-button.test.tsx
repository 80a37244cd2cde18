import { cleanup, fireEvent, screen } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { records } from "@visadesk/contract/record-nouns.ts";
import { afterEach, expect, it, vi } from "vitest";
import { draw } from "../../testing/server.tsx";
import { LogButton } from "./log-button.tsx";

afterEach(cleanup);

it("日志 opens the record's log over the page, for those who may read the log", () => {
  window.history.replaceState(null, "", "/order/detail/7?tab=money&log_noun=sku&log_noun_id=1");
  const gone = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  draw(<LogButton noun="order" id={7} />, [may.order_process]);
  expect(screen.queryByRole("button", { name: "日志" })).toBeNull();
  cleanup();
  draw(<LogButton noun="order" id={7} />, [may.operation_log]);
  fireEvent.click(screen.getByRole("button", { name: "日志" }));
  expect(gone).toHaveBeenCalledWith("/order/detail/7?tab=money&panel=operation-log&log_noun=order&log_noun_id=7");
  gone.mockRestore();
});

it("whoever may have the record open reads its own log, without the right to the operation log", () => {
  window.history.replaceState(null, "", "/product/product-detail/7");
  const gone = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  draw(<LogButton noun="sku" id={7} />, [may.worker]);
  expect(screen.queryByRole("button", { name: "日志" })).toBeNull();
  cleanup();
  draw(<LogButton noun="sku" id={7} />, [may.sku]);
  fireEvent.click(screen.getByRole("button", { name: "日志" }));
  expect(gone).toHaveBeenCalledWith("/product/product-detail/7?panel=record-log&log_noun=sku&log_noun_id=7");
  gone.mockRestore();
});

/** Papers share one form and one row of acts, which take the noun from their screen. */
const SHARED = ["elec", "mail", "bring", "photo", "application"];
it.each(Object.keys(records).filter((noun) => !SHARED.includes(noun)))("%s has its 日志 on a screen", (noun) => {
  const sources = Object.values(import.meta.glob<string>("../../*/**/*.tsx", { query: "?raw", import: "default", eager: true }));
  const shown = new RegExp(
    `<LogButton (link )?noun="${noun}"|logActs\\("${noun}"|(presence|log)=\\{\\{ noun: "${noun}"|endpoint=\\{recordLogApi\\.${noun}_log_query\\}`,
  );
  expect(sources.some((text) => shown.test(text))).toBe(true);
});
