/** Yuan on screen, integer cents in the form. */
import { NumberInput, type NumberInputProps } from "./number-input.tsx";

export const MoneyInput = (props: NumberInputProps) => <NumberInput {...props} shift={2} marks="¥￥元" prefix="¥" suffix="元" />;
