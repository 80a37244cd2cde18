/** The shared pickers by name, for forms that draw them by hand. */
import { Picker, type PickerProps } from "#kit/pickers.tsx";
import "./pickers.ts";

type Props = Omit<PickerProps, "of">;
export const CountryPicker = (props: Props) => <Picker {...props} of="country" />;
export const WorkerPicker = (props: Props) => <Picker {...props} of="worker" />;
export const RolePicker = (props: Props) => <Picker {...props} of="role" />;
export const TeamPicker = (props: Props) => <Picker {...props} of="team" />;
export const SkuPicker = (props: Props) => <Picker {...props} of="sku" />;
export const EmbassyPicker = (props: Props) => <Picker {...props} of="embassy" />;
