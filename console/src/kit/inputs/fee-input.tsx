/** An amount in the currency that its form chose: typed in units, kept in minor units. */
import { currencyDigits } from "@visadesk/contract/base-data/official-fee.rules.ts";
import { Form } from "antd";
import { useFormScope } from "../form/form-scope.ts";
import { NumberInput, type NumberInputProps } from "./number-input.tsx";

export function FeeInput(props: NumberInputProps) {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch("currency", form);
  const chosen = watched ?? initial["currency"];
  const currency = typeof chosen === "string" && chosen !== "" ? chosen : "CNY";
  return <NumberInput {...props} shift={currencyDigits(currency)} marks="¥￥元" suffix={currency} />;
}
