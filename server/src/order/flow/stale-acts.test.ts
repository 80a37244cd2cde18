/** An act on money or stock that comes with an old version has nothing to merge: it says what stands now. */
import { expect, it } from "vitest";
import { orderDesk } from "../../testing/make/order.ts";

const desk = await orderDesk();
const part = async (amount: number) => ({
  method: "wechat" as const,
  amount,
  trade_no: crypto.randomUUID(),
  proof: [await desk.file()],
  paid_at: desk.clock.now().toISOString(),
});

it("a payment registered twice tells the order's state and amounts", async () => {
  const { id } = await desk.order();
  const { version, amount_payable } = (await desk.facts(id)).order;
  await desk.pay(id);
  const late = await desk.refused("order_pay_register", { id, version, parts: [await part(amount_payable)] });
  const yuan = (amount_payable / 100).toFixed(2);
  expect(late.code).toBe(409);
  expect(late.msg.replaceAll(",", "")).toBe(`记录已被他人修改，请刷新后再试：订单现在「待上传资料」，应付 ¥${yuan}，实付 ¥${yuan}`);
});

it("a difference paid or withdrawn with an old version tells its state and amount", async () => {
  const { id } = await desk.order();
  await desk.pay(id);
  const of = { order_id: id, fee_kind: "photo" as const, reason: "补拍一张证件照", payer: "customer" as const, is_blocking: false };
  const diff = await desk.call("order_diff_add", { ...of, amount: 1234 });
  const { amount: _, ...paid } = await part(1);
  const { id: diffId, version } = diff;
  await desk.call("order_diff_pay", { id: diffId, version, ...paid });
  const now = `记录已被他人修改，请刷新后再试：补差价 ${diff.diff_no} 现在「已支付」，金额 ¥12.34`;
  expect(await desk.refused("order_diff_cancel", { id: diffId, version })).toMatchObject({ code: 409, msg: now });
  expect(await desk.refused("order_diff_pay", { id: diffId, version, ...paid, trade_no: "T2" })).toMatchObject({ code: 409, msg: now });
});

it("a person's move, a parcel's and a batch's say the same", async () => {
  const { id, people } = await desk.order();
  await desk.pay(id);
  const [person = 0] = people;
  const { version } = await desk.person(person);
  await desk.reviewed(person);
  expect((await desk.refused("applicant_review_pass", { id: person, version })).msg).toBe(
    "记录已被他人修改，请刷新后再试：申请人现在「等待送签」",
  );
  const batch = await desk.call("submission_batch_add", { applicant_ids: [person], plan_date: desk.today() });
  await desk.call("submission_batch_cancel", { id: batch.id, version: batch.version });
  const again = await desk.refused("submission_batch_cancel", { id: batch.id, version: batch.version });
  expect(again.msg).toBe("记录已被他人修改，请刷新后再试：批次现在「已取消」");
  const items = [{ applicant_id: person, material_id: null, name: "护照", count: 1 }];
  const sent = { order_id: id, type: 1, mode: "express" as const, carrier_code: "SF" as const, waybill_no: "SF0001", items };
  const parcel = await desk.call("express_add", sent as never);
  await desk.call("express_sign", { id: parcel.id, version: 1, signed_by: "前台" });
  expect((await desk.refused("express_sign", { id: parcel.id, version: 1, signed_by: "前台" })).msg).toBe(
    "记录已被他人修改，请刷新后再试：快递单现在「已签收」",
  );
});
