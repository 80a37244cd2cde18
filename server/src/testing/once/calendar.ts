/** Body of once.test.ts for the import of a calendar year. */
const rows = [{ date: "2031-01-01", day_kind: "off", name: "元旦" }];
export const calendarOnce = {
  bodies: { calendar_import: () => Promise.resolve({ calendar: "CN", year: 2031, rows, dry_run: false }) },
  other: { calendar_import: { dry_run: true } },
};
