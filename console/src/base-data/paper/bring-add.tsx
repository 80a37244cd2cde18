import { PaperAdd } from "./paper-form.tsx";
import { BringItems } from "../paper-quality/paper-own.tsx";

export default function BringAdd() {
  return <PaperAdd noun="bring" own={<BringItems />} />;
}
