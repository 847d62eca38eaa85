/** What an institution can tell people about. */
export const NOTIFICATION_EVENTS = [
  'transfer.debit',
  'transfer.credit',
  'transfer.reversed',
  'bills.vended',
  'bills.reversed',
  'bills.attention',
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

/** What an institution's own staff are told, whether or not its customers are told of anything. */
export const STAFF_EVENTS: readonly NotificationEvent[] = ['bills.attention'];

/** What every notification can name, besides the metadata of the transaction. */
export const COMMON_VARIABLES = ['amount', 'balance', 'account', 'date', 'reference', 'institution'] as const;

/**
 * Fields of the transaction's metadata that templates may name (spec, Transaction additional metadata). The BVNs are
 * left out on purpose: they are nobody's business in a message.
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

/** Everything that a template of this event may name. */
export function variablesOf(event: NotificationEvent): string[] {
  return [...COMMON_VARIABLES, ...metadataVariables(event)];
}
