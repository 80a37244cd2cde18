/** Picker of SPU, for the lists that ask for one. */
import { call } from "#kit/app/api.ts";
import { registerPicker } from "#kit/app/picker-registry.ts";

registerPicker("spu", {
  remote: true,
  load: async (keyword, signal) =>
    (await call("spu_pick", { ...(keyword && { keyword }) }, { signal, noToast: true })).list.map((s) => ({ value: s.id, label: s.name })),
});
