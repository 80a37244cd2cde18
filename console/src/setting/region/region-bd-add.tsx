import { RegionAdd } from "./region-form.tsx";

export default function RegionBdAdd() {
  return <RegionAdd kind="bd" />;
}
