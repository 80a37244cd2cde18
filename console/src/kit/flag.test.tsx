import { render } from "@testing-library/react";
import { hasFlag } from "country-flag-icons";
import { expect, test } from "vitest";
import countries from "../../../server/seeds/gen/countries.json" with { type: "json" };
import { Flag } from "./flag.tsx";

test("every country with a flag has its picture; without one nothing is drawn", () => {
  const drawn = countries.map(({ id, flag_emoji }) => {
    const { container, unmount } = render(<Flag emoji={flag_emoji} />);
    const src = container.querySelector("img")?.getAttribute("src") ?? null;
    unmount();
    return { id, src, wanted: flag_emoji === "" ? null : `/flags/${id}.svg` };
  });
  expect(drawn.filter((d) => d.src !== d.wanted)).toEqual([]);
  expect(drawn.filter((d) => d.src !== null && !hasFlag(d.id))).toEqual([]);
});
