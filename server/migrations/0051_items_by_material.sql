-- Since when an original lies with a supplier is asked of its last parcel, left or not.
create index supplier_parcel_items_material on supplier_parcel_items (material_id) where material_id is not null;
