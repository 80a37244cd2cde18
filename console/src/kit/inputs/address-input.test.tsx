import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Address } from "@visadesk/contract/kit/field.ts";
import { registerPicker } from "../app/picker-registry.ts";
import { Picker, type PickOption } from "../pickers.tsx";
import { session, type SysConfig } from "../app/session.ts";
import { draw } from "../../testing/server.tsx";
import { AddressInput } from "./address-input.tsx";

const LIBRARY = {
  86: { 320000: "江苏省", 440000: "广东省" },
  320000: { 320500: "苏州市" },
  320500: { 320508: "姑苏区" },
  440000: { 441900: "东莞市" },
};
const served = vi.fn<(url: string) => Promise<Response>>();
const seen = vi.fn<(value: Partial<Address> | null) => void>();

beforeEach(() => {
  vi.stubGlobal("fetch", served);
  vi.spyOn(console, "info").mockImplementation(() => undefined);
});
afterEach(() => {
  act(() => session.set({ config: null }));
  served.mockReset();
  seen.mockReset();
  vi.unstubAllGlobals();
});

function Box() {
  const [value, setValue] = useState<Partial<Address> | null>(null);
  return (
    <AddressInput
      value={value}
      onChange={(next) => {
        seen(next);
        setValue(next);
      }}
      id="place"
    />
  );
}
const open = (): void => void fireEvent.mouseDown(document.querySelector("#place") as HTMLElement);

it("C4: a library that cannot be loaded says so, and one press asks again; a city without counties ends the choice", async () => {
  served.mockResolvedValueOnce(new Response("<html>"));
  session.set({ config: { addr_download_url: "/storage/public/address.json" } as SysConfig });
  draw(<Box />);
  const again = await screen.findByText("地址库加载失败，点击重试");
  served.mockResolvedValueOnce(new Response(JSON.stringify(LIBRARY)));
  fireEvent.click(again);
  await screen.findByText("省 / 市 / 区县");
  open();
  fireEvent.click(await screen.findByTitle("广东省"));
  fireEvent.click(await screen.findByTitle("东莞市"));
  await waitFor(() => expect(seen).toHaveBeenLastCalledWith({ province_code: "440000", city_code: "441900", county_code: "", detail: "" }));
});

it("F4: province, city and county are put together with the street line; emptying both empties the field", async () => {
  served.mockImplementation(async () => new Response(JSON.stringify(LIBRARY)));
  session.set({ config: { addr_download_url: "/storage/public/address.json" } as SysConfig });
  draw(<Box />);
  fireEvent.change(await screen.findByLabelText("详细地址"), { target: { value: "平江路1号" } });
  await screen.findByText("省 / 市 / 区县");
  open();
  for (const name of ["江苏省", "苏州市", "姑苏区"]) fireEvent.click(await screen.findByTitle(name));
  await waitFor(() =>
    expect(seen).toHaveBeenLastCalledWith({ province_code: "320000", city_code: "320500", county_code: "320508", detail: "平江路1号" }),
  );
  expect(screen.getAllByText("江苏省 / 苏州市 / 姑苏区").length).toBeGreaterThan(0);
  fireEvent.change(screen.getByLabelText("详细地址"), { target: { value: "" } });
  const clear = document.querySelector(".ant-select-clear") as HTMLElement;
  fireEvent.mouseDown(clear);
  fireEvent.click(clear);
  await waitFor(() => expect(seen).toHaveBeenLastCalledWith(null));
});

it("a place shows its names, and nothing until they are loaded; so does every picker", async () => {
  const waiting = Promise.withResolvers<Response>();
  served.mockImplementation(() => waiting.promise);
  session.set({ config: { addr_download_url: "/storage/public/late.json" } as SysConfig });
  const names = Promise.withResolvers<PickOption[]>();
  registerPicker("late_country", { load: () => names.promise });
  draw(
    <>
      <AddressInput value={{ province_code: "440000", city_code: "441900", county_code: "", detail: "" }} />
      <Picker of="late_country" value="CN" />
    </>,
  );
  expect(document.body.textContent).not.toMatch(/440000|CN/);
  waiting.resolve(new Response(JSON.stringify(LIBRARY)));
  names.resolve([{ value: "CN", label: "中国" }]);
  await screen.findByText("广东省 / 东莞市");
  await screen.findByText("中国");
});
