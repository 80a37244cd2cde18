/** Every kind of number: what was typed stays in sight and is refused in a sentence, or is taken exactly. */
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { api, write } from "@visadesk/contract/kit/endpoint.ts";
import { decimal, id, int, money, percent, rate, version, z } from "@visadesk/contract/kit/field.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { afterEach, expect, it, vi } from "vitest";
import { draw, stubServer } from "../../testing/server.tsx";
import { FeedbackHost } from "../app/feedback-host.tsx";
import { FormDialog } from "../form/form-dialog.tsx";

const KINDS = {
  money: money("数"),
  signed_money: money("数", { signed: true }),
  int: int("数", 0, 90),
  signed_int: int("数", -9, 9),
  decimal: decimal("数", 0, 90),
  signed_decimal: decimal("数", -90, 90),
  rate: rate("数", 0, 1300),
  signed_rate: rate("数", -9000, 10_000),
  percent: percent("数", z.int({ error: "数应为1-100" }).min(1, { error: "数应为1-100" }).max(100, { error: "数应为1-100" })),
};
type Kind = keyof typeof KINDS;

/** Kinds, what is typed, and what is said; what is refused stays as it was typed. */
const REFUSED: readonly (readonly [readonly Kind[], string, string])[] = [
  [["money", "int", "decimal", "rate"], "-5", "数不能为负数"],
  [["signed_int"], "-10", "数不能小于-9"],
  [["int", "signed_int"], "3.7", "数须为整数"],
  [["money", "signed_money", "rate", "signed_rate"], "6.005", "数最多两位小数"],
  [["int", "decimal"], "99", "数不能大于90"],
  [["rate"], "99", "数不能大于13%"],
  [["signed_rate"], "-90.01", "数不能小于-90%"],
  [["percent"], "101", "数应为1-100"],
  [["percent"], "8.5", "数应为1-100"],
  [["money", "int", "decimal", "rate"], "1.2.3", "数须为数字"],
  [["money", "int", "decimal", "rate"], "3天", "数须为数字"],
  [["money", "int", "decimal", "rate"], "-", "数须为数字"],
];
const TAKEN: readonly (readonly [Kind, string, number])[] = [
  ["money", "1,234.50", 123_450],
  ["money", "¥１２３。５元", 12_350],
  ["signed_money", "-100", -10_000],
  ["int", "１２", 12],
  ["signed_int", "-5", -5],
  ["signed_decimal", "-39.904211", -39.904211],
  ["rate", "3.5%", 350],
  ["rate", "0.07", 7],
  ["signed_rate", "-2.5", -250],
  ["percent", "80", 80],
];

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function shown(kind: Kind) {
  const { number_update } = api({
    number_update: write(
      "修改",
      may.order_process,
      { id: id(), version: version(), n: z.optional(KINDS[kind]) },
      z.object({ ok: z.boolean() }),
    ),
  });
  const stub = stubServer({ number_update: { ok: true } });
  const close = vi.fn();
  draw(
    <>
      <FormDialog endpoint={number_update} initial={{ id: 3, version: 7 }} onClose={close} />
      <FeedbackHost />
    </>,
  );
  return { stub, close, box: screen.getByLabelText<HTMLInputElement>("数") };
}
const save = (): void => void fireEvent.click(screen.getByRole("button", { name: /确定$/ }));

it.each(REFUSED.flatMap(([kinds, typed, said]) => kinds.map((kind) => [kind, typed, said] as const)))(
  "%s: %s stays, is refused with %s and not saved",
  async (kind, typed, said) => {
    const { stub, box } = shown(kind);
    fireEvent.change(box, { target: { value: typed } });
    fireEvent.blur(box);
    await screen.findByText(said);
    save();
    await waitFor(() => expect(document.querySelector(".vd-toast, [role=alert]")).not.toBeNull());
    // Two decimals are no other number.
    expect([typed, `${typed}.00`]).toContain(box.value);
    expect(stub.asked).toEqual([]);
  },
);

it.each(TAKEN)("%s: %s is taken as %s", async (kind, typed, stored) => {
  const { stub, close, box } = shown(kind);
  fireEvent.change(box, { target: { value: typed } });
  fireEvent.blur(box);
  save();
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(stub.of("number_update")).toEqual([{ id: 3, version: 7, n: stored }]);
});
