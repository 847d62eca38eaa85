/**
 * The metadata of a transfer in the transaction history (docs/api/transfers.md#transaction-metadata); null means that
 * the field does not apply.
 */
export interface TransferMetadata extends Record<string, string | null> {
  channel: 'transfer';
  provider: string | null;
  transfer_type: 'local' | 'outward' | 'inward';
  bank_code_to: string;
  bank_to: string;
  account_name_to: string;
  account_number_to: string;
  account_name_from: string;
  account_number_from: string;
  /** Masked. */
  originator_bvn: string | null;
  /** Masked. */
  beneficiary_bvn: string | null;
  transaction_reference: string;
  name_enquiry_ref: string | null;
  session_id: string | null;
  processing_status: string;
  narration_originator: string;
  narration_beneficiary: string;
}
