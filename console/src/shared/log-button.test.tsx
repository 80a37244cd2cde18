import { cleanup, fireEvent, screen } from "@testing-library/react";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import { draw } from "../testing/server.tsx";
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
