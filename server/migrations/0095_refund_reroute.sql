-- Who named the account a failed refund goes to instead, and when: another pays it, after a call.
alter table refunds add column rerouted_by int8 references workers (id), add column rerouted_at timestamptz;
