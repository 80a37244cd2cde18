import { createBrowserHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { fireEvent, render, screen } from "@testing-library/react";
import { id } from "@visadesk/contract/kit/field.ts";
import { expect, it, vi } from "vitest";
import { idOf, useGo, useSearchText } from "./use-url.ts";

function Screen() {
  const [search, replace] = useSearchText();
  const go = useGo();
  return (
    <>
      <output>{search}</output>
      <button type="button" onClick={() => go("/list?policy=1")}>
        打开
      </button>
      <button type="button" onClick={() => replace("")}>
        关闭
      </button>
    </>
  );
}

it("a screen that stays sees the address it goes to at once, and the one it goes back to", async () => {
  vi.stubGlobal("scrollTo", () => undefined);
  window.history.replaceState(null, "", "/list");
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen, notFoundComponent: Screen }),
    history: createBrowserHistory(),
  });
  render(<RouterProvider router={router} />);
  const shown = await screen.findByRole("status");
  fireEvent.click(screen.getByRole("button", { name: "打开" }));
  expect(shown.textContent).toBe("?policy=1");
  fireEvent.click(screen.getByRole("button", { name: "关闭" }));
  expect(shown.textContent).toBe("");
});

it("a screen that is left keeps its own filters until it goes", async () => {
  vi.stubGlobal("scrollTo", () => undefined);
  window.history.replaceState(null, "", "/list?queue=mine");
  render(<Screen />);
  const shown = await screen.findByRole("status");
  window.history.pushState(null, "", "/other?queue=theirs");
  fireEvent(window, new PopStateEvent("popstate"));
  expect(shown.textContent).toBe("?queue=mine");
});

it("an id of an address is read whole; a broken one is an id that may be asked for and that no record has", () => {
  expect(idOf("17")).toBe(17);
  const broken = ["abc", "", undefined, "0", "-3", "1.5", "1e3", "NaN", "99999999999999999999"].map(idOf);
  expect(new Set(broken).size).toBe(1);
  expect(id().safeParse(broken[0]).success).toBe(true);
});
