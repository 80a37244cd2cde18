-- Parcels on their way back, in 订单耗时. Dates of visits are read from the spans, by their state.
create index applicants_returning on applicants (handed_back_at) where handed_back_at is not null and received_at is null;
drop index stage_spans_left;
drop index visits_created;
drop index visits_attended;
