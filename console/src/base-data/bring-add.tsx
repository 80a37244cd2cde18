import { PaperAdd } from "./paper-form.tsx";
import { BringItems } from "./paper-own.tsx";

export default function BringAdd() {
  return <PaperAdd noun="bring" own={<BringItems />} />;
}
