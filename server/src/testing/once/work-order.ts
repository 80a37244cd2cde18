/** Bodies of once.test.ts for work orders and their configurations. */
import type { TestApp } from "../app.ts";
import { configBody, key, workOrderDeskOf, type WorkOrderDesk } from "../make/work-order.ts";

export function workOrderOnce(app: () => TestApp) {
  const opened = (): Promise<WorkOrderDesk> => workOrderDeskOf(app());
  const one = async (d: WorkOrderDesk): Promise<number> => {
    const { id } = await d.config();
    return (await d.add(id, (await d.peer()).id)).id;
  };
  const pending = async () => {
    const d = await opened();
    return d.of(await one(d));
  };
  const taken = async () => {
    const d = await opened();
    const w = await d.of(await one(d));
    await d.service.call("work_order_take", w);
    return { d, w: await d.of(w.id) };
  };
  const draft = async () => {
    const d = await opened();
    const { id, version } = await d.admin.call("work_order_config_add", { ...configBody(), ...key() });
    return { id, version };
  };
  const other = { version: 99 };
  return {
    bodies: {
      work_order_config_add: () => Promise.resolve(configBody()),
      work_order_config_draft: async () => {
        const d = await opened();
        const { id } = await d.config();
        const { version } = await d.admin.call("work_order_config_get", { id });
        return { id, version };
      },
      work_order_config_publish: draft,
      work_order_add: async () => {
        const d = await opened();
        const { id } = await d.config();
        return { peer_id: (await d.peer()).id, config_id: id, title: "只提一次", answers: {} };
      },
      work_order_reply: async () => ({ ...(await pending()), text: "只回一次" }),
      work_order_reply_batch: async () => ({ ids: [(await pending()).id], text: "只回一次" }),
      work_order_hand_over_batch: async () => ({ ids: [(await pending()).id], handler_id: (await opened()).admin.id, reason: "请假" }),
      work_order_ask: async () => ({ ...(await taken()).w, text: "请补充护照首页" }),
      work_order_answer: async () => {
        const { d, w } = await taken();
        await d.service.call("work_order_ask", { ...w, text: "请补充护照首页", ...key() });
        return { ...(await d.of(w.id)), text: "已补充" };
      },
    },
    other: {
      work_order_config_add: { name: "另一个" },
      work_order_config_draft: other,
      work_order_config_publish: other,
      work_order_add: { title: "另一张" },
      work_order_reply: other,
      work_order_reply_batch: { text: "另一句" },
      work_order_hand_over_batch: { reason: "另一个原因" },
      work_order_ask: other,
      work_order_answer: other,
    },
  };
}
