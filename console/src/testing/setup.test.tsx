import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

it("draws in a document", () => {
  render(<p>你好</p>);
  expect(screen.getByText("你好").tagName).toBe("P");
});

it.fails("fails a test that warns", () => {
  render(
    <>
      {["a", "b"].map((t) => (
        <p>{t}</p>
      ))}
    </>,
  );
});
