-- On hold it is the turn of whoever is waited for.
update applicants set waiting_party = hold_party where held_at is not null and hold_party is not null;
