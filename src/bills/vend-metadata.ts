import { postingReferenceNumber } from '../ledger/engine/posting.entity';
import type { Payout } from '../payouts/payout.entity';
import { type VendFacts, type VendResult, vendResultOf } from './vend-facts';
import { type VendStatus, vendStatusOf } from './vend-status';

/** The metadata of a vend in the transaction history (docs/api/bills.md#transaction-metadata); null means not known. */
export interface VendMetadata extends Record<string, string | number | null> {
  channel: 'bills';
  provider: string;
  biller_identifier: string;
  biller_name: string;
  package_identifier: string;
  package_name: string;
  customer_id: string;
  customer_name: string | null;
  payment_reference: string;
  posting_reference: string;
  transaction_id: string | null;
  vend_status: VendStatus;
  token: string | null;
  token_units: number | null;
}

interface VendState {
  provider: string;
  paymentReference: string;
  postingId: number;
  facts: VendFacts;
  vendStatus: VendStatus;
  result: VendResult;
}

/** Builds the metadata of a vend with this status and result. */
export function vendMetadata({
  provider,
  paymentReference,
  postingId,
  facts,
  vendStatus,
  result,
}: VendState): VendMetadata {
  return {
    channel: 'bills',
    provider,
    biller_identifier: facts.billerIdentifier,
    biller_name: facts.billerName,
    package_identifier: facts.packageIdentifier,
    package_name: facts.packageName,
    customer_id: facts.customerId,
    customer_name: facts.customerName,
    payment_reference: paymentReference,
    posting_reference: postingReferenceNumber(postingId),
    transaction_id: result.transactionId,
    vend_status: vendStatus,
    token: result.token,
    token_units: result.tokenUnits,
  };
}

/** Builds the metadata of a vend that has been debited, from its payout. */
export function metadataOfPayout({ provider, reference, postingId, details, status, result }: Payout): VendMetadata {
  return vendMetadata({
    provider,
    paymentReference: reference,
    postingId,
    facts: details as VendFacts,
    vendStatus: vendStatusOf(status),
    result: vendResultOf(result),
  });
}
