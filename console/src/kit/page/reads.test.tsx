import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { draw } from "../../testing/server.tsx";
import { Reads } from "./reads.tsx";

afterEach(cleanup);
const fault = new Error("没有读取出来");

function shown(data: string | undefined, error: Error | null, tells = false) {
  const refetch = vi.fn();
  draw(
    <Reads answer={{ data, error, refetch }} tells={tells}>
      {(text) => <p>{text}</p>}
    </Reads>,
  );
  return refetch;
}

it("keeps a place until it is read, then draws it", () => {
  shown(undefined, null);
  expect(document.querySelector(".ant-skeleton")).toBeTruthy();
  cleanup();
  shown("十二件", null);
  expect(document.querySelector(".ant-skeleton")).toBeNull();
  expect(screen.getByText("十二件")).toBeTruthy();
});

it("says what failed and asks again", () => {
  const refetch = shown(undefined, fault);
  expect(screen.getByRole("alert")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "重试" }));
  expect(refetch).toHaveBeenCalledTimes(1);
});

it("what stands is kept where it is asked anew and that fails, and told where the part says so", () => {
  shown("十二件", fault);
  expect(screen.getByText("十二件")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  cleanup();
  shown("十二件", fault, true);
  expect(screen.getByText("十二件")).toBeTruthy();
  expect(screen.getByRole("alert")).toBeTruthy();
});
