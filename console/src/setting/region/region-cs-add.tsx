import { RegionAdd } from "./region-form.tsx";

export default function RegionCsAdd() {
  return <RegionAdd kind="cs" />;
}
