-- Visits that come, for their reminders.
create index visits_coming on visits (visit_at) where visit_status = 'booked';
