/** The shared pickers by name, for forms that draw them by hand. */
import { registerPicker } from "#kit/app/picker-registry.ts";
import { Picker, type PickerProps } from "#kit/pickers.tsx";
import { may } from "@visadesk/contract/permissions.ts";
import { workers } from "./pickers.ts";

registerPicker("order_processor", workers([may.order_process]));
registerPicker("peer_holder", workers([may.peer]));
registerPicker("order_holder", workers([may.order_view, may.order_process]));
registerPicker("exhibition_holder", workers([may.peer_exhibition]));
registerPicker("work_order_handler", workers([may.peer_work_order]));
registerPicker("remind_handler", workers([may.order_remind]));
registerPicker("colleague", workers([may.workbench]));

type Props = Omit<PickerProps, "of">;
export const CountryPicker = (props: Props) => <Picker {...props} of="country" />;
/** For what the server gives to enabled staff alone; somebody disabled is shown only where he is what stands there. */
export const WorkerPicker = (props: Props) => <Picker {...props} of="worker" only={(o) => !o.off} />;
/** Staff who may process orders. */
export const OrderProcessorPicker = (props: Props) => <Picker {...props} of="order_processor" />;
/** Staff who may see or process orders: owners of orders and of the regions they come from. */
export const OrderHolderPicker = (props: Props) => <Picker {...props} of="order_holder" only={(o) => !o.off} />;
/** Staff who may see peers: their owners, and who won them. */
export const PeerHolderPicker = (props: Props) => <Picker {...props} of="peer_holder" only={(o) => !o.off} />;
/** Peers at work. */
export const PeerPicker = (props: Props) => <Picker {...props} of="peer" only={(o) => !o.off} />;
/** Peers at work that are agencies, and those that are companies. */
export const AgencyPicker = (props: Props) => <Picker {...props} of="peer_agency" only={(o) => !o.off} />;
export const CompanyPicker = (props: Props) => <Picker {...props} of="peer_company" only={(o) => !o.off} />;
/** Groups that serve peers and have their prices. */
export const GroupPicker = (props: Props) => <Picker {...props} of="peer_group" />;
export const SkuPicker = (props: Props) => <Picker {...props} of="sku" />;
/** Staff who may have exhibitions and leads. */
export const ExhibitionHolderPicker = (props: Props) => <Picker {...props} of="exhibition_holder" only={(o) => !o.off} />;
/** Staff who may handle work orders. */
export const WorkOrderHandlerPicker = (props: Props) => <Picker {...props} of="work_order_handler" only={(o) => !o.off} />;
/** Staff who may handle reminders of orders. */
export const RemindHandlerPicker = (props: Props) => <Picker {...props} of="remind_handler" only={(o) => !o.off} />;
/** Staff with a workbench: who may get a message and review one. */
export const ColleaguePicker = (props: Props) => <Picker {...props} of="colleague" only={(o) => !o.off} />;
export const TeamPicker = (props: Props) => <Picker {...props} of="team" />;
