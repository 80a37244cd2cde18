-- Whoever the mission sent back for a supplement goes anew, with others too: his first line tells of the first time alone.
alter table submissions drop constraint submissions_line_status_check;
alter table submissions add constraint submissions_line_status_check
  check (line_status in ('packed', 'sent', 'submitted', 'past', 'removed', 'void'));
update submissions s set line_status = 'past'
from applicants a
where a.id = s.applicant_id and a.supplement_source = 'embassy' and s.line_status = 'submitted';

-- Waybills are kept as couriers print them, those from before as well. What would then be one number twice stays as it is.
with w as (
  select id, carrier_code, express_status <> 'cancelled' as is_live, waybill_no,
    upper(regexp_replace(normalize(waybill_no, NFKC), '\s', '', 'g')) as printed
  from expresses where waybill_no is not null
), one as (
  select id, printed, waybill_no, is_live, count(*) filter (where is_live) over (partition by carrier_code, printed) as live from w
)
update expresses e set waybill_no = one.printed
from one
where one.id = e.id and one.printed <> one.waybill_no and one.printed <> '' and (not one.is_live or e.carrier_code is null or one.live = 1);
