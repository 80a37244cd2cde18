/** Bodies of once.test.ts for messages; the administrator sends to himself, so that he may answer them too. */
import type { TestApp } from "../app.ts";
import { bannerBody, MsgDesk, msgBody } from "../make/msg.ts";

const DAY_MS = 86_400_000;
export function msgOnce(app: () => TestApp) {
  // Each leave of its own days.
  let leaves = 0;
  const day = (n: number): string => new Date(app().clock.now().getTime() + n * DAY_MS).toISOString();
  return {
    bodies: {
      handover_add: async () => {
        const from = 2 * ++leaves;
        return { to_staff_id: (await app().as("expert")).id, start_at: day(from), end_at: day(from + 1) };
      },
      global_message_add: () => Promise.resolve(bannerBody(app().clock.now())),
      msg_add: async () => msgBody([(await app().as("expert")).id]),
      reminder_msg_submit: async () => {
        const admin = await app().as("admin");
        const desk = new MsgDesk(app(), admin);
        const seen = await desk.seen(await desk.add([admin.id]), admin);
        return { ...seen, result_code: "done" as const, result: "只提交一次" };
      },
    },
    other: {
      handover_add: { note: "另一段交接说明" },
      global_message_add: { title: "另一条全局消息" },
      msg_add: { title: "另一条消息" },
      reminder_msg_submit: { result: "另一个结果说明" },
    },
  };
}
