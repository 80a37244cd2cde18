-- What lies with a mission now is asked for by supplier: a few thousand rows of millions, not all papers of whom he ever handed in.
create index applicant_materials_at_embassy on applicant_materials (applicant_id) where holder = 'embassy';
