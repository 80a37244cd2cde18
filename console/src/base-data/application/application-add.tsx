import { ApplicationItems } from "./application-own.tsx";
import { PaperAdd } from "../paper/paper-form.tsx";

export default function ApplicationAdd() {
  return <PaperAdd noun="application" own={<ApplicationItems />} />;
}
