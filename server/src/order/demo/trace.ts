/** What a step of a person's way leaves behind: the new state, the row of the order's log and the time spent in a state. */
import { canMove, targetsOf, type MoveOf } from "@visadesk/contract/kit/flow.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { partyOf, statusDue } from "../flow/due.rules.ts";
import type { ApplicantStatus, Facts, Person } from "../flow/facts.ts";
import type { DemoActor, JourneyOptions, World } from "./world.ts";

type Move = MoveOf<typeof applicantFlow>;

export class Trace {
  protected readonly w: World;
  protected readonly f: Facts;
  protected readonly p: Person;
  protected readonly o: JourneyOptions;
  protected at: Date;
  private spanAt: Date;
  constructor(world: World, facts: Facts, person: Person, start: Date, options: JourneyOptions) {
    this.w = world;
    this.f = facts;
    this.p = person;
    this.o = options;
    this.at = start;
    this.spanAt = start;
  }

  protected move(
    move: Move,
    to: ApplicantStatus,
    o: { set?: Partial<Person>; system?: boolean; by?: DemoActor; reason?: string; customer_visible?: boolean },
  ): void {
    const { p } = this;
    const from = p.applicant_status;
    const def = applicantFlow.moves[move];
    if (!canMove(applicantFlow, from, move) || !targetsOf(def).includes(to)) throw new Error(`${move}: ${from} → ${to} is not in the flow`);
    this.closeSpan();
    Object.assign(p, o.set, { applicant_status: to, status_at: this.at.toISOString(), version: p.version + 1 });
    this.log(move, def.label, from, to, o);
  }

  protected log(
    move: string,
    label: string,
    from: string,
    to: string,
    o: { system?: boolean; by?: DemoActor; reason?: string; customer_visible?: boolean },
  ): void {
    const actor = o.system ? null : (o.by ?? this.o.expert);
    this.w.bulk.add("order_logs", {
      order_id: this.f.order.id,
      applicant_id: this.p.id,
      kind: "move",
      noun: "applicant",
      noun_id: this.p.id,
      move,
      label,
      from_state: from,
      to_state: to,
      actor_kind: actor ? "staff" : "system",
      actor_id: actor?.id ?? null,
      actor_name: actor?.name ?? "系统",
      reason: o.reason ?? null,
      customer_visible: o.customer_visible ?? false,
      at: this.at.toISOString(),
    });
  }

  protected span(left: Date | null): void {
    const minutes = left && this.w.clocks.calendar.workingMinutes(this.spanAt, left);
    this.w.bulk.add("stage_spans", {
      order_id: this.f.order.id,
      applicant_id: this.p.id,
      status: this.p.applicant_status,
      party: partyOf(this.f, this.p),
      entered_at: this.spanAt.toISOString(),
      left_at: left?.toISOString() ?? null,
      work_minutes: minutes,
      due_at: this.p.applicant_status === "pre_review" ? statusDue(this.w.clocks, this.f, this.p, "us") : null,
    });
  }
  protected closeSpan(): void {
    this.span(this.at);
    this.spanAt = this.at;
  }
}
