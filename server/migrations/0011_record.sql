-- Base data that staff keep: what the first areas did not need yet.
alter table countries
  add column time_zone text not null default '',
  add column plug text not null default '',
  add column emergency_phone text not null default '',
  add column cn_mission_phone text not null default '';
alter table appointments
  add column status smallint not null default 1 check (status in (0, 1)),
  add column sort int not null default 0,
  add column remark text not null default '';
alter table refund_policies
  add column sort int not null default 0,
  add column remark text not null default '';
alter table mail_centres
  add column sort int not null default 0,
  add column remark text not null default '';

-- Which products rest on a record.
create index sku_documents_document on sku_documents (document_id, sku_id);
create index skus_embassy on skus (embassy_id) where embassy_id is not null;
create index skus_submit_place on skus (submit_place_id) where submit_place_id is not null;
create index skus_refund_policy on skus (refund_policy_id) where refund_policy_id is not null;
create index skus_mail_centre on skus (mail_centre_id) where mail_centre_id is not null;
create index applicant_materials_document on applicant_materials (document_id) where document_id is not null;
