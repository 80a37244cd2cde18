-- Claims of refused people: who handed in what, how often they objected, who judged it and by which refund it is paid.
alter table refuse_claims
  add column appeals_used int not null default 0 check (appeals_used >= 0),
  add column appeal_reason text not null default '',
  -- staff who handed in the proof or an objection for the customer
  add column handed_by bigint[] not null default '{}',
  add column reviewer_id bigint references workers,
  add column reviewed_at timestamptz;
update refuse_claims set appeals_used = 1 where appeal_used;
-- Its state is the person's, and so is its version.
alter table refuse_claims drop column appeal_used, drop column version;

-- What was sold of it, and what was paid, where that was not written down yet.
update refuse_claims c set plan = c.plan || jsonb_build_object('premium', coalesce((
  select sum(f.payable - f.refunded) from order_fees f where f.applicant_id = c.applicant_id and f.kind = 'protection'), 0))
where not c.plan ? 'premium';
update refuse_claims c set approved_amount = f.paid
from applicants a, lateral (
  select sum(x.refunded)::bigint as paid from order_fees x where x.order_id = a.order_id and x.applicant_id = a.id and x.kind <> 'protection') f
where a.id = c.applicant_id and a.applicant_status = 'refunded' and a.refusal_category is not null and c.approved_amount is null and f.paid > 0;

alter table refuse_claims
  add constraint refuse_claims_by check (proof_by in ('customer', 'staff')),
  add constraint refuse_claims_loss check (loss_party in ('us', 'supplier', 'insurer')),
  add constraint refuse_claims_approved check (approved_amount > 0),
  -- Whoever recorded the refusal or handed in the proof does not judge it.
  add constraint refuse_claims_checker check (reviewer_id is null or (reviewer_id is distinct from created_by and not reviewer_id = any (handed_by))),
  add constraint refuse_claims_refund foreign key (refund_id) references refunds;
create index refuse_claims_order on refuse_claims (order_id);
create index refuse_claims_of_refund on refuse_claims (refund_id) where refund_id is not null;
-- Those under a protection, one by one.
create index orders_protected on orders (id) where is_protected;
