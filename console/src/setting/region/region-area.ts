/** Provinces and cities of the address library as the region screens use them, and the picker over them. */
import { loadAddressLibrary, addressLibrary } from "#kit/app/address-library.ts";
import { registerPicker, type PickOption } from "#kit/app/picker-registry.ts";
import { session } from "#kit/app/session.ts";
import { provincesOf, type Province } from "#shared/provinces.ts";

export type { Place, Province } from "#shared/provinces.ts";

/** The codes after ticking or unticking one place: a whole province stands for its cities. */
export function tickPlace(codes: readonly string[], place: string, on: boolean, provinces: readonly Province[]): string[] {
  const cities = provinces.find((p) => p.code === place)?.cities.map((c) => c.code) ?? [];
  const rest = codes.filter((c) => c !== place && !(on && cities.includes(c)));
  return on ? [...rest, place] : rest;
}

registerPicker("area", {
  load: async () => {
    await loadAddressLibrary(session.get().config?.addr_download_url ?? "");
    const library = addressLibrary();
    return library
      ? provincesOf(library).flatMap((p): PickOption[] => [
          { value: p.code, label: p.name },
          ...p.cities.map((c) => ({ value: c.code, label: c.name, hint: p.name })),
        ])
      : [];
  },
});
