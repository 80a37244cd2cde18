-- Whose result it is. An order that is handed over takes its people along, their results stay with the expert who had them.
alter table applicants add column result_expert_id bigint references workers;
update applicants set result_expert_id = expert_id where result_at is not null;
create function applicants_take_result() returns trigger language plpgsql as $$
begin
  new.result_expert_id = case when new.result_at is null then null else new.expert_id end;
  return new;
end $$;
-- By its name it comes after applicants_take_owners, which says who the expert is.
create trigger applicants_take_result before insert on applicants for each row when (new.result_at is not null) execute function applicants_take_result();
create trigger applicants_new_result before update of result_at on applicants for each row
  when (old.result_at is distinct from new.result_at) execute function applicants_take_result();
