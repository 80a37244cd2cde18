/** What of demo people does not fit together and was accepted before their review passed. */
import type { ConsistencyRule } from "@visadesk/contract/order/consistency/order-consistency.words.ts";
import { acceptedBy, comparedOf, marksOf } from "../consistency/order-consistency.ask.ts";
import type { Facts, Person } from "../flow/facts.ts";
import type { DemoActor, World } from "./world.ts";

const REASONS: Partial<Record<ConsistencyRule, string>> = {
  address: "夫妻两地工作，居住证明已核对",
  hotel: "分开入住，两处预订单都已核对",
  parents: "另一位家长不同行，同意书与亲属证明已核对",
};
const OTHERWISE = "已与客户电话核实，情况属实";

export function acceptDemo(world: World, f: Facts, p: Person, by: DemoActor, at: Date): void {
  const accepts = (f.accepts ??= []);
  for (const c of comparedOf(f).flatMap((r) => r.conflicts)) {
    if (!c.values.has(p.id) || acceptedBy(f.order.id, c, accepts)) continue;
    const row = {
      id: world.bulk.id("order_consistencies"),
      order_id: f.order.id,
      applicant_id: c.applicant_id,
      rule: c.rule,
      marks: marksOf(f.order.id, c),
      reason: REASONS[c.rule] ?? OTHERWISE,
      created_by: by.id,
      created_at: at.toISOString(),
    };
    accepts.unshift(row);
    world.bulk.add("order_consistencies", row);
  }
}
