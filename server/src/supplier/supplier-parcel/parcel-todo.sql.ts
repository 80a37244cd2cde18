import { TRANSIT_DAYS } from "@visadesk/contract/supplier/supplier.words.ts";
import { q, type Sql } from "#kit/db/sql.ts";
import { workDaysAgo } from "../../base-data/index.ts";

/**
 * 供应商物流待办, over `supplier_parcels p join expresses e on e.id = p.express_id`: one from a supplier that nobody counted,
 * a difference nobody settled, one too long on its way. Tab 待处理, badge and workbench read this alone.
 */
export const parcelTodo = (now: Date): Sql => q`(p.exception_open
  or (p.lost_at is null and e.type = 5 and e.express_status = 'signed')
  or (p.lost_at is null and e.express_status in ('in_transit', 'problem') and e.sent_at < ${workDaysAgo(now, TRANSIT_DAYS)}))`;
