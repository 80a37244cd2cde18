// Written by `npm run gen` from server/migrations. Do not edit.
import type { ColumnType } from "kysely";

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
/** Read as a value, written as text: JSON.stringify(value). */
type Json = ColumnType<JsonValue, string, string>;
type Timestamp = ColumnType<string, string | Date, string | Date>;
type List<T> = ColumnType<T[], readonly T[], readonly T[]>;
type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
type Always<T> = T extends ColumnType<infer S, infer _I, infer _U> ? ColumnType<S, never, never> : ColumnType<T, never, never>;

export interface Tables {
  adjustments: {
    id: Always<number>;
    adjust_no: string;
    kind: "peer_adjust" | "reversal" | "cash_transfer" | "bank_item" | "suspense_claim" | "suspense_return" | "supplier_prepay" | "bad_debt" | "opening";
    journal_id: number | null;
    peer_id: number | null;
    supplier_id: number | null;
    company_account_id: number | null;
    to_account_id: number | null;
    account: "peer_principal" | "peer_gift" | "peer_credit" | "cash" | "payable" | null;
    direction: "in" | "out" | null;
    amount: number;
    booked_on: string;
    reason: string;
    files: Generated<List<string>>;
    adjust_status: Generated<"pending" | "approved" | "rejected" | "withdrawn">;
    decided_by: number | null;
    decided_at: Timestamp | null;
    decided_note: Generated<string>;
    booked_id: number | null;
    version: Generated<number>;
    created_by: number;
    created_at: Timestamp;
    updated_at: Timestamp;
    statement_line_id: number | null;
    payee_name: Generated<string>;
    payee_account: Generated<string>;
    payee_account_sealed: string | null;
    payee_account_hash: string | null;
    payee_account_tail: string | null;
    payee_bank: Generated<string>;
  };
  applicant_materials: {
    id: Always<number>;
    order_id: number;
    applicant_id: number;
    kind: number;
    document_id: number | null;
    name: string;
    category: number | null;
    sub_type: string | null;
    requirement: Generated<string>;
    owner: "must" | "optional" | "ours";
    group_key: Generated<string>;
    need_n: Generated<number>;
    page_type: Generated<number>;
    max_pages: Generated<number>;
    copies: Generated<number>;
    is_original: Generated<boolean>;
    max_age_days: Generated<number>;
    material_status: Generated<"missing" | "submitted" | "passed" | "rejected" | "waived">;
    round: Generated<number>;
    reject_code: string | null;
    reject_text: string | null;
    waive_reason: string | null;
    reviewed_by: number | null;
    reviewed_at: Timestamp | null;
    doc_date: string | null;
    form_answers: Json | null;
    form_status: "draft" | "submitted" | "locked" | null;
    application_version_id: number | null;
    holder: "customer" | "courier" | "us" | "supplier" | "embassy" | "lost" | null;
    slot: string | null;
    received_count: Generated<number>;
    sort: Generated<number>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    asked_later: Generated<boolean>;
    holder_supplier_id: number | null;
  };
  applicants: {
    id: Always<number>;
    order_id: number;
    seq: number;
    applicant_no: string;
    country_id: string;
    sku_id: number;
    expert_id: number | null;
    name_cn: string | null;
    surname_en: string | null;
    given_name_en: string | null;
    gender: "male" | "female" | null;
    birth_date: string | null;
    birth_place: string | null;
    nationality: Generated<string>;
    id_card_no: string | null;
    passport_no: string | null;
    passport_issue_date: string | null;
    passport_expiry_date: string | null;
    passport_issue_place: string | null;
    mobile: string | null;
    email: string | null;
    identity: "employed" | "freelance" | "retired" | "student" | "preschool" | "general" | null;
    marital: "single" | "married" | "divorced" | "widowed" | null;
    household_province: string | null;
    household_city: string | null;
    address: Json | null;
    relation: Generated<"self" | "spouse" | "child" | "parent" | "other">;
    main_applicant_id: number | null;
    is_child: Generated<boolean>;
    refused_before: boolean | null;
    refused_on: string | null;
    refused_note: string | null;
    applicant_status: Generated<"none" | "pre_review" | "pre_review_rejected" | "pre_review_failed" | "awaiting_originals" | "awaiting_appointment" | "awaiting_confirm" | "appointed" | "awaiting_training" | "awaiting_visit" | "awaiting_submission" | "in_embassy" | "issued" | "refused" | "refused_proof" | "refused_review" | "refused_rejected" | "refunding" | "refunded" | "cancelled">;
    prev_status: string | null;
    status_at: Timestamp;
    status_due_at: Timestamp | null;
    due_sort: Always<Timestamp>;
    waiting_party: Generated<"us" | "customer" | "embassy" | "supplier" | "courier">;
    hold_party: "customer" | "embassy" | "supplier" | "courier" | null;
    hold_reason: string | null;
    held_at: Timestamp | null;
    hold_minutes_left: number | null;
    supplement_round: Generated<number>;
    supplement_due_at: Timestamp | null;
    supplement_source: "review" | "originals" | "embassy" | null;
    admin_check_due: string | null;
    collected_at: Timestamp | null;
    review_passed_at: Timestamp | null;
    submitted_at: Timestamp | null;
    result_at: Timestamp | null;
    handed_back_at: Timestamp | null;
    received_at: Timestamp | null;
    supplier_id: number | null;
    settle_price: number | null;
    settle_includes_embassy: boolean | null;
    settle_trigger: "submitted" | "issued" | "completed" | null;
    on_refusal: "full" | "service_half" | "embassy_only" | "none" | null;
    submit_date: string | null;
    application_no: string | null;
    visa_no: string | null;
    visa_issue_date: string | null;
    visa_effective_date: string | null;
    visa_expiry_date: string | null;
    stay_days: number | null;
    entry_count: string | null;
    result_files: Generated<List<string>>;
    refusal_category: string | null;
    refusal_text: string | null;
    refusal_files: Generated<List<string>>;
    liability: "us" | "customer" | "embassy" | "unknown" | null;
    materials_must: Generated<number>;
    materials_passed: Generated<number>;
    tab: Always<string>;
    owner_ids: Generated<List<number>>;
    is_urgent: Generated<boolean>;
    search: Generated<List<string>>;
    search_text: Generated<string>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    result_expert_id: number | null;
    passport_no_sealed: string | null;
    passport_no_hash: string | null;
    passport_no_tail: string | null;
    id_card_no_sealed: string | null;
    id_card_no_hash: string | null;
    id_card_no_tail: string | null;
    mobile_sealed: string | null;
    mobile_hash: string | null;
    mobile_tail: string | null;
    settle_includes_centre: boolean | null;
    embassy_part: number | null;
  };
  application_versions: {
    id: Always<number>;
    application_id: number;
    version_no: number;
    state: "draft" | "published" | "retired";
    sections: Json;
    note: Generated<string>;
    created_by: number | null;
    created_at: Timestamp;
    version: Generated<number>;
    updated_by: number | null;
    updated_at: Timestamp;
    previewed_at: Timestamp | null;
    published_by: number | null;
    published_at: Timestamp | null;
    retired_at: Timestamp | null;
  };
  appointment_points: {
    id: Always<number>;
    appointment_id: number;
    earliest_date: string | null;
    no_slots: boolean;
    slots_note: Generated<string>;
    source: "staff" | "supplier";
    supplier_id: number | null;
    made_by: number | null;
    at: Timestamp;
  };
  appointments: {
    id: Always<number>;
    place_id: number;
    visa_type: number | null;
    earliest_date: string | null;
    no_slots: Generated<boolean>;
    slots_note: Generated<string>;
    half: Generated<"any" | "am" | "pm">;
    min_lead_days: Generated<number>;
    source: Generated<"staff" | "supplier">;
    supplier_id: number | null;
    valid_days: Generated<number>;
    updated_by: number | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    status: Generated<0 | 1>;
    sort: Generated<number>;
    remark: Generated<string>;
    checked_at: Timestamp;
  };
  calendar_days: {
    calendar: string;
    date: string;
    day_kind: "off" | "work";
    name: Generated<string>;
    source: Generated<string>;
    updated_at: Timestamp;
  };
  carrier_cards: {
    id: Always<number>;
    supplier_id: number;
    carrier_code: string;
    card_no: string;
    name: string;
    team_id: number | null;
    rates: Generated<Json>;
    bill_day: Generated<number>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    is_enabled: Generated<boolean>;
  };
  company_accounts: {
    id: Always<number>;
    row_key: string;
    name: string;
    kind: "bank" | "card" | "wallet" | "channel";
    bank_name: Generated<string>;
    account_no: Generated<string>;
    account_no_sealed: string | null;
    account_no_hash: string | null;
    account_no_tail: string | null;
    holder: Generated<string>;
    currency: Generated<string>;
    day_limit: number | null;
    low_water: number | null;
    statement_map: Json | null;
    account_status: Generated<"draft" | "enabled" | "disabled">;
    submitted_by: number | null;
    confirmed_by: number | null;
    confirmed_at: Timestamp | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  countries: {
    id: string;
    code3: string;
    code_num: string;
    name_zh: string;
    name_en: string;
    pinyin: string;
    initial: string;
    continent: string;
    flag_emoji: Generated<string>;
    cover: string | null;
    capital: Generated<string>;
    currencies: Generated<List<string>>;
    phone_codes: Generated<List<string>>;
    languages: Generated<List<string>>;
    is_region: Generated<boolean>;
    is_schengen: Generated<boolean>;
    is_hot: Generated<boolean>;
    visa_policy: Generated<"free" | "arrival" | "evisa" | "eta" | "required" | "self" | "unknown">;
    visa_free_days: number | null;
    policy_note: Generated<string>;
    passport_months: Generated<number>;
    blank_pages: Generated<number>;
    source: Generated<string>;
    sort: Generated<number>;
    status: Generated<0 | 1>;
    remark: Generated<string>;
    verified_at: Timestamp | null;
    verified_by: number | null;
    verify_months: Generated<number>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    time_zone: Generated<string>;
    plug: Generated<string>;
    emergency_phone: Generated<string>;
    cn_mission_phone: Generated<string>;
  };
  custodies: {
    id: Always<number>;
    material_id: number;
    from_holder: string;
    to_holder: string;
    staff_id: number | null;
    slot: string | null;
    express_id: number | null;
    batch_id: number | null;
    count: number;
    note: Generated<string>;
    at: Timestamp;
    supplier_id: number | null;
  };
  document_stats: {
    document_id: number;
    reviewed_90: number;
    passed_90: number;
    first_pass_rate: number | null;
    reasons: Generated<Json>;
    before_reviewed: Generated<number>;
    before_passed: Generated<number>;
    after_reviewed: Generated<number>;
    after_passed: Generated<number>;
    at: Timestamp;
  };
  documents: {
    id: Always<number>;
    kind: number;
    name: string;
    category: number | null;
    sub_type: string | null;
    identities: Generated<List<string>>;
    country_ids: Generated<List<string>>;
    requirement: Generated<string>;
    samples_good: Generated<List<string>>;
    samples_bad: Generated<List<string>>;
    check_points: Generated<List<string>>;
    reason_ids: Generated<List<number>>;
    max_age_days: Generated<number>;
    default_owner: Generated<"must" | "optional" | "ours">;
    page_type: Generated<0 | 1>;
    max_pages: Generated<number>;
    pattern: Generated<string>;
    formats: Generated<List<string>>;
    max_mb: Generated<number>;
    template_file: string | null;
    is_original: Generated<boolean>;
    copies: Generated<number>;
    return_needed: Generated<boolean>;
    print_on_notice: Generated<boolean>;
    photo_rule: Json | null;
    fill_mode: string | null;
    pdf_file: string | null;
    official_url: string | null;
    sort: Generated<number>;
    status: Generated<0 | 1>;
    remark: Generated<string>;
    verified_at: Timestamp | null;
    verified_by: number | null;
    verify_months: Generated<number>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    updated_by: number | null;
    text_at: Timestamp | null;
  };
  drafts: {
    worker_id: number;
    key: string;
    content: string;
    base_version: number | null;
    saved_at: Timestamp;
  };
  duties: {
    id: Always<number>;
    worker_id: number;
    kind: "leave" | "out" | "training" | "on";
    from_date: string;
    to_date: string;
    half: Generated<"all" | "am" | "pm">;
    reason: Generated<string>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  embassies: {
    id: Always<number>;
    embassy_type: number;
    country_id: string;
    name: string;
    short_name: Generated<string>;
    operator: Generated<string>;
    parent_ids: Generated<List<number>>;
    city: Generated<string>;
    address: Json | null;
    lat: number | null;
    lon: number | null;
    phone: Generated<string>;
    email: Generated<string>;
    website: Generated<string>;
    weekdays: Generated<List<number>>;
    open_from: Generated<string>;
    open_to: Generated<string>;
    pickup_hours: Generated<string>;
    follow_cn: Generated<boolean>;
    transport: Generated<string>;
    carry_limits: Generated<string>;
    notice_note: Generated<string>;
    district_name: Generated<string>;
    domicile_limit: Generated<boolean>;
    district_area: Generated<Json>;
    residence_counts: Generated<boolean>;
    follow_relative: Generated<boolean>;
    channel: Generated<string>;
    source: Generated<string>;
    sort: Generated<number>;
    status: Generated<0 | 1>;
    remark: Generated<string>;
    verified_at: Timestamp | null;
    verified_by: number | null;
    verify_months: Generated<number>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  embassy_payments: {
    id: Always<number>;
    payment_no: string;
    order_id: number;
    applicant_id: number;
    country_id: string;
    embassy_id: number | null;
    item: "visa" | "centre" | "biometric" | "courier";
    attempt: Generated<number>;
    attempt_reason: "reappointment" | "official_returned" | null;
    origin: "order" | "hand";
    currency: string;
    foreign_minor: number;
    fx_rate_id: number | null;
    rate_micro: number | null;
    amount: number | null;
    settled_amount: number | null;
    company_account_id: number | null;
    batch_no: string | null;
    receipt_no: string | null;
    receipt: string | null;
    paid_at: Timestamp | null;
    paid_by: number | null;
    released_by: number | null;
    released_at: Timestamp | null;
    collected: Generated<number>;
    variance: number | null;
    variance_way: "absorb" | "income" | "charge" | "give_back" | null;
    variance_by: number | null;
    variance_at: Timestamp | null;
    returned_amount: number | null;
    returned_on: string | null;
    return_proof: string | null;
    returned_by: number | null;
    reason: Generated<string>;
    embassy_payment_status: Generated<"to_release" | "to_pay" | "paid" | "failed" | "returned" | "void">;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  erasure_runs: {
    id: Always<number>;
    cutoff_date: string;
    erasure_status: Generated<"preview" | "approved" | "running" | "done" | "cancelled">;
    counts: Generated<Json>;
    erased: Json | null;
    kept: Generated<Json>;
    kept_count: Generated<number>;
    maker_id: number | null;
    checker_id: number | null;
    approved_at: Timestamp | null;
    finished_at: Timestamp | null;
    version: Generated<number>;
    created_at: Timestamp;
  };
  exhibition_lead_follows: {
    id: Always<number>;
    lead_id: number;
    text: string;
    by_id: number | null;
    at: Timestamp;
  };
  exhibition_leads: {
    id: Always<number>;
    exhibition_id: number;
    row_key: string;
    kind: "new" | "peer";
    company: string;
    name: Generated<string>;
    mobile: string;
    mobile_sealed: string | null;
    mobile_hash: string | null;
    mobile_tail: string | null;
    title: Generated<string>;
    card_file: string | null;
    interest: Generated<"high" | "mid" | "low">;
    country_ids: Generated<List<string>>;
    owner_id: number;
    next_follow_on: string | null;
    first_called_at: Timestamp | null;
    peer_id: number | null;
    application_id: number | null;
    lost_reason: Generated<string>;
    note: Generated<string>;
    lead_status: Generated<"new" | "contacted" | "applied" | "won" | "lost">;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  expert_picks: {
    id: Always<number>;
    order_id: number;
    country_id: string;
    is_urgent: boolean;
    picked_id: number | null;
    step: "load" | "relaxed" | "leader" | "nobody";
    duty_at: Timestamp;
    candidates: Generated<Json>;
    at: Timestamp;
  };
  experts: {
    id: Always<number>;
    worker_id: number;
    country_ids: Generated<List<string>>;
    handle_urgent: Generated<boolean>;
    max_open: Generated<number>;
    weight: Generated<number>;
    accept_new: Generated<boolean>;
    display_name: Generated<string>;
    last_pick_at: Timestamp | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  export_tasks: {
    id: Always<number>;
    export_no: string;
    worker_id: number;
    endpoint: string;
    title: string;
    filter: Json;
    columns: List<string>;
    format: "xlsx" | "csv";
    is_masked: Generated<boolean>;
    row_count: number | null;
    expected_count: number | null;
    job_id: number | null;
    status: Generated<"pending" | "waiting" | "running" | "done" | "failed" | "cancelled" | "rejected" | "expired">;
    file_key: string | null;
    file_size: number | null;
    error: string | null;
    downloads: Generated<number>;
    link_hash: string | null;
    link_until: Timestamp | null;
    link_session_id: number | null;
    expires_at: Timestamp | null;
    version: Generated<number>;
    created_at: Timestamp;
    finished_at: Timestamp | null;
    filter_sealed: string | null;
    filter_text: Generated<string>;
    is_filter_hidden: Generated<boolean>;
    reason: Generated<string>;
    sha256: string | null;
    decided_by: number | null;
    decided_at: Timestamp | null;
    decided_note: Generated<string>;
  };
  express_items: {
    id: Always<number>;
    express_id: number;
    applicant_id: number | null;
    material_id: number | null;
    name: string;
    count: number;
    counted: number | null;
  };
  expresses: {
    id: Always<number>;
    type: number;
    order_id: number | null;
    batch_id: number | null;
    supplier_id: number | null;
    invoice_id: number | null;
    mode: "express" | "shop" | "internal" | "pickup";
    carrier_code: string | null;
    waybill_no: string | null;
    monthly_card_no: string | null;
    goods: Generated<List<string>>;
    sender: Json | null;
    receiver: Json | null;
    weight_g: number | null;
    cost: Generated<number>;
    pay_kind: Generated<"monthly" | "collect" | "cash">;
    insured_amount: Generated<number>;
    express_status: Generated<"created" | "in_transit" | "problem" | "signed" | "checked" | "returned" | "cancelled">;
    track_state: string | null;
    tracks: Generated<Json>;
    sent_at: Timestamp | null;
    signed_at: Timestamp | null;
    signed_by: string | null;
    exception: "short" | "damaged" | "wrong" | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    card_id: number | null;
    zone: "same_city" | "same_province" | "other_province" | "remote" | null;
    estimated_cost: number | null;
  };
  file_uploads: {
    file_id: number;
    worker_id: number;
    filename: string;
    created_at: Timestamp;
  };
  files: {
    id: Always<number>;
    key: string;
    is_private: boolean;
    sha256: string;
    size: number;
    content_type: string;
    width: number | null;
    height: number | null;
    created_at: Timestamp;
  };
  finance_settings: {
    id: number;
    remittance_second_limit: Generated<number>;
    withdraw_second_limit: Generated<number>;
    write_off_limit: Generated<number>;
    adjust_file_limit: Generated<number>;
    match_suggest: Generated<number>;
    match_lead: Generated<number>;
    gift_max_pct: Generated<number>;
    withdraw_fee_bp: Generated<number>;
    withdraw_fee_min: Generated<number>;
    embassy_tolerance: Generated<number>;
    tax_service_bp: Generated<number>;
    tax_embassy_bp: Generated<number>;
    special_surcharge_bp: Generated<number>;
    item_service: Generated<string>;
    item_embassy: Generated<string>;
    statement_silent_days: Generated<number>;
    overdue_freeze_days: Generated<number>;
    export_approval_rows: Generated<number>;
    version: Generated<number>;
    updated_by: number | null;
    updated_at: Timestamp;
  };
  former_role_admins: {
    worker_id: number;
    held_until: Timestamp;
  };
  frozen_lines: {
    journal_line_id: number;
    by_no: string;
  };
  fx_rates: {
    id: Always<number>;
    currency: string;
    day: string;
    rate_micro: number;
    source: string;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  gift_lots: {
    id: Always<number>;
    peer_id: number;
    source: string;
    amount: number;
    remaining: number;
    expires_on: string | null;
    max_order_pct: Generated<number>;
    created_at: Timestamp;
    reopened_at: Timestamp | null;
  };
  global_message_confirmations: {
    global_message_id: number;
    staff_id: number;
    at: Timestamp;
  };
  global_messages: {
    id: Always<number>;
    level: "info" | "warning" | "critical";
    title: string;
    content: Generated<string>;
    link: string | null;
    audience: "all" | "roles" | "teams";
    audience_ids: Generated<List<number>>;
    start_at: Timestamp;
    end_at: Timestamp;
    must_confirm: Generated<boolean>;
    is_closed: Generated<boolean>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  grant_changes: {
    id: Always<number>;
    kind: "role" | "assign";
    role_id: number | null;
    worker_id: number | null;
    target_name: string;
    seen_version: number;
    old: Json;
    new: Json;
    added_sensitive: List<number>;
    reason: Generated<string>;
    reject_text: string | null;
    maker_id: number;
    checker_id: number | null;
    is_sole: Generated<boolean>;
    expires_at: Timestamp;
    decided_at: Timestamp | null;
    grant_status: "pending" | "approved" | "rejected" | "withdrawn" | "expired";
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  handovers: {
    id: Always<number>;
    from_staff_id: number;
    to_staff_id: number;
    start_at: Timestamp;
    end_at: Timestamp;
    note: Generated<string>;
    handover_status: Generated<"planned" | "active" | "ended" | "cancelled">;
    confirmed_at: Timestamp | null;
    started_at: Timestamp | null;
    ended_at: Timestamp | null;
    reason: Generated<string>;
    brief: Json | null;
    outcome: Json | null;
    read_at: Timestamp | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  idempotency_keys: {
    actor: string;
    endpoint: string;
    key: string;
    body_sha256: string;
    response: Json | null;
    at: Timestamp;
  };
  insurance_products: {
    id: Always<number>;
    name: string;
    code: string;
    supplier_id: number;
    region: "schengen" | "world" | "asia";
    country_ids: Generated<List<string>>;
    plans: Json;
    min_lead_hours: Generated<number>;
    surrender: "before_start" | "none";
    clause_file: string | null;
    product_status: Generated<"draft" | "on_sale" | "off_sale">;
    first_listed_at: Timestamp | null;
    off_reason: string | null;
    rate_editors: Generated<List<number>>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  insurance_rates: {
    id: Always<number>;
    product_id: number;
    plan_key: string;
    day_from: number;
    day_to: number;
    age_from: number;
    age_to: number;
    premium: number;
    cost: number | null;
    effective_from: Timestamp | null;
    effective_to: Timestamp | null;
    adjustment_id: number | null;
  };
  invoice_lines: {
    id: Always<number>;
    invoice_id: number;
    order_id: number;
    part: "service" | "embassy";
    item_name: string;
    amount: number;
    tax_rate_bp: number;
    tax: number;
    surcharge: Generated<number>;
    diff_id: number | null;
  };
  invoice_sheets: {
    id: Always<number>;
    file_key: string | null;
    invoice_ids: List<number>;
    created_by: number;
    created_at: Timestamp;
    expires_at: Timestamp;
  };
  invoice_titles: {
    id: Always<number>;
    row_key: string;
    peer_id: number;
    title_type: "company" | "person";
    title: string;
    tax_no: Generated<string>;
    address: Generated<string>;
    phone: Generated<string>;
    bank: Generated<string>;
    bank_account: Generated<string>;
    bank_account_sealed: string | null;
    bank_account_hash: string | null;
    bank_account_tail: string | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  invoices: {
    id: Always<number>;
    row_key: string;
    fp_no: string;
    group_no: string | null;
    direction: "blue" | "red";
    red_of: number | null;
    red_reason: "wrong" | "stopped" | "allowance" | null;
    refund_id: number | null;
    red_confirm_no: Generated<string>;
    red_expires_at: Timestamp | null;
    is_red_lapsed: Generated<boolean>;
    kind: "normal" | "special";
    peer_id: number | null;
    title_type: "company" | "person";
    title: string;
    tax_no: Generated<string>;
    address: Generated<string>;
    phone: Generated<string>;
    bank: Generated<string>;
    bank_account: Generated<string>;
    bank_account_sealed: string | null;
    bank_account_hash: string | null;
    bank_account_tail: string | null;
    amount: number;
    tax: number;
    surcharge: Generated<number>;
    email: Generated<string>;
    mobile: Generated<string>;
    mobile_sealed: string | null;
    mobile_hash: string | null;
    mobile_tail: string | null;
    remark: Generated<string>;
    invoice_no: string | null;
    issued_on: string | null;
    files: Generated<List<string>>;
    delivery: Generated<"none" | "no_file" | "sent" | "recorded">;
    invoice_status: Generated<"pending" | "awaiting_surcharge" | "confirming" | "to_issue" | "issuing" | "issued" | "rejected" | "withdrawn">;
    decided_by: number | null;
    decided_at: Timestamp | null;
    issued_by: number | null;
    issued_at: Timestamp | null;
    reject_code: "amount" | "title" | "duplicate" | "refunded" | "surcharge" | "other" | null;
    reject_text: Generated<string>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  job_slots: {
    job: string;
    slot: Timestamp;
  };
  jobs: {
    id: Always<number>;
    job: string;
    key: string | null;
    payload: Generated<Json>;
    state: Generated<"waiting" | "running" | "done" | "failed" | "cancelled">;
    title: Generated<string>;
    owner_id: number | null;
    progress: Generated<number>;
    progress_total: number | null;
    attempts: Generated<number>;
    max_attempts: Generated<number>;
    run_at: Timestamp;
    lease_until: Timestamp | null;
    lease_token: string | null;
    cancel_asked: Generated<boolean>;
    result: Json | null;
    error: string | null;
    created_at: Timestamp;
    started_at: Timestamp | null;
    finished_at: Timestamp | null;
  };
  journal_lines: {
    id: Always<number>;
    journal_id: number;
    account_id: number;
    amount: number;
    order_id: number | null;
    applicant_id: number | null;
    refund_id: number | null;
    fee_kind: string | null;
    balance_after: number | null;
    change_type: string | null;
    note: Generated<string>;
    gift_lot_id: number | null;
  };
  journals: {
    id: Always<number>;
    no: string;
    kind: string;
    idempotency_key: string;
    lines_hash: string;
    booked_on: string;
    event_at: Timestamp;
    source_noun: string;
    source_id: number;
    reversal_of: number | null;
    reason: string | null;
    request_id: string | null;
    created_by: number | null;
    created_at: Timestamp;
  };
  known_payers: {
    id: Always<number>;
    peer_id: number;
    payer_name: string;
    payer_key: string;
    account_hash: Generated<string>;
    account_mask: Generated<string>;
    confirmed_count: number;
    updated_at: Timestamp;
  };
  ledger_accounts: {
    id: Always<number>;
    code: string;
    owner_id: Generated<number>;
    kind: Generated<string>;
    side: "debit" | "credit";
    is_guarded: Generated<boolean>;
    balance: Generated<number>;
    gl_code: string;
    oldest_due_on: string | null;
  };
  ledger_proofs: {
    id: Always<number>;
    faults: Generated<Json>;
    checks: number;
    journals: number;
    proved_at: Timestamp;
  };
  ledger_sum_mark: {
    id: number;
    journal_id: number;
  };
  ledger_sums: {
    month: string;
    code: string;
    owner_id: Generated<number>;
    kind: Generated<string>;
    debit: Generated<number>;
    credit: Generated<number>;
  };
  line_candidates: {
    line_id: number;
    remittance_id: number;
    score: number;
    lead: number;
    terms: Json;
  };
  line_matches: {
    id: Always<number>;
    line_id: number;
    target_noun: "remittance" | "journal_line";
    target_id: number;
    amount: number;
    journal_id: number | null;
    known_payer_id: number | null;
    is_auto: Generated<boolean>;
    score: number | null;
    is_suggested: Generated<boolean>;
    created_by: number | null;
    created_at: Timestamp;
  };
  log_anchors: {
    id: Always<number>;
    month: string;
    row_count: number;
    first_seq: number;
    last_seq: number;
    first_hash: string;
    last_hash: string;
    created_at: Timestamp;
  };
  login_devices: {
    worker_id: number;
    device_hash: string;
    last_used_at: Timestamp;
  };
  login_guards: {
    kind: "account" | "device" | "net" | "all";
    key: string;
    fails: Generated<number>;
    until: Timestamp | null;
    first_at: Timestamp;
    last_at: Timestamp;
  };
  mail_centres: {
    id: Always<number>;
    name: string;
    contact: string;
    mobile: string;
    address: Json;
    hours: Generated<string>;
    note: Generated<string>;
    status: Generated<0 | 1>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    sort: Generated<number>;
    remark: Generated<string>;
  };
  margin_leak_mark: {
    id: number;
    journal_id: number;
  };
  margin_leaks: {
    order_id: number;
    ended_on: string;
    planned: number;
    margin: number;
    cause: "fx" | "embassy" | "express" | "compensation" | "coupon" | "settle_price";
    cause_amount: number;
    journal_id: number | null;
    found_at: Timestamp;
  };
  material_files: {
    id: Always<number>;
    material_id: number;
    file: string;
    filename: string;
    size: number;
    page_no: Generated<number>;
    version_no: Generated<number>;
    uploaded_by: number | null;
    uploaded_kind: Generated<"staff" | "customer" | "peer" | "partner" | "system">;
    superseded_at: Timestamp | null;
    seen_by: Generated<List<number>>;
    created_at: Timestamp;
  };
  material_rejections: {
    id: Always<number>;
    material_id: number;
    document_id: number | null;
    round: number;
    reject_code: string | null;
    at: Timestamp;
  };
  msgs: {
    id: Always<number>;
    kind: "task" | "notice";
    source: "staff" | "system";
    key: string | null;
    title: string;
    content: Generated<string>;
    files: Generated<List<string>>;
    ref_noun: string | null;
    ref_id: number | null;
    level: Generated<"normal" | "high" | "critical">;
    due_at: Timestamp | null;
    cc: Generated<List<number>>;
    need_review: Generated<boolean>;
    reviewer_id: number | null;
    need_proof: Generated<boolean>;
    nudged_at: Timestamp | null;
    cancel_reason: Generated<string>;
    closed_at: Timestamp | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  official_fees: {
    id: Always<number>;
    country_ids: List<string>;
    name: string;
    fee_kind: "embassy" | "centre";
    currency: string;
    adult: number;
    child: number | null;
    effective_from: Timestamp;
    effective_to: Timestamp | null;
    source_url: Generated<string>;
    verified_at: Timestamp | null;
    verified_by: number | null;
    verify_months: Generated<number>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  operation_logs: {
    id: Always<number>;
    at: Timestamp;
    request_id: string;
    actor_kind: "worker" | "peer" | "partner" | "system" | "host";
    actor_id: number | null;
    actor_name: string;
    kind: string;
    endpoint: string;
    area: string;
    noun: string | null;
    noun_id: string | null;
    noun_no: string | null;
    subject_ids: Generated<List<number>>;
    changes: Generated<Json>;
    reason: string | null;
    result: "ok" | "refused" | "fault";
    ip: string | null;
    agent: string | null;
    ms: Generated<number>;
    seq: number | null;
    hash: string | null;
  };
  order_consistencies: {
    id: Always<number>;
    order_id: number;
    applicant_id: number | null;
    rule: "address" | "arrive" | "leave" | "flight_out" | "flight_back" | "check_in" | "check_out" | "hotel" | "sponsor" | "payer" | "parents";
    marks: Json;
    reason: string;
    created_by: number | null;
    created_at: Timestamp;
  };
  order_diffs: {
    id: Always<number>;
    diff_no: string;
    order_id: number;
    applicant_id: number | null;
    fee_kind: string;
    amount: number;
    reason: string;
    payer: "customer" | "peer" | "company";
    is_blocking: Generated<boolean>;
    due_at: Timestamp | null;
    diff_status: Generated<"pending" | "paid" | "cancelled">;
    paid_at: Timestamp | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    pays_variance: Generated<boolean>;
    insurance_product_id: number | null;
    plan_key: string | null;
  };
  order_evaluates: {
    id: Always<number>;
    order_id: number;
    score: number;
    score_guide: number | null;
    score_speed: number | null;
    score_service: number | null;
    score_logistics: number | null;
    tags: Generated<List<string>>;
    content: Generated<string>;
    files: Generated<List<string>>;
    is_anonymous: Generated<boolean>;
    source: "customer" | "phone" | "auto";
    expert_id: number | null;
    supplier_id: number | null;
    reply: string | null;
    replied_by: number | null;
    evaluate_status: Generated<"pending" | "replied">;
    is_shown: Generated<boolean>;
    appeal_status: Generated<"none" | "pending" | "accepted" | "rejected">;
    appeal_reason: string | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    replied_at: Timestamp | null;
    show_reason: Generated<string>;
    appealed_by: number | null;
    appealed_at: Timestamp | null;
    appeal_due_at: Timestamp | null;
    appeal_note: Generated<string>;
    judged_by: number | null;
    judged_at: Timestamp | null;
  };
  order_expires: {
    id: Always<number>;
    order_id: number;
    applicant_id: number | null;
    kind: "pay" | "material" | "travel" | "document" | "visit";
    due_at: Timestamp;
    expire_status: "warning" | "expired" | "resolved" | "closed";
    extended_times: Generated<number>;
    extend_reason: Generated<string>;
    contact_times: Generated<number>;
    last_contact_at: Timestamp | null;
    close_reason: Generated<string>;
    closed_by: number | null;
    closed_at: Timestamp | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  order_fees: {
    id: Always<number>;
    order_id: number;
    applicant_id: number | null;
    kind: "service" | "embassy" | "centre" | "urgent" | "protection" | "insurance" | "express" | "reappointment" | "invoice_surcharge" | "photo" | "other";
    amount: number;
    discount_share: Generated<number>;
    payable: number;
    diff_id: number | null;
    cost: number | null;
    is_official_paid: Generated<boolean>;
    refunded: Generated<number>;
    created_at: Timestamp;
  };
  order_imports: {
    id: Always<number>;
    row_key: string;
    import_status: Generated<"running" | "done" | "failed">;
    waiting: string | null;
    group_count: number;
    done_count: Generated<number>;
    results: Generated<Json>;
    created_by: number;
    created_at: Timestamp;
    finished_at: Timestamp | null;
  };
  order_limits: {
    id: Always<number>;
    key: string;
    country_code: string | null;
    is_urgent: boolean | null;
    value: number;
    unit: "hour" | "work_hour" | "day" | "work_day" | "times" | "mission_day";
    warn_before: Generated<number>;
    version: Generated<number>;
    updated_by: number | null;
    updated_at: Timestamp;
    created_by: number | null;
    created_at: Timestamp;
  };
  order_logs: {
    id: Always<number>;
    order_id: number;
    applicant_id: number | null;
    kind: "move" | "field" | "file" | "money" | "message" | "note";
    noun: string;
    noun_id: number;
    move: string | null;
    label: string;
    from_state: string | null;
    to_state: string | null;
    actor_kind: Generated<"staff" | "customer" | "peer" | "partner" | "system">;
    actor_id: number | null;
    actor_name: Generated<string>;
    on_behalf: Generated<boolean>;
    reason: string | null;
    changes: Generated<Json>;
    archived: Json | null;
    customer_visible: Generated<boolean>;
    request_id: string | null;
    at: Timestamp;
  };
  order_notes: {
    id: Always<number>;
    order_id: number;
    applicant_id: number | null;
    kind: "internal" | "customer" | "contact";
    content: string;
    files: Generated<List<string>>;
    pinned: Generated<boolean>;
    created_by: number | null;
    created_at: Timestamp;
  };
  order_payments: {
    id: Always<number>;
    order_id: number;
    method: "gift" | "principal" | "credit" | "wechat" | "alipay" | "channel" | "remittance";
    amount: number;
    diff_id: number | null;
    trade_no: string | null;
    proof: Generated<List<string>>;
    refunded: Generated<number>;
    paid_at: Timestamp;
    created_by: number | null;
    created_at: Timestamp;
  };
  order_reminds: {
    id: Always<number>;
    order_id: number;
    applicant_id: number | null;
    kind: "pay" | "material" | "supplement" | "form" | "mail" | "visit" | "sign" | "urge" | "travel" | "overdue" | "document" | "diff" | "slot_change";
    source: "system" | "customer" | "peer" | "staff";
    level: Generated<"normal" | "high" | "critical">;
    channel: Generated<"in_app" | "subscription" | "sms" | "phone" | "email">;
    content: string;
    remind_status: Generated<"open" | "doing" | "done" | "ignored">;
    due_at: Timestamp | null;
    times: Generated<number>;
    last_at: Timestamp;
    next_at: Timestamp | null;
    reply: Generated<string>;
    close_kind: "condition" | "replied" | "ignored" | null;
    closed_at: Timestamp | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    handler_id: number | null;
    sent_at: Timestamp | null;
    sent_times: Generated<number>;
    send_result: "sent" | "no_provider" | "called" | null;
    snooze_reason: Generated<string>;
    close_reason: Generated<string>;
  };
  orders: {
    id: Always<number>;
    order_no: string;
    source: "mini_program" | "h5" | "peer_pc" | "api" | "ota" | "staff" | "import";
    channel_id: number | null;
    partner_order_no: string | null;
    customer_kind: "direct" | "peer" | "corporate";
    customer_id: number | null;
    peer_id: number | null;
    contact_name: string;
    contact_mobile: string;
    contact_email: string | null;
    sku_id: number;
    country_id: string;
    snapshot_id: number;
    quote: Json;
    flow: "material_first" | "pay_first";
    travel_date: string | null;
    return_date: string | null;
    effect_date: string | null;
    visit_wish: "manual" | "any_30" | "not_30" | null;
    visit_wish_dates: Generated<List<string>>;
    urgent_tier: Json | null;
    is_urgent: Generated<boolean>;
    is_protected: Generated<boolean>;
    return_mode: Generated<"express" | "pickup" | "embassy_mail" | "none">;
    return_address: Json | null;
    order_status: "pending_visit_date" | "pending_upload" | "pending_form" | "pending_payment" | "pending_mail" | "processing" | "shipped" | "pending_evaluate" | "completed" | "cancelled" | "deleted";
    status_at: Timestamp;
    pay_status: Generated<"unpaid" | "paid" | "partly_refunded" | "refunded">;
    amount_total: number;
    discount_total: Generated<number>;
    amount_payable: number;
    amount_paid: Generated<number>;
    amount_refunded: Generated<number>;
    expert_id: number | null;
    cs_owner_id: number | null;
    bd_owner_id: number | null;
    applicant_count: number;
    submitted_count: Generated<number>;
    due_at: Timestamp | null;
    due_sort: Always<Timestamp>;
    pay_deadline_at: Timestamp | null;
    paid_at: Timestamp | null;
    promised_date: string | null;
    shipped_at: Timestamp | null;
    received_at: Timestamp | null;
    completed_at: Timestamp | null;
    cancelled_at: Timestamp | null;
    cancel_reason: "timeout" | "customer" | "duplicate" | "refunded" | "other" | null;
    customer_note: Generated<string>;
    tab: Always<string>;
    owner_ids: Always<List<number>>;
    search: Generated<List<string>>;
    search_text: Generated<string>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    erased_at: Timestamp | null;
    legal_hold: string | null;
    protection_id: Always<number | null>;
    contact_mobile_sealed: string | null;
    contact_mobile_hash: string | null;
    contact_mobile_tail: string | null;
    return_name: string | null;
    return_mobile: string | null;
    return_mobile_sealed: string | null;
    return_mobile_hash: string | null;
    return_mobile_tail: string | null;
  };
  outbound_messages: {
    id: Always<number>;
    channel: "in_app" | "subscription" | "sms" | "email";
    template: string;
    receiver: string;
    receiver_worker_id: number | null;
    content: string;
    ref_noun: string | null;
    ref_id: number | null;
    status: "waiting" | "sent" | "failed" | "no_provider";
    error: string | null;
    read_at: Timestamp | null;
    created_at: Timestamp;
    sent_at: Timestamp | null;
  };
  payout_batches: {
    id: Always<number>;
    batch_no: string;
    company_account_id: number;
    format: "xlsx" | "csv";
    is_merged: boolean;
    rows: number;
    total: number;
    file_key: string | null;
    expires_at: Timestamp;
    created_by: number | null;
    created_at: Timestamp;
  };
  payouts: {
    id: Always<number>;
    payout_no: string;
    source_noun: "withdrawal" | "settlement" | "refund" | "suspense_return";
    source_id: number;
    source_no: string;
    way: Generated<string>;
    peer_id: number | null;
    order_id: number | null;
    supplier_id: number | null;
    method: "bank" | "channel";
    company_account_id: number;
    payee_name: string;
    payee_account: Generated<string>;
    payee_account_sealed: string | null;
    payee_account_hash: string | null;
    payee_account_tail: string | null;
    payee_bank: Generated<string>;
    amount: number;
    original_trade_no: Generated<string>;
    approvers: Generated<List<number>>;
    payee_changed_at: Timestamp | null;
    phone_checked: Generated<boolean>;
    batch_id: number | null;
    merge_no: string | null;
    bank_ref: string | null;
    bounced_refs: Generated<List<string>>;
    receipt: string | null;
    paid_at: Timestamp | null;
    paid_by: number | null;
    bank_fee: Generated<number>;
    fail_reason: Generated<string>;
    due_at: Timestamp | null;
    planned_on: string | null;
    attempt: Generated<number>;
    journal_id: number | null;
    payout_status: Generated<"queued" | "paying" | "paid" | "failed" | "cancelled">;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  peer_accounts: {
    id: Always<number>;
    peer_id: number;
    account: string;
    name: string;
    mobile: string;
    mobile_sealed: string | null;
    mobile_hash: string | null;
    mobile_tail: string | null;
    role: "owner" | "operator" | "finance" | "viewer";
    order_limit: number | null;
    can_pay: Generated<boolean>;
    status: Generated<0 | 1>;
    passwd: string | null;
    passwd_at: Timestamp | null;
    reset_hash: string | null;
    reset_until: Timestamp | null;
    reset_delivery: "sent" | "unsent" | null;
    session_round: Generated<number>;
    last_login_at: Timestamp | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  peer_api_keys: {
    id: Always<number>;
    peer_id: number;
    access_key: string;
    secret_sealed: string;
    callback_url: Generated<string>;
    ip_list: Generated<List<string>>;
    place: 1 | 2 | null;
    status: Always<number>;
    note: Generated<string>;
    last_used_at: Timestamp | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  peer_applications: {
    id: Always<number>;
    application_no: string;
    name: string;
    credit_code: string;
    legal_person: string;
    business_kind: "travel_agency" | "ticket" | "study" | "corporate" | "other";
    licence_no: Generated<string>;
    contact_name: string;
    contact_mobile: string;
    contact_mobile_sealed: string | null;
    contact_mobile_hash: string | null;
    contact_mobile_tail: string | null;
    contact_email: Generated<string>;
    address: Json;
    province_code: Always<string | null>;
    city_code: Always<string | null>;
    business_licence: List<string>;
    business_licence_from: string | null;
    business_licence_to: string | null;
    travel_licence: Generated<List<string>>;
    travel_licence_from: string | null;
    travel_licence_to: string | null;
    source: "bd" | "exhibition" | "fission" | "channel_code" | "self" | "import";
    source_id: number | null;
    inviter_code: Generated<string>;
    device: string | null;
    note: Generated<string>;
    application_status: Generated<"pending" | "returned" | "approved" | "rejected" | "withdrawn">;
    round: Generated<number>;
    submitted_at: Timestamp;
    due_at: Timestamp;
    returned_at: Timestamp | null;
    returned_items: Generated<List<string>>;
    returned_facts: Json | null;
    level_id: string | null;
    service_group_id: number | null;
    service_group_kind: Always<string | null>;
    bd_owner_id: number | null;
    cs_owner_id: number | null;
    decided_by: number | null;
    decided_at: Timestamp | null;
    reason_code: string | null;
    reason_text: Generated<string>;
    peer_id: number | null;
    search_text: Generated<string>;
    changed_by: Generated<List<number>>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  peer_calls: {
    id: Always<number>;
    peer_id: number;
    worker_id: number;
    listed_on: string;
    sentence: string;
    weight: Generated<number>;
    contacted_at: Timestamp | null;
    contacted_by: number | null;
    result: "back" | "promised" | "busy" | "lost" | "other" | null;
    result_text: Generated<string>;
    came_back_at: Timestamp | null;
    version: Generated<number>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  peer_changes: {
    id: Always<number>;
    change_no: string;
    peer_id: number;
    kind: "credit_limit" | "credit_temp" | "settle_mode" | "level" | "company" | "owner_account";
    old_value: Json;
    new_value: Json;
    reason_code: string;
    reason: string;
    files: Generated<List<string>>;
    valid_to: string | null;
    change_status: Generated<"pending" | "approved" | "rejected" | "withdrawn">;
    decided_by: number | null;
    decided_at: Timestamp | null;
    decided_note: Generated<string>;
    version: Generated<number>;
    created_by: number;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  peer_documents: {
    id: Always<number>;
    peer_id: number;
    row_key: string;
    kind: "business_licence" | "travel_licence" | "contract" | "legal_id";
    number: Generated<string>;
    id_card_no: string | null;
    id_card_no_sealed: string | null;
    id_card_no_hash: string | null;
    id_card_no_tail: string | null;
    valid_from: string;
    valid_to: string | null;
    files: List<string>;
    note: Generated<string>;
    superseded_at: Timestamp | null;
    noticed_days: number | null;
    created_by: number | null;
    created_at: Timestamp;
  };
  peer_exhibitions: {
    id: Always<number>;
    name: string;
    city: string;
    venue: Generated<string>;
    booth: Generated<string>;
    start_on: string;
    end_on: string;
    owner_id: number;
    staff_ids: Generated<List<number>>;
    budget: Generated<number>;
    costs: Generated<Json>;
    qrcode_id: number | null;
    gift_coupon_id: number | null;
    poster: string | null;
    target_leads: Generated<number>;
    invited_peer_ids: Generated<List<number>>;
    review_note: Generated<string>;
    cancel_reason: Generated<string>;
    exhibition_status: Generated<"preparing" | "running" | "reviewing" | "closed" | "cancelled">;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  peer_group_members: {
    group_id: number;
    peer_id: number;
  };
  peer_groups: {
    id: Always<number>;
    name: string;
    kind: "service" | "audience";
    visible_mode: "all" | "only" | "except" | null;
    sku_ids: Generated<List<number>>;
    cs_team_id: number | null;
    chat_group: Generated<string>;
    chat_qr: string | null;
    mode: "fixed" | "rule" | null;
    rule: Json | null;
    note: Generated<string>;
    status: Generated<0 | 1>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  peer_holds: {
    id: Always<number>;
    peer_id: number;
    kind: "risk" | "manual" | "waiver";
    blocks: Generated<List<string>>;
    reason: string;
    opened_by: number | null;
    opened_at: Timestamp;
    released_by: number | null;
    released_at: Timestamp | null;
    release_reason: Generated<string>;
    cause: "overdue" | "licence" | "contract" | "hold" | null;
    cause_id: number | null;
    turn: 1 | 2 | null;
    until: Timestamp | null;
    version: Generated<number>;
  };
  peer_level_lines: {
    id: Always<number>;
    run_id: number;
    peer_id: number;
    from_level: string;
    to_level: string;
    figures: Json;
    decision: Generated<"pending" | "apply" | "keep">;
    bd_note: Generated<string>;
    keep_reason: Generated<string>;
    decided_by: number | null;
    decided_at: Timestamp | null;
    applied_at: Timestamp | null;
    version: Generated<number>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  peer_level_runs: {
    id: Always<number>;
    quarter: string;
    apply_at: Timestamp;
    applied_at: Timestamp | null;
    created_at: Timestamp;
  };
  peer_levels: {
    code: "V1" | "V2" | "V3" | "V4" | "V5";
    name: string;
    gmv_min: number | null;
    orders_min: number | null;
    topup_min: number | null;
    match: Generated<"any" | "all">;
    fallback: Json;
    credit_cap: number;
    sla_percent: 100 | 75 | 50;
    free_urgent: number;
    status: Generated<0 | 1>;
    version: Generated<number>;
    created_at: Timestamp;
    updated_at: Timestamp;
    cap_by: number | null;
    cap_given: number | null;
  };
  peer_managers: {
    worker_id: number;
    max_peers: number | null;
    accept_new: Generated<boolean>;
    month_target: Generated<number>;
    display_name: Generated<string>;
    display_mobile: Generated<string>;
    display_qr: string | null;
    version: Generated<number>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  peer_owners: {
    id: Always<number>;
    peer_id: number;
    role: "bd" | "cs";
    worker_id: number;
    from_date: string;
    to_date: string | null;
    commission_from: string;
    by: "application" | "transfer" | "region";
    transfer_id: number | null;
    created_by: number | null;
    created_at: Timestamp;
  };
  peer_radars: {
    peer_id: number;
    signs: Json;
    weight: number;
    counted_at: Timestamp;
  };
  peer_top_ups: {
    id: Always<number>;
    peer_id: number;
    amount: number;
    purpose: "top_up" | "repay";
    method: "wechat" | "alipay" | "channel" | "bank";
    trade_no: string;
    paid_at: Timestamp;
    proof_files: List<string>;
    note: Generated<string>;
    journal_id: number | null;
    created_by: number | null;
    created_at: Timestamp;
  };
  peer_transfer_lines: {
    id: Always<number>;
    transfer_id: number;
    peer_id: number;
    to_worker_id: number;
    result: Generated<"pending" | "done" | "skipped" | "failed" | "undone">;
    message: Generated<string>;
    moved: Generated<Json>;
    at: Timestamp | null;
    undone_at: Timestamp | null;
    by_id: number | null;
    is_retry: Generated<boolean>;
  };
  peer_transfers: {
    id: Always<number>;
    transfer_no: string;
    role: "bd" | "cs";
    from_worker_id: number | null;
    target_ids: List<number>;
    split: "even_gmv" | "region";
    selection: "all" | "ids" | "filter";
    selected: Generated<Json>;
    expected_count: number;
    carry: Generated<List<string>>;
    effective_on: string;
    commission_from: string;
    reason_code: "leave" | "vacation" | "region" | "customer" | "balance";
    reason: Generated<string>;
    notify_peer: Generated<boolean>;
    transfer_status: Generated<"draft" | "scheduled" | "running" | "done" | "partial" | "undone" | "cancelled">;
    started_at: Timestamp | null;
    finished_at: Timestamp | null;
    stop_asked_at: Timestamp | null;
    undone_at: Timestamp | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  peers: {
    id: Always<number>;
    peer_no: string;
    application_id: number;
    name: string;
    former_names: Generated<List<string>>;
    short_name: string;
    credit_code: string;
    legal_person: string;
    business_kind: "travel_agency" | "ticket" | "study" | "corporate" | "other";
    licence_no: Generated<string>;
    contact_name: string;
    contact_mobile: string;
    contact_mobile_sealed: string | null;
    contact_mobile_hash: string | null;
    contact_mobile_tail: string | null;
    contact_email: Generated<string>;
    address: Json;
    province_code: Always<string | null>;
    city_code: Always<string | null>;
    source: "bd" | "exhibition" | "fission" | "channel_code" | "self" | "import";
    source_id: number | null;
    level_id: string;
    level_locked_until: string | null;
    level_lock_reason: Generated<string>;
    service_group_id: number | null;
    service_group_kind: Always<string | null>;
    bd_owner_id: number | null;
    cs_owner_id: number | null;
    settle_mode: Generated<"prepaid" | "credit" | "cash">;
    credit_days: Generated<number>;
    credit_limit: Generated<number>;
    temp_limit: Generated<number>;
    temp_until: string | null;
    auto_deduct: Generated<boolean>;
    allow_country_ids: Generated<List<string>>;
    peer_status: Generated<"active" | "closed">;
    approved_at: Timestamp;
    closed_at: Timestamp | null;
    close_reason: Generated<string>;
    note: Generated<string>;
    search_text: Generated<string>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  periods: {
    id: Always<number>;
    month: string;
    period_status: Generated<"open" | "hold" | "closed">;
    held_by: number | null;
    held_at: Timestamp | null;
    checklist: Generated<Json>;
    trial_balance: Json | null;
    closed_by: number | null;
    closed_at: Timestamp | null;
    version: Generated<number>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  permission_uses: {
    role_id: number;
    code: number;
    since: string;
    used_on: string | null;
  };
  plan_figures: {
    kind: "mission" | "courier_in" | "courier_back";
    place_id: number;
    days: number;
    n: number;
    counted_at: Timestamp;
  };
  policies: {
    id: Always<number>;
    apply_no: string;
    kind: "travel" | "refusal";
    insurance_product_id: number | null;
    refuse_no_worry_product_id: number | null;
    plan_key: Generated<string>;
    product_name: string;
    plan_name: Generated<string>;
    terms: Generated<Json>;
    insurer_id: number;
    order_id: number;
    applicant_id: number;
    insured_name: string | null;
    insured_birthday: string | null;
    insured_passport: string | null;
    insured_passport_sealed: string | null;
    insured_passport_hash: string | null;
    insured_passport_tail: string | null;
    start_on: string | null;
    end_on: string | null;
    premium: number;
    cost: number;
    batch_no: string | null;
    policy_no: string | null;
    file: string | null;
    issued_at: Timestamp | null;
    issued_by: number | null;
    changes: Generated<Json>;
    claims: Generated<Json>;
    claim_count: Generated<number>;
    claimed: Generated<number>;
    claim_paid: Generated<number>;
    reason: Generated<string>;
    surrendered_at: Timestamp | null;
    policy_status: Generated<"to_issue" | "issued" | "failed" | "surrendered" | "ended">;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  policy_sheets: {
    id: Always<number>;
    batch_no: string;
    file_key: string | null;
    policy_ids: List<number>;
    created_by: number;
    created_at: Timestamp;
    expires_at: Timestamp;
  };
  preferences: {
    worker_id: number;
    key: string;
    value: Json;
    updated_at: Timestamp;
  };
  presences: {
    worker_id: number;
    noun: string;
    noun_id: number;
    mode: "view" | "edit";
    since: Timestamp;
    at: Timestamp;
  };
  price_adjustment_cells: {
    id: Always<number>;
    adjustment_id: number;
    target_kind: string;
    target_id: number;
    price_kind: "retail" | "level" | "group" | "peer" | "embassy_fee" | "centre_fee" | "urgent" | "cost" | "premium" | "rate" | "override";
    ref_id: Generated<string>;
    band: "adult" | "child";
    old: number | null;
    new: number | null;
    official_fee_id: number | null;
    currency: string | null;
    foreign_amount: number | null;
    rate: string | null;
    is_open: Generated<boolean>;
  };
  price_adjustments: {
    id: Always<number>;
    adjust_no: string;
    batch_no: string | null;
    target_kind: "sku" | "insurance_product" | "refuse_no_worry_product";
    target_id: number;
    reason_kind: "supplier" | "embassy" | "fx" | "promo" | "market" | "correct";
    reason: string;
    effect_mode: "now" | "at";
    effective_at: Timestamp | null;
    margins: Generated<Json>;
    below_floor: Generated<boolean>;
    source: "staff" | "supplier" | "fee";
    adjustment_status: Generated<"pending" | "approved" | "effective" | "rejected" | "withdrawn">;
    maker_id: number | null;
    reviewer_id: number | null;
    review_text: string | null;
    revert_of: number | null;
    version: Generated<number>;
    created_at: Timestamp;
    updated_at: Timestamp;
    reject_kind: "price" | "margin" | "basis" | "time" | "other" | null;
    decided_at: Timestamp | null;
    applied_at: Timestamp | null;
    replay: Json | null;
  };
  product_recommend_counts: {
    slot_id: number;
    sku_id: number;
    day: string;
    impressions: number;
    clicks: number;
  };
  product_recommend_items: {
    id: Always<number>;
    slot_id: number;
    sku_id: number;
    label: Generated<string>;
    sort: number;
    start_at: Timestamp | null;
    end_at: Timestamp | null;
    province_codes: Generated<List<string>>;
    created_at: Timestamp;
  };
  product_recommends: {
    id: Always<number>;
    position: "home_hot" | "country" | "pay_success" | "search_empty" | "detail_related";
    end: "customer" | "peer";
    name: string;
    max_items: number;
    fill: Generated<"none" | "sales">;
    status: Generated<0 | 1>;
    version: Generated<number>;
    updated_at: Timestamp;
  };
  refund_lines: {
    id: Always<number>;
    refund_id: number;
    fee_id: number;
    paid: number;
    policy_amount: number;
    asked_amount: number;
    approved_amount: number | null;
    note: Generated<string>;
  };
  refund_parts: {
    id: Always<number>;
    refund_id: number;
    seq: number;
    payment_id: number;
    paid_by: string;
    way: "gift" | "credit" | "principal" | "channel" | "bank";
    amount: number;
    trade_no: string | null;
    payout_id: number | null;
    part_status: Generated<"waiting" | "done" | "failed">;
    fail_reason: Generated<string>;
    done_at: Timestamp | null;
  };
  refund_people: {
    refund_id: number;
    applicant_id: number;
    is_open: Generated<boolean>;
  };
  refund_policies: {
    id: Always<number>;
    name: string;
    forms: Generated<List<string>>;
    status: Generated<0 | 1>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    sort: Generated<number>;
    remark: Generated<string>;
  };
  refund_policy_versions: {
    id: Always<number>;
    policy_id: number;
    version_no: number;
    state: "draft" | "published" | "retired";
    effective_from: Timestamp | null;
    clause: Generated<string>;
    grid: Json;
    created_by: number | null;
    created_at: Timestamp;
    version: Generated<number>;
    published_by: number | null;
    published_at: Timestamp | null;
  };
  refunds: {
    id: Always<number>;
    refund_no: string;
    order_id: number;
    kind: "applicant" | "partial" | "diff" | "claim" | "late";
    initiator: "customer" | "peer" | "staff" | "system";
    reason_code: string;
    reason: Generated<string>;
    liability: Generated<"us" | "customer" | "embassy" | "unknown">;
    proof: Generated<List<string>>;
    trial: Generated<Json>;
    asked_amount: number;
    approved_amount: number | null;
    payee_name: Generated<string>;
    payee_account: Generated<string>;
    payee_account_sealed: string | null;
    payee_account_hash: string | null;
    payee_account_tail: string | null;
    payee_bank: Generated<string>;
    refund_status: Generated<"pending" | "pending_final" | "paying" | "success" | "failed" | "rejected" | "withdrawn">;
    reviewer_id: number | null;
    reviewed_at: Timestamp | null;
    final_reviewer_id: number | null;
    final_reviewed_at: Timestamp | null;
    decided_by: number | null;
    reject_code: string | null;
    decided_note: Generated<string>;
    waits: Generated<List<string>>;
    due_at: Timestamp | null;
    paid_at: Timestamp | null;
    fail_reason: Generated<string>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    rerouted_by: number | null;
    rerouted_at: Timestamp | null;
  };
  refuse_claims: {
    id: Always<number>;
    order_id: number;
    applicant_id: number;
    plan: Json;
    proof_files: Generated<List<string>>;
    proof_due_at: Timestamp | null;
    proof_by: "customer" | "staff" | null;
    exclusion_checks: Generated<Json>;
    trial_amount: number | null;
    approved_amount: number | null;
    reason_code: string | null;
    reason: string | null;
    loss_party: "us" | "supplier" | "insurer" | null;
    refund_id: number | null;
    created_by: number | null;
    created_at: Timestamp;
    appeals_used: Generated<number>;
    appeal_reason: Generated<string>;
    handed_by: Generated<List<number>>;
    reviewer_id: number | null;
    reviewed_at: Timestamp | null;
  };
  refuse_no_worry_links: {
    product_id: number;
    sku_id: number;
    price_override: number | null;
    id: Always<number>;
    created_at: Timestamp;
  };
  refuse_no_worry_prices: {
    id: Always<number>;
    product_id: number;
    price_kind: "premium" | "rate" | "override";
    amount: number | null;
    effective_from: Timestamp;
    adjustment_id: number | null;
    created_at: Timestamp;
    sku_id: number | null;
  };
  refuse_no_worry_products: {
    id: Always<number>;
    name: string;
    scope: "service" | "embassy" | "full";
    rate: number;
    cap: Generated<number>;
    pricing: "fixed" | "percent";
    price: Generated<number>;
    price_rate: Generated<number>;
    price_min: Generated<number>;
    reserve_cost: Generated<number>;
    exclusions: Generated<Json>;
    buy_until: Generated<"order" | "submission">;
    proof_days: Generated<number>;
    appeal_times: Generated<number>;
    proofs: Generated<List<string>>;
    clause: Generated<string>;
    product_status: Generated<"draft" | "on_sale" | "off_sale">;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    first_listed_at: Timestamp | null;
    supplier_id: number | null;
  };
  region_owners: {
    id: Always<number>;
    kind: "bd" | "cs";
    name: string;
    worker_id: number;
    area_codes: List<string>;
    from_date: string;
    to_date: string | null;
    note: Generated<string>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  region_places: {
    region_owner_id: number;
    kind: string;
    area_code: string;
    from_date: string;
    to_date: string | null;
  };
  reject_reasons: {
    id: Always<number>;
    code: string;
    text: string;
    advice: Generated<string>;
    kinds: Generated<List<number>>;
    sort: Generated<number>;
    status: Generated<0 | 1>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    merged_into: number | null;
  };
  reminder_msg_rounds: {
    id: Always<number>;
    reminder_msg_id: number;
    move: string;
    by_id: number | null;
    text: Generated<string>;
    proof: Generated<List<string>>;
    at: Timestamp;
  };
  reminder_msgs: {
    id: Always<number>;
    msg_id: number;
    staff_id: number;
    reminder_status: Generated<"pending" | "doing" | "submitted" | "returned" | "done" | "cancelled">;
    read_at: Timestamp | null;
    due_at: Timestamp | null;
    span_minutes: number | null;
    submitted_at: Timestamp | null;
    result_code: "done" | "partly" | "cannot" | "not_needed" | null;
    result: Generated<string>;
    proof: Generated<List<string>>;
    return_code: "incomplete" | "wrong" | "no_proof" | "other" | null;
    return_text: Generated<string>;
    rounds: Generated<number>;
    overdue_told_at: Timestamp | null;
    done_at: Timestamp | null;
    version: Generated<number>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  remittances: {
    id: Always<number>;
    remittance_no: string;
    row_key: string;
    peer_id: number | null;
    purpose: "top_up" | "order" | "repay";
    amount: number;
    order_parts: Generated<Json>;
    payer_name: string;
    payer_key: string;
    payer_account: Generated<string>;
    payer_account_sealed: string | null;
    payer_account_hash: string | null;
    payer_account_tail: string | null;
    payer_bank: Generated<string>;
    company_account_id: number;
    remitted_on: string;
    bank_ref: Generated<string>;
    vouchers: List<string>;
    payer_letters: Generated<List<string>>;
    source: "staff" | "peer" | "api";
    note: Generated<string>;
    remittance_status: Generated<"pending" | "second_review" | "booked" | "rejected" | "withdrawn" | "reversed">;
    reject_code: string | null;
    reject_text: Generated<string>;
    gift_amount: Generated<number>;
    due_at: Timestamp;
    submitted_by: number | null;
    approved_by: number | null;
    approved_at: Timestamp | null;
    rechecked_by: number | null;
    rechecked_at: Timestamp | null;
    booked_by: number | null;
    booked_at: Timestamp | null;
    rejected_by: number | null;
    reversed_by: number | null;
    reversed_at: Timestamp | null;
    reverse_reason: Generated<string>;
    journal_id: number | null;
    reversal_id: number | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    submitted_at: Timestamp;
    changed_by: Generated<List<number>>;
  };
  risk_cells: {
    level: number;
    mission: string;
    identity: string;
    waived: string;
    age_band: string;
    province: string;
    n: number;
    issued: number;
  };
  risk_mark: {
    id: Generated<number>;
    counted_at: Timestamp;
  };
  risk_papers: {
    mission: string;
    identity: string;
    document_id: number;
    given: boolean;
    n: number;
    issued: number;
  };
  roles: {
    id: Always<number>;
    name: string;
    note: Generated<string>;
    module_group: Generated<List<number>>;
    data_scope: "all" | "team" | "own";
    is_builtin: Generated<boolean>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    removed_codes: Generated<List<number>>;
    removed_at: Timestamp | null;
  };
  saved_views: {
    id: Always<number>;
    owner_id: number;
    route: string;
    endpoint: string;
    name: string;
    query: Json;
    columns: Json | null;
    share: Generated<"none" | "team" | "role" | "all">;
    share_ids: Generated<List<number>>;
    is_default: Generated<boolean>;
    pinned: Generated<boolean>;
    watch: number | null;
    sort: Generated<number>;
    version: Generated<number>;
    created_at: Timestamp;
    updated_at: Timestamp;
    watch_over: Generated<boolean>;
  };
  seal_state: {
    one: Generated<boolean>;
    clear_left: boolean;
    key_id: string | null;
    moved_at: Timestamp | null;
  };
  secret_marks: {
    id: Always<number>;
    name: string;
    key_id: string;
    seen_at: Timestamp;
  };
  seen_requests: {
    request_id: string;
    at: Timestamp;
  };
  sessions: {
    id: Always<number>;
    worker_id: number;
    platform: 25 | 20 | 8;
    token_hash: string;
    cookie_hash: string | null;
    ip: string;
    agent: Generated<string>;
    device_id: string | null;
    created_at: Timestamp;
    last_seen_at: Timestamp;
    ends_at: Timestamp;
    locked_at: Timestamp | null;
    ended_at: Timestamp | null;
    end_reason: "logout" | "idle" | "max" | "passwd" | "reset" | "disabled" | "role" | "admin" | "crowd" | null;
    unlocked_at: Timestamp | null;
  };
  settle_allocations: {
    id: Always<number>;
    settlement_id: number;
    source: "payout" | "prepaid" | "peer" | "rolled";
    payout_id: number | null;
    journal_id: number | null;
    journal_line_id: number | null;
    amount: number;
    parts: Generated<Json>;
    undone_at: Timestamp | null;
    undone_by: number | null;
    created_by: number | null;
    created_at: Timestamp;
  };
  settle_lines: {
    id: Always<number>;
    settlement_id: number;
    journal_line_id: number | null;
    rolled_from: number | null;
    source: "settle" | "price" | "reversal" | "premium" | "express" | "deduct" | "adjust" | "rolled" | "theirs" | "charge" | "refund" | "repay";
    account_code: string;
    order_id: number | null;
    applicant_id: number | null;
    express_id: number | null;
    waybill_no: string | null;
    item: Generated<string>;
    occurred_on: string;
    amount: number;
    their_amount: number | null;
    agreed: number | null;
    declared_g: number | null;
    billed_g: number | null;
    match: "same" | "diff" | "ours_only" | "theirs_only" | "duplicate" | null;
    cause: "weight" | "price" | "extra" | "amount" | null;
    verdict: "accept" | "ours" | "half" | "appeal" | "customer" | "supplier" | null;
    borne_by: number | null;
    dispute: "open" | "closed" | null;
    offered: number | null;
    note: Generated<string>;
    settled: Generated<number>;
    freed_at: Timestamp | null;
    freed_for: "void" | "hold" | "roll" | "appeal" | null;
    is_held: Generated<boolean>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    extra: number | null;
    diff_id: number | null;
    policy_id: number | null;
  };
  settle_notes: {
    id: Always<number>;
    settlement_id: number;
    line_id: number | null;
    from_them: Generated<boolean>;
    text: string;
    files: Generated<List<string>>;
    offered: number | null;
    created_by: number | null;
    created_at: Timestamp;
  };
  settlements: {
    id: Always<number>;
    settle_no: string;
    kind: "supplier" | "insurer" | "carrier" | "peer";
    supplier_id: number | null;
    peer_id: number | null;
    card_id: number | null;
    order_id: number | null;
    cycle_start: string;
    cycle_end: string;
    due_on: string;
    ours: Generated<number>;
    theirs: number | null;
    adjust: Generated<number>;
    final: Generated<number>;
    paid: Generated<number>;
    line_count: Generated<number>;
    open_count: Generated<number>;
    dispute_count: Generated<number>;
    opening: Generated<number>;
    consumed: Generated<number>;
    refunded: Generated<number>;
    repaid: Generated<number>;
    closing: Always<number>;
    extended: Generated<number>;
    reminded_on: string | null;
    is_silent: Generated<boolean>;
    input_invoice_no: Generated<string>;
    files: Generated<List<string>>;
    confirmed_contact: Generated<string>;
    confirm_proof: Generated<List<string>>;
    sent_at: Timestamp | null;
    silent_on: string | null;
    confirmed_by: number | null;
    confirmed_at: Timestamp | null;
    approved_by: number | null;
    approved_at: Timestamp | null;
    pay_amount: number | null;
    reason: Generated<string>;
    settlement_status: Generated<"draft" | "sent" | "disputed" | "confirmed" | "approved" | "part_paid" | "paid" | "void">;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    noticed_on: string | null;
    remaining: Always<number>;
  };
  sku_documents: {
    id: Always<number>;
    sku_id: number;
    identity: string;
    document_id: number;
    owner: "must" | "optional" | "ours";
    when: Generated<"always" | "under_18" | "married" | "out_of_district">;
    group_key: Generated<string>;
    need_n: Generated<number>;
    copies: number | null;
    note: Generated<string>;
    sort: Generated<number>;
  };
  sku_paper_push_people: {
    push_id: number;
    applicant_id: number;
    order_id: number;
    outcome: Generated<"waiting" | "done" | "same" | "refused" | "failed" | "cancelled">;
    msg: Generated<string>;
    at: Timestamp | null;
  };
  sku_paper_pushes: {
    id: Always<number>;
    sku_id: number;
    sku_version: number;
    total: number;
    job_id: number | null;
    ended_as: "done" | "cancelled" | "failed" | null;
    ended_at: Timestamp | null;
    created_by: number | null;
    created_at: Timestamp;
  };
  sku_prices: {
    id: Always<number>;
    sku_id: number;
    price_kind: "retail" | "level" | "group" | "peer" | "embassy_fee" | "centre_fee" | "urgent";
    ref_id: Generated<string>;
    adult: number;
    child: number | null;
    currency: Generated<string>;
    foreign_adult: number | null;
    foreign_child: number | null;
    rate: string | null;
    official_fee_id: number | null;
    effective_from: Timestamp;
    effective_to: Timestamp | null;
    adjustment_id: number | null;
    created_by: number | null;
    created_at: Timestamp;
  };
  sku_snapshots: {
    id: Always<number>;
    sku_id: number;
    hash: string;
    body: Json;
    made_at: Timestamp;
    visit_place_id: Always<number | null>;
    visa_type: Always<number | null>;
  };
  sku_stats: {
    sku_id: number;
    orders_30: Generated<number>;
    issued_30: Generated<number>;
    refused_30: Generated<number>;
    at: Timestamp;
    days_n: Generated<number>;
    days_p50: number | null;
    days_p75: number | null;
    days_p90: number | null;
    margin_seen: Json | null;
    blocks_seen: Generated<List<string>>;
  };
  skus: {
    id: Always<number>;
    sku_no: string;
    name: string;
    visa_product_unit_code: string;
    country_id: string;
    service_level: Generated<string>;
    ends: Generated<List<string>>;
    embassy_id: number | null;
    submit_place_id: number | null;
    cover_mode: Generated<"all" | "district" | "area">;
    cover_area: Generated<Json>;
    need_interview: Generated<boolean>;
    need_fingerprint: Generated<boolean>;
    need_delivery: Generated<boolean>;
    need_training: Generated<boolean>;
    need_return_material: Generated<boolean>;
    need_effect_date: Generated<boolean>;
    material_upload_type: Generated<"pay_first" | "material_first">;
    passport_months: Generated<number>;
    passport_pages: Generated<number>;
    work_days_min: Generated<number>;
    work_days_max: Generated<number>;
    advance_days: Generated<number>;
    urgent_tiers: Generated<Json>;
    child_age: Generated<number>;
    identities: Generated<List<string>>;
    refund_policy_id: number | null;
    insurance_product_ids: Generated<List<number>>;
    insurance_required: Generated<boolean>;
    mail_centre_id: number | null;
    return_way: Generated<"free" | "cod" | "pickup" | "none">;
    booking_note: Generated<string>;
    tips: Generated<string>;
    fee_included: Generated<string>;
    fee_excluded: Generated<string>;
    sort: Generated<number>;
    sku_status: Generated<"draft" | "on_sale" | "off_sale" | "archived">;
    off_reason: string | null;
    first_listed_at: Timestamp | null;
    search: Generated<List<string>>;
    search_text: Generated<string>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    price_editors: Generated<List<number>>;
  };
  special_price_activities: {
    id: Always<number>;
    name: string;
    end: "customer" | "peer";
    level_ids: Generated<List<string>>;
    group_ids: Generated<List<number>>;
    warm_at: Timestamp | null;
    start_at: Timestamp | null;
    end_at: Timestamp | null;
    stack_coupon: Generated<boolean>;
    note: Generated<string>;
    activity_status: Generated<"draft" | "published" | "stopped">;
    published_by: number | null;
    published_at: Timestamp | null;
    stopped_at: Timestamp | null;
    stop_reason: string | null;
    start_told: Timestamp | null;
    end_told: Timestamp | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  special_price_items: {
    id: Always<number>;
    activity_id: number;
    sku_id: number;
    adult: number;
    child: number | null;
    per_order: Generated<number>;
    per_buyer: Generated<number>;
    total_limit: Generated<number>;
    sold: Generated<number>;
    priced_by: number | null;
  };
  special_price_uses: {
    id: Always<number>;
    item_id: number;
    order_id: number;
    buyer: Generated<string>;
    qty: number;
    saved: number;
    created_at: Timestamp;
    released_at: Timestamp | null;
  };
  spus: {
    visa_product_unit_code: string;
    name: string;
    country_id: string;
    visa_type: number;
    visa_form: "sticker" | "paper" | "evisa" | "voa" | "approval" | "register" | "document" | "service";
    entry_count: "single" | "double" | "multiple" | "by_issue" | "none";
    stay_min: Generated<number>;
    stay_max: Generated<number>;
    stay_unit: Generated<"day" | "month" | "year">;
    validity: Generated<number>;
    validity_unit: Generated<"day" | "month" | "year" | "passport" | "by_issue" | "none">;
    tags: Generated<List<string>>;
    images: Generated<List<string>>;
    sample_image: string | null;
    steps: Generated<Json>;
    detail: Generated<string>;
    audience: Generated<string>;
    qa_ids: Generated<List<number>>;
    keywords: Generated<string>;
    margin_floor: Generated<number>;
    sort: Generated<number>;
    status: Generated<0 | 1>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    id: Always<number>;
    search_text: Generated<string>;
  };
  stage_spans: {
    id: Always<number>;
    order_id: number;
    applicant_id: number;
    status: string;
    party: string;
    entered_at: Timestamp;
    left_at: Timestamp | null;
    work_minutes: number | null;
    hold_minutes: Generated<number>;
    is_rolled_back: Generated<boolean>;
    due_at: Timestamp | null;
  };
  statement_imports: {
    id: Always<number>;
    row_key: string;
    company_account_id: number;
    file_name: Generated<string>;
    import_status: Generated<"running" | "done" | "cancelled" | "failed" | "undone">;
    waiting: string | null;
    job_id: number | null;
    row_count: number;
    done_count: Generated<number>;
    new_count: Generated<number>;
    repeat_count: Generated<number>;
    linked_count: Generated<number>;
    from_at: Timestamp | null;
    to_at: Timestamp | null;
    gaps: Generated<Json>;
    finished_at: Timestamp | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  statement_lines: {
    id: Always<number>;
    row_key: string;
    company_account_id: number;
    import_id: number;
    line_hash: string;
    at: Timestamp;
    direction: "in" | "out";
    amount: number;
    balance_after: number | null;
    ref: Generated<string>;
    counterparty_name: Generated<string>;
    counterparty_key: Generated<string>;
    counterparty_account: Generated<string>;
    counterparty_account_sealed: string | null;
    counterparty_account_hash: string | null;
    counterparty_account_tail: string | null;
    summary: Generated<string>;
    seq: number;
    matched: Generated<number>;
    line_status: Generated<"open" | "part" | "matched" | "parked" | "ignored">;
    journal_id: number | null;
    note: Generated<string>;
    handled_by: number | null;
    handled_at: Timestamp | null;
    version: Generated<number>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  submission_batches: {
    id: Always<number>;
    batch_no: string;
    embassy_id: number | null;
    submit_city: Generated<string>;
    supplier_id: number | null;
    plan_date: string | null;
    is_urgent: Generated<boolean>;
    batch_status: Generated<"draft" | "handed" | "submitted" | "cancelled">;
    handed_to: string | null;
    handed_at: Timestamp | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
  };
  submissions: {
    id: Always<number>;
    batch_id: number;
    order_id: number;
    applicant_id: number;
    passport_scanned_at: Timestamp | null;
    submit_date: string | null;
    application_no: string | null;
    settle_price: number | null;
    line_status: Generated<"packed" | "sent" | "submitted" | "past" | "removed" | "void">;
    created_at: Timestamp;
  };
  supplier_assignments: {
    id: Always<number>;
    applicant_id: number;
    order_id: number;
    supplier_product_id: number;
    supplier_id: number;
    planned_date: string;
    band: "adult" | "child";
    tier: string | null;
    price_id: number;
    amount: number;
    currency: string;
    rate: string | null;
    cny_amount: number;
    embassy_included: boolean;
    centre_included: boolean;
    embassy_part: Generated<number>;
    settle_trigger: "submitted" | "issued" | "completed";
    on_refusal: "full" | "service_half" | "embassy_only" | "none";
    ranking: Generated<Json>;
    promised_on: string | null;
    assigned_by: number | null;
    assigned_at: Timestamp;
    released_at: Timestamp | null;
    release_reason: string | null;
    progress: Generated<"waiting" | "handed_in" | "over">;
  };
  supplier_changes: {
    id: Always<number>;
    supplier_product_id: number;
    supplier_id: number;
    sku_id: number;
    field: string;
    old_value: Json | null;
    new_value: Json | null;
    source: "console" | "notice" | "import" | "review" | "system";
    reason: Generated<string>;
    effective_at: Timestamp | null;
    adjust_no: string | null;
    open_count: Generated<number>;
    by_id: number | null;
    at: Timestamp;
  };
  supplier_contacts: {
    id: Always<number>;
    supplier_id: number;
    row_key: string;
    name: string;
    mobile: string | null;
    mobile_sealed: string | null;
    mobile_hash: string | null;
    mobile_tail: string | null;
    phone: Generated<string>;
    email: Generated<string>;
    roles: List<string>;
    address: Json | null;
    receive_hours: Generated<string>;
    cut_off: string | null;
    is_default: Generated<boolean>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  supplier_documents: {
    id: Always<number>;
    supplier_id: number;
    kind: "business_licence" | "submit_qualification" | "contract" | "insurance_licence" | "other";
    number: Generated<string>;
    valid_from: string;
    valid_to: string | null;
    files: List<string>;
    note: Generated<string>;
    superseded_at: Timestamp | null;
    noticed_days: number | null;
    created_by: number | null;
    created_at: Timestamp;
  };
  supplier_figures: {
    supplier_id: number;
    days: 30 | 90 | 365;
    facts: Json;
    counted_at: Timestamp;
  };
  supplier_parcel_items: {
    id: Always<number>;
    parcel_id: number;
    express_item_id: number;
    applicant_id: number | null;
    material_id: number | null;
    packed_at: Timestamp | null;
    packed_by: number | null;
    verdict: "ok" | "missing" | "damaged" | "extra" | null;
    issue_note: Generated<string>;
    issue_files: Generated<List<string>>;
    resolution: "found" | "reissued" | "compensated" | "returned" | "other" | null;
    resolution_note: Generated<string>;
    left_at: Timestamp | null;
  };
  supplier_parcel_prints: {
    id: Always<number>;
    parcel_id: number;
    list_version: number;
    with_numbers: Generated<boolean>;
    printed_by: number | null;
    printed_at: Timestamp;
  };
  supplier_parcels: {
    id: Always<number>;
    parcel_no: string;
    express_id: number;
    supplier_id: number;
    is_outgoing: boolean;
    purpose: "submit" | "supplement" | "result" | "other";
    contact_id: number | null;
    batch_id: number | null;
    planned_send_on: string | null;
    sealed_at: Timestamp | null;
    sealed_by: number | null;
    passport_count: number | null;
    list_version: Generated<number>;
    proof_files: Generated<List<string>>;
    is_auto_counted: Generated<boolean>;
    exception_open: Generated<boolean>;
    lost_at: Timestamp | null;
    lost_reason: string | null;
    cancel_reason: string | null;
    note: Generated<string>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  supplier_payees: {
    id: Always<number>;
    supplier_id: number;
    row_key: string;
    account_name: string;
    bank_name: string;
    branch: Generated<string>;
    account_no: string;
    account_no_sealed: string | null;
    account_no_hash: string | null;
    account_no_tail: string | null;
    currency: Generated<string>;
    proof_files: List<string>;
    reason: Generated<string>;
    payee_status: Generated<"pending" | "active" | "rejected" | "retired">;
    decided_by: number | null;
    decided_at: Timestamp | null;
    decided_note: string | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  supplier_prices: {
    id: Always<number>;
    supplier_product_id: number;
    adult: number;
    child: number | null;
    infant: number | null;
    urgent: Generated<Json>;
    embassy_included: Generated<boolean>;
    centre_included: Generated<boolean>;
    embassy_fee: Generated<number>;
    currency: Generated<string>;
    effective_at: Timestamp | null;
    reason: Generated<string>;
    adjust_no: string | null;
    review: Generated<"pending" | "approved" | "rejected" | "withdrawn">;
    created_by: number | null;
    created_at: Timestamp;
    rate: string | null;
    reason_kind: Generated<"supplier" | "embassy" | "fx" | "promo" | "market" | "correct">;
    announced_at: Timestamp | null;
    decided_at: Timestamp | null;
  };
  supplier_products: {
    id: Always<number>;
    sku_id: number;
    supplier_id: number;
    supplier_code: Generated<string>;
    supplier_title: Generated<string>;
    priority: Generated<number>;
    daily_quota: number | null;
    submit_weekdays: Generated<List<number>>;
    lead_min: Generated<number>;
    lead_max: Generated<number>;
    valid_from: string | null;
    valid_to: string | null;
    status: Generated<0 | 1>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  suppliers: {
    id: Always<number>;
    supplier_no: string;
    name: string;
    short_name: string;
    kind: "submit_agency" | "visa_centre" | "mission_channel" | "evisa_platform" | "insurer" | "express" | "translation";
    credit_code: string | null;
    serves: Generated<Json>;
    owner_id: number | null;
    address: Json | null;
    settle_cycle: Generated<"per_order" | "day" | "week" | "half_month" | "month">;
    credit_days: Generated<number>;
    settle_trigger: Generated<"submitted" | "issued" | "completed">;
    on_refusal: Generated<"full" | "service_half" | "embassy_only" | "none">;
    invoice_kind: Generated<"special" | "ordinary" | "none">;
    tax_rate_bp: Generated<number>;
    prepaid_floor: Generated<number>;
    originals_limit: Generated<number>;
    pause_until: string | null;
    pause_reason: string | null;
    supplier_status: Generated<"pending" | "rejected" | "active" | "paused" | "ended">;
    note: Generated<string>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    former_names: Generated<List<string>>;
    first_active_at: Timestamp | null;
    review_note: string | null;
    search_text: Generated<string>;
    paper_until: string | null;
    resubmitted_by: number | null;
    resubmitted_at: Timestamp | null;
    changed_by: Generated<List<number>>;
  };
  sys_configs: {
    key: string;
    value: Json;
    updated_by: number | null;
    updated_at: Timestamp;
    version: Generated<number>;
  };
  task_marks: {
    id: Always<number>;
    queue: string;
    source_id: number;
    staff_id: number;
    seen_at: Timestamp | null;
    snooze_until: Timestamp | null;
    snooze_reason: Generated<string>;
    handler_id: number | null;
    transfer_reason: Generated<string>;
    transferred_at: Timestamp | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  teams: {
    id: Always<number>;
    name: string;
    parent_id: number | null;
    leader_id: number | null;
    country_ids: Generated<List<string>>;
    status: Generated<0 | 1>;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  visits: {
    id: Always<number>;
    order_id: number;
    applicant_id: number;
    embassy_id: number;
    visit_at: Timestamp;
    appointment_no: string | null;
    letter: string | null;
    visit_status: "proposed" | "booked" | "attended" | "missed" | "released";
    booker: Generated<"staff" | "supplier">;
    confirm_due_at: Timestamp | null;
    end_reason: string | null;
    notice_sent_at: Timestamp | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
  };
  withdrawals: {
    id: Always<number>;
    withdrawal_no: string;
    peer_id: number;
    amount: number;
    fee: number;
    gift_back: number;
    payee_name: string;
    payee_account: Generated<string>;
    payee_account_sealed: string | null;
    payee_account_hash: string | null;
    payee_account_tail: string | null;
    payee_bank: string;
    reason: Generated<string>;
    files: Generated<List<string>>;
    withdrawal_status: Generated<"pending" | "second_review" | "approved" | "paid" | "returned" | "rejected" | "withdrawn">;
    journal_id: number | null;
    needs_second: Generated<boolean>;
    approved_by: number | null;
    approved_at: Timestamp | null;
    rechecked_by: number | null;
    rechecked_at: Timestamp | null;
    decided_by: number | null;
    decided_note: Generated<string>;
    due_at: Timestamp | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  work_order_config_places: {
    config_id: number;
    code: string;
    scope: string;
    scope_id: string;
  };
  work_order_configs: {
    id: Always<number>;
    code: string;
    category: "consult" | "urge" | "change" | "refund" | "complaint" | "invoice" | "statement" | "system";
    name: string;
    scope: "all" | "level" | "group" | "peer";
    scope_ids: Generated<List<string>>;
    fields: Generated<Json>;
    need_order: Generated<boolean>;
    reply_minutes: Generated<number>;
    resolve_minutes: Generated<number>;
    handler: Generated<"cs" | "bd" | "expert" | "team">;
    team_id: number | null;
    escalate: Json;
    link: Generated<"none" | "urge" | "refund" | "invoice" | "statement">;
    templates: Generated<Json>;
    ask_score: Generated<boolean>;
    is_system: Generated<boolean>;
    config_version: Generated<number>;
    based_on: number | null;
    config_status: Generated<"draft" | "live" | "retired">;
    published_at: Timestamp | null;
    published_by: number | null;
    retired_at: Timestamp | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  work_order_escalations: {
    work_order_id: number;
    round: number;
    step: number;
    to_id: number | null;
    at: Timestamp;
  };
  work_order_messages: {
    id: Always<number>;
    work_order_id: number;
    kind: "to_peer" | "from_peer" | "internal";
    text: Generated<string>;
    files: Generated<List<string>>;
    by_id: number | null;
    account_id: number | null;
    at: Timestamp;
  };
  work_orders: {
    id: Always<number>;
    work_order_no: string;
    config_id: number;
    peer_id: number;
    account_id: number | null;
    order_id: number | null;
    applicant_id: number | null;
    source: "peer" | "staff" | "system" | "chat";
    title: string;
    answers: Generated<Json>;
    handler_id: number | null;
    team_id: number | null;
    reply_minutes: number;
    resolve_minutes: number;
    due_reply_at: Timestamp;
    due_at: Timestamp;
    first_reply_at: Timestamp | null;
    waiting_minutes: Generated<number>;
    waiting_since: Timestamp | null;
    left_minutes: number | null;
    linked_noun: string | null;
    linked_id: number | null;
    resolution: "solved" | "explained" | "no_answer" | "withdrawn" | "invalid" | null;
    resolution_note: Generated<string>;
    resolved_at: Timestamp | null;
    closed_at: Timestamp | null;
    score: number | null;
    score_text: Generated<string>;
    reopen_count: Generated<number>;
    last_message_at: Timestamp | null;
    last_message_kind: string | null;
    work_order_status: Generated<"pending" | "processing" | "waiting_peer" | "resolved" | "closed">;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  workers: {
    id: Always<number>;
    account: string;
    nickname: Generated<string>;
    mobile: string | null;
    email: string | null;
    role_id: number | null;
    team_id: number | null;
    status: Generated<0 | 1>;
    passwd: string;
    must_change: Generated<boolean>;
    once_until: Timestamp | null;
    is_weak: Generated<boolean>;
    passwd_at: Timestamp;
    totp_secret: string | null;
    totp_at: Timestamp | null;
    totp_step: number | null;
    recovery_codes: Generated<List<string>>;
    last_login_at: Timestamp | null;
    last_login_ip: string | null;
    version: Generated<number>;
    created_by: number | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    mobile_sealed: string | null;
    mobile_hash: string | null;
    mobile_tail: string | null;
  };
}

/** Names of the columns, in the table's order. */
export const tableColumns = {
  adjustments: "id adjust_no kind journal_id peer_id supplier_id company_account_id to_account_id account direction amount booked_on reason files adjust_status decided_by decided_at decided_note booked_id version created_by created_at updated_at statement_line_id payee_name payee_account payee_account_sealed payee_account_hash payee_account_tail payee_bank",
  applicant_materials: "id order_id applicant_id kind document_id name category sub_type requirement owner group_key need_n page_type max_pages copies is_original max_age_days material_status round reject_code reject_text waive_reason reviewed_by reviewed_at doc_date form_answers form_status application_version_id holder slot received_count sort version created_by created_at asked_later holder_supplier_id",
  applicants: "id order_id seq applicant_no country_id sku_id expert_id name_cn surname_en given_name_en gender birth_date birth_place nationality id_card_no passport_no passport_issue_date passport_expiry_date passport_issue_place mobile email identity marital household_province household_city address relation main_applicant_id is_child refused_before refused_on refused_note applicant_status prev_status status_at status_due_at due_sort waiting_party hold_party hold_reason held_at hold_minutes_left supplement_round supplement_due_at supplement_source admin_check_due collected_at review_passed_at submitted_at result_at handed_back_at received_at supplier_id settle_price settle_includes_embassy settle_trigger on_refusal submit_date application_no visa_no visa_issue_date visa_effective_date visa_expiry_date stay_days entry_count result_files refusal_category refusal_text refusal_files liability materials_must materials_passed tab owner_ids is_urgent search search_text version created_by created_at result_expert_id passport_no_sealed passport_no_hash passport_no_tail id_card_no_sealed id_card_no_hash id_card_no_tail mobile_sealed mobile_hash mobile_tail settle_includes_centre embassy_part",
  application_versions: "id application_id version_no state sections note created_by created_at version updated_by updated_at previewed_at published_by published_at retired_at",
  appointment_points: "id appointment_id earliest_date no_slots slots_note source supplier_id made_by at",
  appointments: "id place_id visa_type earliest_date no_slots slots_note half min_lead_days source supplier_id valid_days updated_by version created_by created_at updated_at status sort remark checked_at",
  calendar_days: "calendar date day_kind name source updated_at",
  carrier_cards: "id supplier_id carrier_code card_no name team_id rates bill_day version created_by created_at updated_at is_enabled",
  company_accounts: "id row_key name kind bank_name account_no account_no_sealed account_no_hash account_no_tail holder currency day_limit low_water statement_map account_status submitted_by confirmed_by confirmed_at version created_by created_at updated_at",
  countries: "id code3 code_num name_zh name_en pinyin initial continent flag_emoji cover capital currencies phone_codes languages is_region is_schengen is_hot visa_policy visa_free_days policy_note passport_months blank_pages source sort status remark verified_at verified_by verify_months version created_by created_at updated_at time_zone plug emergency_phone cn_mission_phone",
  custodies: "id material_id from_holder to_holder staff_id slot express_id batch_id count note at supplier_id",
  document_stats: "document_id reviewed_90 passed_90 first_pass_rate reasons before_reviewed before_passed after_reviewed after_passed at",
  documents: "id kind name category sub_type identities country_ids requirement samples_good samples_bad check_points reason_ids max_age_days default_owner page_type max_pages pattern formats max_mb template_file is_original copies return_needed print_on_notice photo_rule fill_mode pdf_file official_url sort status remark verified_at verified_by verify_months version created_by created_at updated_at updated_by text_at",
  drafts: "worker_id key content base_version saved_at",
  duties: "id worker_id kind from_date to_date half reason version created_by created_at updated_at",
  embassies: "id embassy_type country_id name short_name operator parent_ids city address lat lon phone email website weekdays open_from open_to pickup_hours follow_cn transport carry_limits notice_note district_name domicile_limit district_area residence_counts follow_relative channel source sort status remark verified_at verified_by verify_months version created_by created_at updated_at",
  embassy_payments: "id payment_no order_id applicant_id country_id embassy_id item attempt attempt_reason origin currency foreign_minor fx_rate_id rate_micro amount settled_amount company_account_id batch_no receipt_no receipt paid_at paid_by released_by released_at collected variance variance_way variance_by variance_at returned_amount returned_on return_proof returned_by reason embassy_payment_status version created_by created_at updated_at",
  erasure_runs: "id cutoff_date erasure_status counts erased kept kept_count maker_id checker_id approved_at finished_at version created_at",
  exhibition_lead_follows: "id lead_id text by_id at",
  exhibition_leads: "id exhibition_id row_key kind company name mobile mobile_sealed mobile_hash mobile_tail title card_file interest country_ids owner_id next_follow_on first_called_at peer_id application_id lost_reason note lead_status version created_by created_at updated_at",
  expert_picks: "id order_id country_id is_urgent picked_id step duty_at candidates at",
  experts: "id worker_id country_ids handle_urgent max_open weight accept_new display_name last_pick_at version created_by created_at updated_at",
  export_tasks: "id export_no worker_id endpoint title filter columns format is_masked row_count expected_count job_id status file_key file_size error downloads link_hash link_until link_session_id expires_at version created_at finished_at filter_sealed filter_text is_filter_hidden reason sha256 decided_by decided_at decided_note",
  express_items: "id express_id applicant_id material_id name count counted",
  expresses: "id type order_id batch_id supplier_id invoice_id mode carrier_code waybill_no monthly_card_no goods sender receiver weight_g cost pay_kind insured_amount express_status track_state tracks sent_at signed_at signed_by exception version created_by created_at card_id zone estimated_cost",
  file_uploads: "file_id worker_id filename created_at",
  files: "id key is_private sha256 size content_type width height created_at",
  finance_settings: "id remittance_second_limit withdraw_second_limit write_off_limit adjust_file_limit match_suggest match_lead gift_max_pct withdraw_fee_bp withdraw_fee_min embassy_tolerance tax_service_bp tax_embassy_bp special_surcharge_bp item_service item_embassy statement_silent_days overdue_freeze_days export_approval_rows version updated_by updated_at",
  former_role_admins: "worker_id held_until",
  frozen_lines: "journal_line_id by_no",
  fx_rates: "id currency day rate_micro source version created_by created_at updated_at",
  gift_lots: "id peer_id source amount remaining expires_on max_order_pct created_at reopened_at",
  global_message_confirmations: "global_message_id staff_id at",
  global_messages: "id level title content link audience audience_ids start_at end_at must_confirm is_closed version created_by created_at updated_at",
  grant_changes: "id kind role_id worker_id target_name seen_version old new added_sensitive reason reject_text maker_id checker_id is_sole expires_at decided_at grant_status version created_by created_at updated_at",
  handovers: "id from_staff_id to_staff_id start_at end_at note handover_status confirmed_at started_at ended_at reason brief outcome read_at version created_by created_at updated_at",
  idempotency_keys: "actor endpoint key body_sha256 response at",
  insurance_products: "id name code supplier_id region country_ids plans min_lead_hours surrender clause_file product_status first_listed_at off_reason rate_editors version created_by created_at updated_at",
  insurance_rates: "id product_id plan_key day_from day_to age_from age_to premium cost effective_from effective_to adjustment_id",
  invoice_lines: "id invoice_id order_id part item_name amount tax_rate_bp tax surcharge diff_id",
  invoice_sheets: "id file_key invoice_ids created_by created_at expires_at",
  invoice_titles: "id row_key peer_id title_type title tax_no address phone bank bank_account bank_account_sealed bank_account_hash bank_account_tail version created_by created_at updated_at",
  invoices: "id row_key fp_no group_no direction red_of red_reason refund_id red_confirm_no red_expires_at is_red_lapsed kind peer_id title_type title tax_no address phone bank bank_account bank_account_sealed bank_account_hash bank_account_tail amount tax surcharge email mobile mobile_sealed mobile_hash mobile_tail remark invoice_no issued_on files delivery invoice_status decided_by decided_at issued_by issued_at reject_code reject_text version created_by created_at updated_at",
  job_slots: "job slot",
  jobs: "id job key payload state title owner_id progress progress_total attempts max_attempts run_at lease_until lease_token cancel_asked result error created_at started_at finished_at",
  journal_lines: "id journal_id account_id amount order_id applicant_id refund_id fee_kind balance_after change_type note gift_lot_id",
  journals: "id no kind idempotency_key lines_hash booked_on event_at source_noun source_id reversal_of reason request_id created_by created_at",
  known_payers: "id peer_id payer_name payer_key account_hash account_mask confirmed_count updated_at",
  ledger_accounts: "id code owner_id kind side is_guarded balance gl_code oldest_due_on",
  ledger_proofs: "id faults checks journals proved_at",
  ledger_sum_mark: "id journal_id",
  ledger_sums: "month code owner_id kind debit credit",
  line_candidates: "line_id remittance_id score lead terms",
  line_matches: "id line_id target_noun target_id amount journal_id known_payer_id is_auto score is_suggested created_by created_at",
  log_anchors: "id month row_count first_seq last_seq first_hash last_hash created_at",
  login_devices: "worker_id device_hash last_used_at",
  login_guards: "kind key fails until first_at last_at",
  mail_centres: "id name contact mobile address hours note status version created_by created_at updated_at sort remark",
  margin_leak_mark: "id journal_id",
  margin_leaks: "order_id ended_on planned margin cause cause_amount journal_id found_at",
  material_files: "id material_id file filename size page_no version_no uploaded_by uploaded_kind superseded_at seen_by created_at",
  material_rejections: "id material_id document_id round reject_code at",
  msgs: "id kind source key title content files ref_noun ref_id level due_at cc need_review reviewer_id need_proof nudged_at cancel_reason closed_at version created_by created_at updated_at",
  official_fees: "id country_ids name fee_kind currency adult child effective_from effective_to source_url verified_at verified_by verify_months version created_by created_at updated_at",
  operation_logs: "id at request_id actor_kind actor_id actor_name kind endpoint area noun noun_id noun_no subject_ids changes reason result ip agent ms seq hash",
  order_consistencies: "id order_id applicant_id rule marks reason created_by created_at",
  order_diffs: "id diff_no order_id applicant_id fee_kind amount reason payer is_blocking due_at diff_status paid_at version created_by created_at pays_variance insurance_product_id plan_key",
  order_evaluates: "id order_id score score_guide score_speed score_service score_logistics tags content files is_anonymous source expert_id supplier_id reply replied_by evaluate_status is_shown appeal_status appeal_reason version created_by created_at replied_at show_reason appealed_by appealed_at appeal_due_at appeal_note judged_by judged_at",
  order_expires: "id order_id applicant_id kind due_at expire_status extended_times extend_reason contact_times last_contact_at close_reason closed_by closed_at version created_by created_at updated_at",
  order_fees: "id order_id applicant_id kind amount discount_share payable diff_id cost is_official_paid refunded created_at",
  order_imports: "id row_key import_status waiting group_count done_count results created_by created_at finished_at",
  order_limits: "id key country_code is_urgent value unit warn_before version updated_by updated_at created_by created_at",
  order_logs: "id order_id applicant_id kind noun noun_id move label from_state to_state actor_kind actor_id actor_name on_behalf reason changes archived customer_visible request_id at",
  order_notes: "id order_id applicant_id kind content files pinned created_by created_at",
  order_payments: "id order_id method amount diff_id trade_no proof refunded paid_at created_by created_at",
  order_reminds: "id order_id applicant_id kind source level channel content remind_status due_at times last_at next_at reply close_kind closed_at version created_by created_at handler_id sent_at sent_times send_result snooze_reason close_reason",
  orders: "id order_no source channel_id partner_order_no customer_kind customer_id peer_id contact_name contact_mobile contact_email sku_id country_id snapshot_id quote flow travel_date return_date effect_date visit_wish visit_wish_dates urgent_tier is_urgent is_protected return_mode return_address order_status status_at pay_status amount_total discount_total amount_payable amount_paid amount_refunded expert_id cs_owner_id bd_owner_id applicant_count submitted_count due_at due_sort pay_deadline_at paid_at promised_date shipped_at received_at completed_at cancelled_at cancel_reason customer_note tab owner_ids search search_text version created_by created_at erased_at legal_hold protection_id contact_mobile_sealed contact_mobile_hash contact_mobile_tail return_name return_mobile return_mobile_sealed return_mobile_hash return_mobile_tail",
  outbound_messages: "id channel template receiver receiver_worker_id content ref_noun ref_id status error read_at created_at sent_at",
  payout_batches: "id batch_no company_account_id format is_merged rows total file_key expires_at created_by created_at",
  payouts: "id payout_no source_noun source_id source_no way peer_id order_id supplier_id method company_account_id payee_name payee_account payee_account_sealed payee_account_hash payee_account_tail payee_bank amount original_trade_no approvers payee_changed_at phone_checked batch_id merge_no bank_ref bounced_refs receipt paid_at paid_by bank_fee fail_reason due_at planned_on attempt journal_id payout_status version created_by created_at updated_at",
  peer_accounts: "id peer_id account name mobile mobile_sealed mobile_hash mobile_tail role order_limit can_pay status passwd passwd_at reset_hash reset_until reset_delivery session_round last_login_at version created_by created_at updated_at",
  peer_api_keys: "id peer_id access_key secret_sealed callback_url ip_list place status note last_used_at version created_by created_at updated_at",
  peer_applications: "id application_no name credit_code legal_person business_kind licence_no contact_name contact_mobile contact_mobile_sealed contact_mobile_hash contact_mobile_tail contact_email address province_code city_code business_licence business_licence_from business_licence_to travel_licence travel_licence_from travel_licence_to source source_id inviter_code device note application_status round submitted_at due_at returned_at returned_items returned_facts level_id service_group_id service_group_kind bd_owner_id cs_owner_id decided_by decided_at reason_code reason_text peer_id search_text changed_by version created_by created_at updated_at",
  peer_calls: "id peer_id worker_id listed_on sentence weight contacted_at contacted_by result result_text came_back_at version created_at updated_at",
  peer_changes: "id change_no peer_id kind old_value new_value reason_code reason files valid_to change_status decided_by decided_at decided_note version created_by created_at updated_at",
  peer_documents: "id peer_id row_key kind number id_card_no id_card_no_sealed id_card_no_hash id_card_no_tail valid_from valid_to files note superseded_at noticed_days created_by created_at",
  peer_exhibitions: "id name city venue booth start_on end_on owner_id staff_ids budget costs qrcode_id gift_coupon_id poster target_leads invited_peer_ids review_note cancel_reason exhibition_status version created_by created_at updated_at",
  peer_group_members: "group_id peer_id",
  peer_groups: "id name kind visible_mode sku_ids cs_team_id chat_group chat_qr mode rule note status version created_by created_at updated_at",
  peer_holds: "id peer_id kind blocks reason opened_by opened_at released_by released_at release_reason cause cause_id turn until version",
  peer_level_lines: "id run_id peer_id from_level to_level figures decision bd_note keep_reason decided_by decided_at applied_at version created_at updated_at",
  peer_level_runs: "id quarter apply_at applied_at created_at",
  peer_levels: "code name gmv_min orders_min topup_min match fallback credit_cap sla_percent free_urgent status version created_at updated_at cap_by cap_given",
  peer_managers: "worker_id max_peers accept_new month_target display_name display_mobile display_qr version created_at updated_at",
  peer_owners: "id peer_id role worker_id from_date to_date commission_from by transfer_id created_by created_at",
  peer_radars: "peer_id signs weight counted_at",
  peer_top_ups: "id peer_id amount purpose method trade_no paid_at proof_files note journal_id created_by created_at",
  peer_transfer_lines: "id transfer_id peer_id to_worker_id result message moved at undone_at by_id is_retry",
  peer_transfers: "id transfer_no role from_worker_id target_ids split selection selected expected_count carry effective_on commission_from reason_code reason notify_peer transfer_status started_at finished_at stop_asked_at undone_at version created_by created_at updated_at",
  peers: "id peer_no application_id name former_names short_name credit_code legal_person business_kind licence_no contact_name contact_mobile contact_mobile_sealed contact_mobile_hash contact_mobile_tail contact_email address province_code city_code source source_id level_id level_locked_until level_lock_reason service_group_id service_group_kind bd_owner_id cs_owner_id settle_mode credit_days credit_limit temp_limit temp_until auto_deduct allow_country_ids peer_status approved_at closed_at close_reason note search_text version created_by created_at updated_at",
  periods: "id month period_status held_by held_at checklist trial_balance closed_by closed_at version created_at updated_at",
  permission_uses: "role_id code since used_on",
  plan_figures: "kind place_id days n counted_at",
  policies: "id apply_no kind insurance_product_id refuse_no_worry_product_id plan_key product_name plan_name terms insurer_id order_id applicant_id insured_name insured_birthday insured_passport insured_passport_sealed insured_passport_hash insured_passport_tail start_on end_on premium cost batch_no policy_no file issued_at issued_by changes claims claim_count claimed claim_paid reason surrendered_at policy_status version created_by created_at updated_at",
  policy_sheets: "id batch_no file_key policy_ids created_by created_at expires_at",
  preferences: "worker_id key value updated_at",
  presences: "worker_id noun noun_id mode since at",
  price_adjustment_cells: "id adjustment_id target_kind target_id price_kind ref_id band old new official_fee_id currency foreign_amount rate is_open",
  price_adjustments: "id adjust_no batch_no target_kind target_id reason_kind reason effect_mode effective_at margins below_floor source adjustment_status maker_id reviewer_id review_text revert_of version created_at updated_at reject_kind decided_at applied_at replay",
  product_recommend_counts: "slot_id sku_id day impressions clicks",
  product_recommend_items: "id slot_id sku_id label sort start_at end_at province_codes created_at",
  product_recommends: "id position end name max_items fill status version updated_at",
  refund_lines: "id refund_id fee_id paid policy_amount asked_amount approved_amount note",
  refund_parts: "id refund_id seq payment_id paid_by way amount trade_no payout_id part_status fail_reason done_at",
  refund_people: "refund_id applicant_id is_open",
  refund_policies: "id name forms status version created_by created_at updated_at sort remark",
  refund_policy_versions: "id policy_id version_no state effective_from clause grid created_by created_at version published_by published_at",
  refunds: "id refund_no order_id kind initiator reason_code reason liability proof trial asked_amount approved_amount payee_name payee_account payee_account_sealed payee_account_hash payee_account_tail payee_bank refund_status reviewer_id reviewed_at final_reviewer_id final_reviewed_at decided_by reject_code decided_note waits due_at paid_at fail_reason version created_by created_at updated_at rerouted_by rerouted_at",
  refuse_claims: "id order_id applicant_id plan proof_files proof_due_at proof_by exclusion_checks trial_amount approved_amount reason_code reason loss_party refund_id created_by created_at appeals_used appeal_reason handed_by reviewer_id reviewed_at",
  refuse_no_worry_links: "product_id sku_id price_override id created_at",
  refuse_no_worry_prices: "id product_id price_kind amount effective_from adjustment_id created_at sku_id",
  refuse_no_worry_products: "id name scope rate cap pricing price price_rate price_min reserve_cost exclusions buy_until proof_days appeal_times proofs clause product_status version created_by created_at updated_at first_listed_at supplier_id",
  region_owners: "id kind name worker_id area_codes from_date to_date note version created_by created_at updated_at",
  region_places: "region_owner_id kind area_code from_date to_date",
  reject_reasons: "id code text advice kinds sort status version created_by created_at updated_at merged_into",
  reminder_msg_rounds: "id reminder_msg_id move by_id text proof at",
  reminder_msgs: "id msg_id staff_id reminder_status read_at due_at span_minutes submitted_at result_code result proof return_code return_text rounds overdue_told_at done_at version created_at updated_at",
  remittances: "id remittance_no row_key peer_id purpose amount order_parts payer_name payer_key payer_account payer_account_sealed payer_account_hash payer_account_tail payer_bank company_account_id remitted_on bank_ref vouchers payer_letters source note remittance_status reject_code reject_text gift_amount due_at submitted_by approved_by approved_at rechecked_by rechecked_at booked_by booked_at rejected_by reversed_by reversed_at reverse_reason journal_id reversal_id version created_by created_at updated_at submitted_at changed_by",
  risk_cells: "level mission identity waived age_band province n issued",
  risk_mark: "id counted_at",
  risk_papers: "mission identity document_id given n issued",
  roles: "id name note module_group data_scope is_builtin version created_by created_at updated_at removed_codes removed_at",
  saved_views: "id owner_id route endpoint name query columns share share_ids is_default pinned watch sort version created_at updated_at watch_over",
  seal_state: "one clear_left key_id moved_at",
  secret_marks: "id name key_id seen_at",
  seen_requests: "request_id at",
  sessions: "id worker_id platform token_hash cookie_hash ip agent device_id created_at last_seen_at ends_at locked_at ended_at end_reason unlocked_at",
  settle_allocations: "id settlement_id source payout_id journal_id journal_line_id amount parts undone_at undone_by created_by created_at",
  settle_lines: "id settlement_id journal_line_id rolled_from source account_code order_id applicant_id express_id waybill_no item occurred_on amount their_amount agreed declared_g billed_g match cause verdict borne_by dispute offered note settled freed_at freed_for is_held created_by created_at updated_at extra diff_id policy_id",
  settle_notes: "id settlement_id line_id from_them text files offered created_by created_at",
  settlements: "id settle_no kind supplier_id peer_id card_id order_id cycle_start cycle_end due_on ours theirs adjust final paid line_count open_count dispute_count opening consumed refunded repaid closing extended reminded_on is_silent input_invoice_no files confirmed_contact confirm_proof sent_at silent_on confirmed_by confirmed_at approved_by approved_at pay_amount reason settlement_status version created_by created_at updated_at noticed_on remaining",
  sku_documents: "id sku_id identity document_id owner when group_key need_n copies note sort",
  sku_paper_push_people: "push_id applicant_id order_id outcome msg at",
  sku_paper_pushes: "id sku_id sku_version total job_id ended_as ended_at created_by created_at",
  sku_prices: "id sku_id price_kind ref_id adult child currency foreign_adult foreign_child rate official_fee_id effective_from effective_to adjustment_id created_by created_at",
  sku_snapshots: "id sku_id hash body made_at visit_place_id visa_type",
  sku_stats: "sku_id orders_30 issued_30 refused_30 at days_n days_p50 days_p75 days_p90 margin_seen blocks_seen",
  skus: "id sku_no name visa_product_unit_code country_id service_level ends embassy_id submit_place_id cover_mode cover_area need_interview need_fingerprint need_delivery need_training need_return_material need_effect_date material_upload_type passport_months passport_pages work_days_min work_days_max advance_days urgent_tiers child_age identities refund_policy_id insurance_product_ids insurance_required mail_centre_id return_way booking_note tips fee_included fee_excluded sort sku_status off_reason first_listed_at search search_text version created_by created_at updated_at price_editors",
  special_price_activities: "id name end level_ids group_ids warm_at start_at end_at stack_coupon note activity_status published_by published_at stopped_at stop_reason start_told end_told version created_by created_at updated_at",
  special_price_items: "id activity_id sku_id adult child per_order per_buyer total_limit sold priced_by",
  special_price_uses: "id item_id order_id buyer qty saved created_at released_at",
  spus: "visa_product_unit_code name country_id visa_type visa_form entry_count stay_min stay_max stay_unit validity validity_unit tags images sample_image steps detail audience qa_ids keywords margin_floor sort status version created_by created_at updated_at id search_text",
  stage_spans: "id order_id applicant_id status party entered_at left_at work_minutes hold_minutes is_rolled_back due_at",
  statement_imports: "id row_key company_account_id file_name import_status waiting job_id row_count done_count new_count repeat_count linked_count from_at to_at gaps finished_at version created_by created_at updated_at",
  statement_lines: "id row_key company_account_id import_id line_hash at direction amount balance_after ref counterparty_name counterparty_key counterparty_account counterparty_account_sealed counterparty_account_hash counterparty_account_tail summary seq matched line_status journal_id note handled_by handled_at version created_at updated_at",
  submission_batches: "id batch_no embassy_id submit_city supplier_id plan_date is_urgent batch_status handed_to handed_at version created_by created_at",
  submissions: "id batch_id order_id applicant_id passport_scanned_at submit_date application_no settle_price line_status created_at",
  supplier_assignments: "id applicant_id order_id supplier_product_id supplier_id planned_date band tier price_id amount currency rate cny_amount embassy_included centre_included embassy_part settle_trigger on_refusal ranking promised_on assigned_by assigned_at released_at release_reason progress",
  supplier_changes: "id supplier_product_id supplier_id sku_id field old_value new_value source reason effective_at adjust_no open_count by_id at",
  supplier_contacts: "id supplier_id row_key name mobile mobile_sealed mobile_hash mobile_tail phone email roles address receive_hours cut_off is_default version created_by created_at updated_at",
  supplier_documents: "id supplier_id kind number valid_from valid_to files note superseded_at noticed_days created_by created_at",
  supplier_figures: "supplier_id days facts counted_at",
  supplier_parcel_items: "id parcel_id express_item_id applicant_id material_id packed_at packed_by verdict issue_note issue_files resolution resolution_note left_at",
  supplier_parcel_prints: "id parcel_id list_version with_numbers printed_by printed_at",
  supplier_parcels: "id parcel_no express_id supplier_id is_outgoing purpose contact_id batch_id planned_send_on sealed_at sealed_by passport_count list_version proof_files is_auto_counted exception_open lost_at lost_reason cancel_reason note version created_by created_at updated_at",
  supplier_payees: "id supplier_id row_key account_name bank_name branch account_no account_no_sealed account_no_hash account_no_tail currency proof_files reason payee_status decided_by decided_at decided_note version created_by created_at updated_at",
  supplier_prices: "id supplier_product_id adult child infant urgent embassy_included centre_included embassy_fee currency effective_at reason adjust_no review created_by created_at rate reason_kind announced_at decided_at",
  supplier_products: "id sku_id supplier_id supplier_code supplier_title priority daily_quota submit_weekdays lead_min lead_max valid_from valid_to status version created_by created_at updated_at",
  suppliers: "id supplier_no name short_name kind credit_code serves owner_id address settle_cycle credit_days settle_trigger on_refusal invoice_kind tax_rate_bp prepaid_floor originals_limit pause_until pause_reason supplier_status note version created_by created_at updated_at former_names first_active_at review_note search_text paper_until resubmitted_by resubmitted_at changed_by",
  sys_configs: "key value updated_by updated_at version",
  task_marks: "id queue source_id staff_id seen_at snooze_until snooze_reason handler_id transfer_reason transferred_at version created_by created_at updated_at",
  teams: "id name parent_id leader_id country_ids status version created_by created_at updated_at",
  visits: "id order_id applicant_id embassy_id visit_at appointment_no letter visit_status booker confirm_due_at end_reason notice_sent_at version created_by created_at",
  withdrawals: "id withdrawal_no peer_id amount fee gift_back payee_name payee_account payee_account_sealed payee_account_hash payee_account_tail payee_bank reason files withdrawal_status journal_id needs_second approved_by approved_at rechecked_by rechecked_at decided_by decided_note due_at version created_by created_at updated_at",
  work_order_config_places: "config_id code scope scope_id",
  work_order_configs: "id code category name scope scope_ids fields need_order reply_minutes resolve_minutes handler team_id escalate link templates ask_score is_system config_version based_on config_status published_at published_by retired_at version created_by created_at updated_at",
  work_order_escalations: "work_order_id round step to_id at",
  work_order_messages: "id work_order_id kind text files by_id account_id at",
  work_orders: "id work_order_no config_id peer_id account_id order_id applicant_id source title answers handler_id team_id reply_minutes resolve_minutes due_reply_at due_at first_reply_at waiting_minutes waiting_since left_minutes linked_noun linked_id resolution resolution_note resolved_at closed_at score score_text reopen_count last_message_at last_message_kind work_order_status version created_by created_at updated_at",
  workers: "id account nickname mobile email role_id team_id status passwd must_change once_until is_weak passwd_at totp_secret totp_at totp_step recovery_codes last_login_at last_login_ip version created_by created_at updated_at mobile_sealed mobile_hash mobile_tail",
} as const satisfies Record<keyof Tables, string>;
