/**
 * For every console test: what React and antd say on the console (a wrong key, a deprecated property, a state set
 * after the end) fails the test that made them say it, and so does a stub that the contract does not know; and Date is that of a set day, which goes on.
 */
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { fetchParts } from "#kit/app/part.tsx";
import { takeAnswerFaults } from "./answers.ts";
import { moveDate } from "./move-date.ts";

/** Friday 10:00 in Shanghai. */
const SET_TIME = "2026-11-20T02:00:00.000Z";
const own = Date;
moveDate(Date.parse(SET_TIME) - Date.now());
const moved = Date;
// A test that ends its fake timers has the machine's Date back.
beforeEach(() => void (globalThis.Date = moved));
afterAll(() => void (globalThis.Date = own));

// It cannot work on the nodes of happy-dom; the stories in a browser use it. Here the console's own list cleans alone.
vi.mock("dompurify", () => ({
  default: () => ({
    isSupported: true,
    sanitize: (html: string) => {
      const template = document.createElement("template");
      template.innerHTML = html;
      return template.content;
    },
  }),
}));

const said: string[] = [];
const listen = (...words: unknown[]): void => void said.push(words.map(String).join(" "));

// Several tests share two cores, and only one that is red waits so long.
configure({ asyncUtilTimeout: 20_000 });

// Dialogs and panels that a screen fetches when the page is quiet are here before the first test, as they are for a reader.
beforeAll(() => fetchParts(), 60_000);

beforeEach(() => {
  said.length = 0;
  vi.spyOn(console, "error").mockImplementation(listen);
  vi.spyOn(console, "warn").mockImplementation(listen);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
  const faults = takeAnswerFaults();
  if (faults.length > 0) throw new Error(`answers that the contract does not know: ${faults.join("\n")}`);
  if (said.length > 0) throw new Error(`said on the console: ${said.join("\n")}`);
});
