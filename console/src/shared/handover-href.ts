/** 休假交接 over the present page: all of mine, or one. */
export const HANDOVER = "handover";
export function handoverHref(id?: number): string {
  const params = new URLSearchParams(window.location.search);
  params.set("panel", HANDOVER);
  if (id === undefined) params.delete(HANDOVER);
  else params.set(HANDOVER, String(id));
  return `${window.location.pathname}?${params}`;
}
