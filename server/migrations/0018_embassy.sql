-- Whether anything names a post, asked before it is removed.
create index visits_embassy on visits (embassy_id);
create index submission_batches_embassy on submission_batches (embassy_id) where embassy_id is not null;
