/** The pickers of provinces and of cities; their options come with the address library. Imported by the screens that filter by place. */
import { addressLibrary, loadAddressLibrary } from "#kit/app/address-library.ts";
import { registerPicker } from "#kit/app/picker-registry.ts";
import { session } from "#kit/app/session.ts";
import { provincesOf, type Province } from "./provinces.ts";

async function provinces(): Promise<Province[]> {
  await loadAddressLibrary(session.get().config?.addr_download_url ?? "");
  const library = addressLibrary();
  return library ? provincesOf(library) : [];
}
registerPicker("province", { load: async () => (await provinces()).map((p) => ({ value: p.code, label: p.name })) });
registerPicker("city", {
  load: async () =>
    (await provinces()).flatMap((p) => p.cities.map((c) => ({ value: c.code, label: c.name, hint: p.name, words: p.name }))),
});
