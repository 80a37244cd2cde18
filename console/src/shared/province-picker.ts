/** The picker of provinces; its options come with the address library. Imported by the screens that filter by province. */
import { addressLibrary, loadAddressLibrary } from "#kit/app/address-library.ts";
import { registerPicker } from "#kit/app/picker-registry.ts";
import { session } from "#kit/app/session.ts";
import { provincesOf } from "./provinces.ts";

registerPicker("province", {
  load: async () => {
    await loadAddressLibrary(session.get().config?.addr_download_url ?? "");
    const library = addressLibrary();
    return library ? provincesOf(library).map((p) => ({ value: p.code, label: p.name })) : [];
  },
});
