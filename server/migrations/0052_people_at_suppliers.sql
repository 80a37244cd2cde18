-- Whom suppliers work for now: an assignment stays after its case is over. How far his case is stands at it too, so that what is open and what must
-- be sent soon are found by their own indexes and not walked out of all assignments there ever were. UNSUBMITTED_TABS of the contract.
create function case_progress(tab text) returns text language sql immutable parallel safe
  return case when tab = 'closed' then 'over'
    when tab in ('none', 'pre_review', 'supplement', 'originals', 'appointment', 'confirm', 'visit', 'submission') then 'waiting' else 'handed_in' end;
alter table supplier_assignments add column progress text not null default 'waiting' check (progress in ('waiting', 'handed_in', 'over'));
update supplier_assignments x set progress = case_progress(a.tab) from applicants a where a.id = x.applicant_id and case_progress(a.tab) <> 'waiting';
create function supplier_assignments_progress() returns trigger language plpgsql as $$
begin
  select case_progress(a.tab) into strict new.progress from applicants a where a.id = new.applicant_id;
  return new;
end $$;
create trigger supplier_assignments_progress before insert on supplier_assignments for each row execute function supplier_assignments_progress();
create function applicants_progress() returns trigger language plpgsql as $$
begin
  update supplier_assignments set progress = case_progress(new.tab) where applicant_id = new.id and released_at is null;
  return null;
end $$;
create trigger applicants_progress after update of tab on applicants for each row
  when (case_progress(old.tab) <> case_progress(new.tab)) execute function applicants_progress();
drop index supplier_assignments_planned;
drop index supplier_assignments_supplier;
create index supplier_assignments_waiting on supplier_assignments (planned_date, id) where released_at is null and progress = 'waiting';
create index supplier_assignments_at_work on supplier_assignments (supplier_id, planned_date, id) where released_at is null and progress <> 'over';

-- Parcels by when they left and arrived.
create index expresses_supplier_sent on expresses (sent_at desc nulls last, id desc) where supplier_id is not null;
create index expresses_supplier_signed on expresses (signed_at desc nulls last, id desc) where supplier_id is not null;
