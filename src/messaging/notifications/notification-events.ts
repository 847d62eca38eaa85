/** Events of which an institution can notify customers or staff. */
export const NOTIFICATION_EVENTS = [
  'transfer.debit',
  'transfer.credit',
  'transfer.reversed',
  'bills.vended',
  'bills.token',
  'bills.reversed',
  'bills.attention',
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

/** Events of which staff are notified, even when notifications of customers are switched off. */
export const STAFF_EVENTS: readonly NotificationEvent[] = ['bills.attention'];

/**
 * Events that are told only where another one is told: an institution that keeps a message channel free of paid bills
 * does not fill it with their tokens.
 */
export const TOLD_WITH: Partial<Record<NotificationEvent, NotificationEvent>> = { 'bills.token': 'bills.vended' };

/** Variables of every notification, besides the metadata of the transaction. */
const COMMON_VARIABLES = ['amount', 'balance', 'account', 'date', 'reference', 'institution'] as const;

/**
 * Fields of the transaction's metadata that templates may name (`docs/api/transfers.md#transaction-metadata`). BVNs are
 * left out on purpose: they must not appear in messages.
 */
const TRANSFER_VARIABLES = [
  'channel',
  'provider',
  'transfer_type',
  'bank_code_to',
  'bank_to',
  'account_name_to',
  'account_number_to',
  'account_name_from',
  'account_number_from',
  'transaction_reference',
  'name_enquiry_ref',
  'session_id',
  'processing_status',
  'narration_originator',
  'narration_beneficiary',
] as const;

const BILLS_VARIABLES = [
  'channel',
  'provider',
  'biller_identifier',
  'biller_name',
  'package_identifier',
  'package_name',
  'customer_id',
  'customer_name',
  'payment_reference',
  'posting_reference',
  'transaction_id',
  'vend_status',
  'token',
  'token_units',
] as const;

/** The metadata fields that a template of this event may name. */
export function metadataVariables(event: NotificationEvent): readonly string[] {
  return event.startsWith('bills.') ? BILLS_VARIABLES : TRANSFER_VARIABLES;
}

/** All variables that a template of this event may name. */
export function variablesOf(event: NotificationEvent): string[] {
  return [...COMMON_VARIABLES, ...metadataVariables(event)];
}
