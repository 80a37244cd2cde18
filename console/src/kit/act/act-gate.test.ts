import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { actGate } from "./act-gate.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("account 21 a button pressed twice, or at 1 and 2.9 s, acts once, and again after 3 s", async () => {
  const act = vi.fn<() => void>();
  const gate = actGate();
  await Promise.all([gate.press(act), gate.press(act)]);
  for (const ms of [1000, 1900]) {
    await vi.advanceTimersByTimeAsync(ms);
    expect(await gate.press(act)).toBe(false);
  }
  expect(act).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(await gate.press(act)).toBe(true);
  expect(act).toHaveBeenCalledTimes(2);
});

test("while its promise runs a button stays shut, however long", async () => {
  const busy = vi.fn<(b: boolean) => void>();
  const gate = actGate(3000, busy);
  const done = Promise.withResolvers<void>();
  const first = gate.press(() => done.promise);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await gate.press(() => undefined)).toBe(false);
  done.resolve();
  await first;
  expect(busy.mock.calls).toEqual([[true], [false]]);
  expect(await gate.press(() => undefined)).toBe(true);
});

test("account 21 a refused form check frees the button at once, plain or promised", async () => {
  const gate = actGate();
  expect(await gate.press(() => false)).toBe(false);
  expect(await gate.press(async () => false)).toBe(false);
  expect(await gate.press(() => undefined)).toBe(true);
});

test("wait may change the three seconds", async () => {
  const gate = actGate(500);
  await gate.press(() => undefined);
  await vi.advanceTimersByTimeAsync(500);
  expect(await gate.press(() => undefined)).toBe(true);
});
