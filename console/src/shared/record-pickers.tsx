/** The shared pickers by name, for forms that draw them by hand. */
import { Picker, type PickerProps } from "#kit/pickers.tsx";
import "./pickers.ts";

type Props = Omit<PickerProps, "of">;
export const CountryPicker = (props: Props) => <Picker {...props} of="country" />;
export const WorkerPicker = (props: Props) => <Picker {...props} of="worker" />;
export const TeamPicker = (props: Props) => <Picker {...props} of="team" />;
