/*
 * The database declares no foreign keys, so nothing but this file says which table an id column refers to.
 */

/** Table that a column of this name refers to, unless `EXCEPTIONS` mentions the column. */
const BY_COLUMN: Record<string, string> = {
  account_id: 'deposit_account',
  agent_id: 'agent',
  approval_id: 'approval',
  audit_log_id: 'audit_log',
  branch_id: 'branch',
  till_id: 'till',
  bulk_transfer_id: 'bulk_transfer',
  card_id: 'card',
  case_id: 'aml_case',
  contract_id: 'loan_contract',
  customer_id: 'customer',
  deposit_id: 'fixed_deposit',
  document_id: 'document',
  endpoint_id: 'webhook_endpoint',
  group_loan_id: 'group_loan',
  hold_id: 'aml_hold',
  import_id: 'data_import',
  job_id: 'job',
  ledger_account_id: 'ledger_account',
  loan_id: 'loan',
  pending_approval_id: 'approval',
  payout_id: 'payout',
  posting_id: 'posting',
  product_id: 'product',
  product_rate_id: 'product_rate',
  role_id: 'role',
  rule_id: 'aml_rule',
  staff_id: 'staff',
  virtual_account_id: 'virtual_account',
};

const BY_SUFFIX: [RegExp, string][] = [
  [/_gl_account_id$/, 'gl_account'],
  [/_posting_id$/, 'posting'],
];

/** References that the column's name does not give away; undefined for a number that refers to no single table. */
const EXCEPTIONS: Record<string, string | undefined> = {
  'account_daily_total.account_id': 'ledger_account',
  'account_number.account_id': undefined,
  'account_status_change.ends_id': 'account_status_change',
  'accounting_period.retained_earnings_id': 'gl_account',
  // The decision keeps the code of the staff member, as the audit log does.
  'approval_decision.staff_id': undefined,
  'aml_alert.account_id': 'ledger_account',
  'aml_case_link.other_case_id': 'aml_case',
  'fraud_complaint.victim_id': 'customer',
  // A content without a document.
  'list_export.document_id': undefined,
  'fraud_complaint.receiving_account_id': 'deposit_account',
  'aml_hold.repeat_of_id': 'aml_hold',
  'aml_payee.account_id': 'ledger_account',
  'aml_rule.account_id': 'ledger_account',
  'watch_list.active_version_id': 'watch_list_version',
  'watch_list_entry.version_id': 'watch_list_version',
  'watch_list_source.list_id': 'watch_list',
  'watch_list_version.list_id': 'watch_list',
  'aml_verdict.account_id': 'ledger_account',
  'aml_window_state.account_id': 'ledger_account',
  'movement_facts.account_id': 'ledger_account',
  // Its kind says which table.
  'approval.record_id': undefined,
  // The log outlives the session.
  'audit_log.session_id': undefined,
  // The session that proves itself; the row has gone minutes later.
  'passkey_challenge.session_id': 'staff_session',
  // A content of the document store without a document of a customer.
  'audit_seal.document_id': undefined,
  'ledger_segment.document_id': undefined,
  'bulk_transfer.debit_account_id': 'deposit_account',
  'bulk_transfer.duty_account_id': 'ledger_account',
  'bulk_transfer.transit_account_id': 'ledger_account',
  'card_transaction.booked_account_id': 'ledger_account',
  'card_transaction.original_id': 'card_transaction',
  'deposit_account.id': 'ledger_account',
  'document.entity_id': undefined,
  'entity_metadata.id': undefined,
  'fixed_deposit.liquidation_account_id': 'ledger_account',
  'fixed_deposit.source_account_id': 'deposit_account',
  'fixed_deposit_order.source_account_id': 'deposit_account',
  'fixed_deposit_product_terms.id': 'product',
  'gl_account.id': 'ledger_account',
  'group_member.group_customer_id': 'customer',
  'import_row.owner_id': undefined,
  'loan_event.reverses_id': 'loan_event',
  // A customer, an account or a lien, by the kind of the row.
  'import_row.target_id': undefined,
  'group_member.member_customer_id': 'customer',
  'interest_total.ledger_id': 'gl_account',
  'ledger_account.control_account_id': 'ledger_account',
  'ledger_account_move.account_id': 'ledger_account',
  'ledger_account_move.from_branch_id': 'branch',
  'ledger_account_move.from_ledger_id': 'gl_account',
  'ledger_account_move.to_branch_id': 'branch',
  'ledger_account_move.to_ledger_id': 'gl_account',
  'ledger_daily_total.ledger_id': 'gl_account',
  'loan.ahead_account_id': 'ledger_account',
  'loan.default_account_id': 'ledger_account',
  'loan.fee_account_id': 'ledger_account',
  'loan.id': 'ledger_account',
  'loan.interest_account_id': 'ledger_account',
  'loan.linked_account_id': 'deposit_account',
  'loan.penalty_account_id': 'ledger_account',
  'loan.unearned_account_id': 'ledger_account',
  'loan_product_terms.id': 'product',
  'loan_review.subject_id': undefined,
  // The number that the notification's job took; no row is stored under it.
  'message.notification_id': undefined,
  'posting.reversed_by_id': 'posting',
  'posting.reverses_id': 'posting',
  'posting_entry.account_id': 'ledger_account',
  'recovery_collection.surplus_account_id': 'ledger_account',
  'savings_product_terms.id': 'product',
  'settlement_line.report_id': 'settlement_report',
  // A payout or an inward transfer, by the direction of the line.
  'settlement_line.transfer_id': undefined,
  'virtual_account.settlement_account_id': 'deposit_account',
};

/**
 * The table that a column refers to, if any.
 * @throws {Error} for an id column that the tables above do not know: a new one needs a decision.
 */
export function referenceOf(table: string, column: string, type: string): string | undefined {
  const key = `${table}.${column}`;
  if (key in EXCEPTIONS) return EXCEPTIONS[key];
  if (column === 'institution_id' || !column.endsWith('_id') || type !== 'bigint') return undefined;
  const target = BY_COLUMN[column] ?? BY_SUFFIX.find(([suffix]) => suffix.test(column))?.[1];
  if (target === undefined)
    throw new Error(
      `Say in scripts/schema-docs/references.ts which table ${key} refers to, or that it refers to none.`,
    );
  return target;
}

/** Exceptions for columns that do not exist, which a renamed column leaves behind. */
export function staleExceptions(columns: ReadonlySet<string>): string[] {
  return Object.keys(EXCEPTIONS).filter((key) => !columns.has(key));
}
