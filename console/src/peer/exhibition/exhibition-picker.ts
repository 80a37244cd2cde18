import { call } from "#kit/app/api.ts";
import { registerPicker } from "#kit/app/picker-registry.ts";

registerPicker("peer_exhibition", {
  remote: true,
  load: async (keyword, signal) =>
    (
      await call(
        "peer_exhibition_query",
        { ...(keyword && { keyword }), page_size: 50, fields: ["id", "name", "city", "start_on"] },
        { signal, noToast: true },
      )
    ).list.map((e) => ({ value: e.id, label: e.name, hint: `${e.city} ${e.start_on}` })),
});
