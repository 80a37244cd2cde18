export { RegionEdit as default } from "./region-form.tsx";
