import { PaperEdit } from "./paper-form.tsx";
import { BringItems } from "../paper-quality/paper-own.tsx";

export default function BringEdit() {
  return <PaperEdit noun="bring" own={<BringItems />} />;
}
