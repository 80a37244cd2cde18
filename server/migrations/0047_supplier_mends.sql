-- Orders with lost originals are marked and filtered: a few rows of millions.
create index applicant_materials_lost on applicant_materials (order_id) where holder = 'lost';
