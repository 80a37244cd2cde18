/** The policy's field, with the picker it draws from. */
import { Item } from "#kit/page/item.tsx";
import "./sku-inputs.tsx";

export const PolicyItem = () => <Item name="refund_policy_id" />;
