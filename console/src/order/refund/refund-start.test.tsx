/** 发起退款: what stands in its lines, what is sent of them, and what is said where an amount is wrong. */
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { FEE_KINDS, LIABILITIES } from "@visadesk/contract/order/words.ts";
import { afterEach, expect, it, vi } from "vitest";
import "../../screens.ts";
import { clearFeedback } from "#kit/app/feedback.ts";
import { FeedbackHost } from "#kit/app/feedback-host.tsx";
import { draw, Refused, stubServer } from "../../testing/server.tsx";
import { order } from "../order/order-fixtures.ts";
import { RefundStart } from "./refund-start.tsx";

afterEach(() => {
  act(() => clearFeedback());
  cleanup();
  vi.unstubAllGlobals();
});

const PAID = { service: 50_000, embassy: 72_000 };
/** 80 % while the customer is liable, all of it while we are; a fee of each kind of each person. */
function trial(body: Record<string, unknown>) {
  const rate = body["liability"] === "us" ? 100 : 80;
  const lines = (body["applicant_ids"] as number[]).flatMap((applicant_id) =>
    (["service", "embassy"] as const).map((fee_kind, i) => ({
      fee_id: applicant_id * 10 + i,
      applicant_id,
      applicant_no: `V261118000007-0${applicant_id - 70}`,
      applicant_name: "侯**",
      fee_kind,
      diff_no: null,
      paid: PAID[fee_kind],
      stage: "paid",
      clause: "",
      rate,
      policy_amount: (PAID[fee_kind] * rate) / 100,
    })),
  );
  const asked = (body["lines"] ?? lines.map((l) => ({ amount: l.policy_amount }))) as { amount: number }[];
  const total = asked.reduce((n, l) => n + l.amount, 0);
  return {
    order_id: 7,
    order_no: "V261118000007",
    policy_name: "标准",
    lines,
    ways: [],
    policy_amount: 0,
    total,
    kept: lines.reduce((n, l) => n + l.paid, 0) - total,
    needs_payee: false,
    fault: null,
  };
}
function open() {
  const stub = stubServer({ refund_trial: trial, refund_start: new Refused(200, { ret: 17, msg: "暂不受理" }) });
  const close = vi.fn<() => void>();
  const namesakes = order().people.map((p) => ({ ...p, name_cn: "侯**" }));
  draw(
    <>
      <RefundStart o={order({ people: namesakes })} close={close} />
      <FeedbackHost />
    </>,
  );
  return { stub, close };
}
async function choose(label: string, option: string): Promise<void> {
  fireEvent.mouseDown(await screen.findByLabelText(label));
  fireEvent.click((await screen.findAllByText(option)).find((e) => e.className.includes("option-content")) as HTMLElement);
}
const amount = (of: string): Promise<HTMLInputElement> => screen.findByLabelText<HTMLInputElement>(`申请 ${of}`);
const type = async (of: string, value: string): Promise<void> => void fireEvent.change(await amount(of), { target: { value } });
const sum = (): string => screen.getByRole("status", { name: "试算" }).textContent ?? "";
const submit = (): void => void fireEvent.click(screen.getByRole("button", { name: "提交审核" }));
const cellOf = async (of: string) => within((await amount(of)).closest("td") as HTMLElement);
/** What was said so far is answered. */
const still = () => act(() => new Promise((done) => setTimeout(done, 60)));

it("before somebody is named only that is said; it is asked for at the field too", async () => {
  const { stub } = open();
  await screen.findByRole("status", { name: "试算" });
  expect([sum(), screen.queryByText("没有可退的费用"), stub.of("refund_trial")]).toEqual(["请选择退款的申请人", null, []]);
  submit();
  expect(await screen.findByText("请选择退款的申请人", { selector: ".ant-form-item-explain-error" })).toBeTruthy();
});

it("a line that nobody typed in follows the policy of whoever is added and whoever is liable, and all lines are sent", async () => {
  const { stub } = open();
  await choose("申请人", "1. 侯**");
  await type("1. 侯** 服务费", "123");
  await choose("申请人", "2. 侯**");
  expect((await amount("2. 侯** 服务费")).value).toBe("400.00");
  await waitFor(() => expect(sum()).toContain("退 ¥1,675.00"));
  fireEvent.click(screen.getByRole("radio", { name: LIABILITIES.us }));
  await waitFor(async () => expect((await amount("2. 侯** 服务费")).value).toBe("500.00"));
  expect([(await amount("1. 侯** 服务费")).value, (await amount(`1. 侯** ${FEE_KINDS.embassy}`)).value]).toEqual(["123", "720.00"]);
  await choose("原因", "行程取消或变更");
  fireEvent.change(screen.getByLabelText("说明"), { target: { value: "客户行程取消" } });
  submit();
  await waitFor(() => expect(stub.of("refund_start")).toHaveLength(1));
  expect(stub.of("refund_start")[0]?.["lines"]).toEqual([
    { fee_id: 710, amount: 12_300 },
    { fee_id: 711, amount: 72_000 },
    { fee_id: 720, amount: 50_000 },
    { fee_id: 721, amount: 72_000 },
  ]);
});

it("untouched amounts are sent as they were shown", async () => {
  const { stub } = open();
  await choose("申请人", "2. 侯**");
  await amount("2. 侯** 服务费");
  await choose("原因", "行程取消或变更");
  fireEvent.change(screen.getByLabelText("说明"), { target: { value: "客户行程取消" } });
  submit();
  await waitFor(() => expect(stub.of("refund_start")).toHaveLength(1));
  expect(stub.of("refund_start")[0]?.["lines"]).toEqual([
    { fee_id: 720, amount: 40_000 },
    { fee_id: 721, amount: 57_600 },
  ]);
});

it.each([
  ["-5", "申请金额不能为负数"],
  ["12.345", "申请金额最多两位小数"],
  ["abc", "申请金额须为数字"],
  ["", "请输入申请金额"],
  ["500.01", "超过可退金额 ¥500.00"],
])("of %o is said at its field what is wrong; nothing is asked or sent until it is mended", async (wrong, said) => {
  const { stub } = open();
  await choose("申请人", "1. 侯**");
  await amount("1. 侯** 服务费");
  await waitFor(() => expect(sum()).toContain("退 ¥976.00"));
  const calls = stub.of("refund_trial").length;
  await type("1. 侯** 服务费", wrong);
  expect((await cellOf("1. 侯** 服务费")).getByRole("alert").textContent).toBe(said);
  expect(sum()).toBe("申请金额有误，更正后重新合计");
  await still();
  expect(stub.of("refund_trial")).toHaveLength(calls);
  submit();
  expect(await screen.findByText("请更正标红的申请金额")).toBeTruthy();
  expect(stub.of("refund_start")).toEqual([]);
  await type("1. 侯** 服务费", "100");
  await waitFor(() => expect(screen.queryByText("请更正标红的申请金额")).toBeNull());
  await waitFor(() => expect(sum()).toContain("退 ¥676.00"));
  expect(stub.of("refund_trial")).toHaveLength(calls + 1);
});

it("what only follows the choices is lost by nobody: closed untouched it asks nothing", async () => {
  stubServer({ refund_trial: trial });
  const close = vi.fn<() => void>();
  const [first] = order().people;
  draw(<RefundStart o={order({ people: first ? [first] : [] })} close={close} />);
  await amount("1. 张* 服务费");
  await still();
  fireEvent.click(screen.getByRole("button", { name: /取\s*消/ }));
  expect(close).toHaveBeenCalled();
});
