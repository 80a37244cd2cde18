/** Whom somebody covers while they are away, as an expression over the column that names him; an empty array for most. */
export const covers = (staff: string): string =>
  `array(select h.from_staff_id from handovers h where h.to_staff_id = ${staff} and h.handover_status = 'active' order by 1)`;
