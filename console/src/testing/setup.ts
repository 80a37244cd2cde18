/**
 * For every console test: what React and antd say on the console (a wrong key, a deprecated property, a state set
 * after the end) fails the test that made them say it.
 */
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

// A busy machine draws late; what never comes still fails.
configure({ asyncUtilTimeout: 10_000 });

const said: string[] = [];
const listen = (...words: unknown[]): void => void said.push(words.map(String).join(" "));

beforeEach(() => {
  said.length = 0;
  vi.spyOn(console, "error").mockImplementation(listen);
  vi.spyOn(console, "warn").mockImplementation(listen);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
  if (said.length > 0) throw new Error(`said on the console: ${said.join("\n")}`);
});
