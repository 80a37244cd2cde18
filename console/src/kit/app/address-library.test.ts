import type * as Library from "./address-library.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const LIBRARY = { 86: { 320000: "江苏省" }, 320000: { 320500: "苏州市" }, 320500: { 320508: "姑苏区" } };
const served = vi.fn<(url: string) => Promise<Response>>();
let kit: typeof Library;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("fetch", served);
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  kit = await import("./address-library.ts");
  const { session } = await import("./session.ts");
  session.set({ config: { addr_hosts: ["cdn.example"] } as never });
});
afterEach(() => {
  vi.unstubAllGlobals();
  served.mockReset();
});
const serve = (value: unknown) => served.mockResolvedValueOnce(new Response(JSON.stringify(value)));

test("C4 account 22 one download per link, kept with its link; a new link downloads again", async () => {
  serve(LIBRARY);
  await Promise.all([kit.loadAddressLibrary("/storage/a.json"), kit.loadAddressLibrary("/storage/a.json")]);
  await kit.loadAddressLibrary("/storage/a.json");
  expect(served).toHaveBeenCalledTimes(1);
  expect(Object.keys(localStorage).toSorted()).toEqual(["vd_addr_lib", "vd_addr_url"]);
  serve({ ...LIBRARY, 86: { 320000: "江苏" } });
  await kit.loadAddressLibrary("/storage/b.json");
  expect(served).toHaveBeenCalledTimes(2);
  expect(kit.addressLibrary()?.["86"]?.["320000"]).toBe("江苏");
  expect(localStorage.getItem("vd_addr_url")).toBe("/storage/b.json");
});

test("C4 after a reload the kept library serves without a download", async () => {
  serve(LIBRARY);
  await kit.loadAddressLibrary("/storage/a.json");
  vi.resetModules();
  const again = await import("./address-library.ts");
  await again.loadAddressLibrary("/storage/a.json");
  expect(served).toHaveBeenCalledTimes(1);
  expect(again.addressLibrary()?.["320500"]?.["320508"]).toBe("姑苏区");
});

test("C4 account 22 a bad library changes nothing", async () => {
  serve(LIBRARY);
  await kit.loadAddressLibrary("/storage/a.json");
  served.mockResolvedValueOnce(new Response('{"86":{"1":"x"},"__proto__":{"11":"y"}}'));
  await kit.loadAddressLibrary("/storage/b.json");
  expect(kit.addressLibrary()?.["86"]?.["320000"]).toBe("江苏省");
  expect(localStorage.getItem("vd_addr_url")).toBe("/storage/a.json");
});

test("C4 only our own origin and listed hosts are asked", async () => {
  await kit.loadAddressLibrary("https://evil.example/a.json");
  expect(served).toHaveBeenCalledTimes(0);
  serve(LIBRARY);
  await kit.loadAddressLibrary("https://cdn.example/a.json");
  expect(served).toHaveBeenCalledTimes(1);
});
