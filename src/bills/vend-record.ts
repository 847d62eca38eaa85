import { koboToNaira } from '../common/money/naira';
import { type Posting, postingReferenceNumber, type PostingStatus } from '../ledger/engine/posting.entity';
import { messageForClients } from '../payouts/message-for-clients';
import type { Payout } from '../payouts/payout.entity';
import type { VendRowView, VendView } from './bills.dto';
import { NO_RESULT, type VendFacts, type VendResult, vendResultOf } from './vend-facts';
import type { VendMetadata } from './vend-metadata';
import { type VendStatus, vendStatusOf, vendStatusOfWaiting } from './vend-status';

/** The facts of a vend for clients, whether it has been debited or waits for staff. */
export interface VendRecord {
  postingId: number;
  paymentReference: string;
  accountNumber: string;
  amountKobo: bigint;
  provider: string;
  facts: Omit<VendFacts, 'service'>;
  vendStatus: VendStatus;
  /** A definite failure whose money has not gone back yet. */
  requireReversal: boolean;
  result: VendResult;
  responseCode: string | null;
  responseMessage: string | null;
  createdAt: Date;
}

/** The record of a vend that has been debited. */
export function recordOfPayout(payout: Payout): VendRecord {
  const {
    postingId,
    reference,
    accountNumber,
    amountKobo,
    provider,
    details,
    status,
    requireReversal,
    result,
    responseCode,
    createdAt,
  } = payout;
  return {
    postingId,
    paymentReference: reference,
    accountNumber,
    amountKobo,
    provider,
    facts: details as VendFacts,
    vendStatus: vendStatusOf(status),
    requireReversal,
    result: vendResultOf(result),
    responseCode,
    responseMessage: messageForClients(payout),
    createdAt,
  };
}

const WAITING_REASONS: Record<Exclude<PostingStatus, 'Posted' | 'Failed'>, string> = {
  Held: 'Held for AML review; no funds moved.',
  PendingApproval: 'Waits for approval; no funds moved.',
  Declined: 'Declined by staff; no funds moved.',
};

/** The record of a vend that has not been debited: it waits for staff, was declined, or failed after approval. */
export function recordOfWaiting(posting: Posting, accountNumber: string): VendRecord {
  const { id, reference, status, amountKobo, additionalMetadata, failureCode, failureMessage, createdAt } = posting;
  if (status === 'Posted') throw new Error(`The posting ${id} is posted and not waiting.`);
  const { provider, ...metadata } = additionalMetadata as unknown as VendMetadata;
  const facts = {
    billerIdentifier: metadata.biller_identifier,
    billerName: metadata.biller_name,
    packageIdentifier: metadata.package_identifier,
    packageName: metadata.package_name,
    customerId: metadata.customer_id,
    customerName: metadata.customer_name,
  };
  const responseMessage = status === 'Failed' ? failureMessage : WAITING_REASONS[status];
  return {
    postingId: id,
    paymentReference: reference,
    accountNumber,
    amountKobo,
    provider,
    facts,
    vendStatus: vendStatusOfWaiting(status),
    requireReversal: false,
    result: NO_RESULT,
    responseCode: failureCode,
    responseMessage,
    createdAt,
  };
}

/** The view of a vend in its answer and in status queries. */
export function vendView({
  paymentReference,
  postingId,
  amountKobo,
  vendStatus,
  requireReversal,
  result,
  responseCode,
  responseMessage,
}: VendRecord): VendView {
  const { transactionId, token, tokenUnits } = result;
  return {
    paymentReference,
    transactionId,
    postingReference: postingReferenceNumber(postingId),
    vendStatus,
    isReversed: vendStatus === 'Reversed',
    requireReversal,
    token,
    tokenUnits,
    amount: koboToNaira(amountKobo),
    responseCode,
    responseMessage,
  };
}

/** The row of a vend in a search. */
export function vendRowView(record: VendRecord): VendRowView {
  const { postingId, accountNumber, provider, facts, createdAt } = record;
  const { billerIdentifier, billerName, packageIdentifier, packageName, customerId, customerName } = facts;
  return {
    id: postingId,
    ...vendView(record),
    accountNumber,
    provider,
    billerIdentifier,
    billerName,
    packageIdentifier,
    packageName,
    customerId,
    customerName,
    transactionDate: createdAt.toISOString(),
  };
}
