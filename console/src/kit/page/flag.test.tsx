import { render } from "@testing-library/react";
import { countries } from "country-flag-icons";
import { expect, test } from "vitest";
import { Flag } from "./flag.tsx";

const emojiOf = (code: string): string => String.fromCodePoint(...[...code].map((c) => 0x1f1a5 + (c.codePointAt(0) ?? 0)));
const sourceOf = (emoji: string): string | null => {
  const { container, unmount } = render(<Flag emoji={emoji} />);
  const src = container.querySelector("img")?.getAttribute("src") ?? null;
  unmount();
  return src;
};

test("a flag is the picture of its country; without one nothing is drawn", () => {
  const codes = countries.filter((code) => /^[A-Z]{2}$/.test(code));
  expect(codes.length).toBeGreaterThan(200);
  expect(codes.filter((code) => sourceOf(emojiOf(code)) !== `/flags/${code}.svg`)).toEqual([]);
  expect(sourceOf("")).toBeNull();
});
