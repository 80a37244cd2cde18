/** Who does it for a demo applicant, as the ranking of his day says. */
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { DemoAssignment } from "../../supplier/index.ts";
import { askOf } from "../applicant/applicant-supplier.ts";
import type { Facts, Person } from "../flow/facts.ts";
import type { JourneyOptions, World } from "./world.ts";

/** Working days from a passed review to the originals on our shelf. */
const READY_DAYS = 4;

export class SupplierOf {
  private readonly w: World;
  private readonly f: Facts;
  private readonly p: Person;
  private readonly o: JourneyOptions;
  private row: DemoAssignment["row"] | null = null;
  constructor(world: World, facts: Facts, person: Person, options: JourneyOptions) {
    this.w = world;
    this.f = facts;
    this.p = person;
    this.o = options;
  }

  assign(at: Date): DemoAssignment["terms"] | null {
    const { applicant_id, order_id, band, tier } = askOf(this.f, this.p);
    const { calendar } = this.w.clocks;
    const ready = calendar.addWorkingDays(shanghaiDate(at), this.p.materials.some((m) => m.kind === 2) ? READY_DAYS : 1);
    const date = calendar.missionDays(this.f.snapshot.embassy).addDays(ready, 1);
    const done = this.o.assign({ applicant_id, order_id, band, tier, date, at, by: this.o.expert.id, withRanking: this.o.keepFiles });
    if (!done) return null;
    this.w.bulk.add("supplier_assignments", done.row);
    this.row = done.row;
    return done.terms;
  }

  /** An appointment moves the day he can be handed in. */
  visits(at: string): void {
    if (this.row) this.row.planned_date = shanghaiDate(new Date(at));
  }

  release(at: Date): void {
    if (this.row) Object.assign(this.row, { released_at: at.toISOString(), release_reason: "退款成功" });
  }
}
