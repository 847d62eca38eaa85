import { nipMeaning } from '../payouts/nip-response-codes';
import type { Payout } from '../payouts/payout.entity';
import type { ProviderVerdict } from '../payouts/provider-verdict';
import { type VendFacts, type VendResult, vendResultOf } from './vend-facts';

/** True when a paid vend may still get its token: only electricity has one, which sometimes comes after the payment. */
export function lacksToken({ status, details, result }: Pick<Payout, 'status' | 'details' | 'result'>): boolean {
  return (
    status === 'Processed' && (details as VendFacts).service === 'electricity' && vendResultOf(result).token === null
  );
}

/**
 * True when the provider denies a vend after it had reported it as paid. That moves no money, but staff must look. A
 * vend that staff had confirmed against the provider's report is not contradicted by it.
 */
export function contradictsItself(
  { responseCode }: Pick<Payout, 'responseCode'>,
  { kind }: Pick<ProviderVerdict, 'kind'>,
): boolean {
  const reportedPaid = responseCode !== null && nipMeaning(responseCode) === 'success';
  return reportedPaid && (kind === 'failure' || kind === 'refusal' || kind === 'not-received');
}

/**
 * What the answer to a query for a token changes. The money of the vend may have gone back while the provider was
 * asked: a token that it gives then is the customer's beside the money, so staff must look.
 */
export function changesOfTokenAnswer(
  payout: Pick<Payout, 'status' | 'result' | 'responseCode'>,
  verdict: ProviderVerdict,
): Partial<Pick<Payout, 'result' | 'disputed'>> {
  if (payout.status !== 'Processed') return verdict.kind === 'success' ? { disputed: true } : {};
  if (verdict.kind === 'success') return { result: completedResult(vendResultOf(payout.result), verdict.result ?? {}) };
  return contradictsItself(payout, verdict) ? { disputed: true } : {};
}

/** True when the last query is so recent that clients may not cause another. The payment itself is not a query. */
export function wasJustQueried(
  { lastAttemptAt, queries }: Pick<Payout, 'lastAttemptAt' | 'queries'>,
  now: Date,
  intervalMs: number,
): boolean {
  return lastAttemptAt !== null && queries > 0 && now.getTime() - lastAttemptAt.getTime() < intervalMs;
}

/** Adds the fields of an answer to a result; known fields stay. */
export function completedResult(known: VendResult, more: Partial<VendResult>): VendResult {
  return {
    transactionId: known.transactionId ?? more.transactionId ?? null,
    token: known.token ?? more.token ?? null,
    tokenUnits: known.tokenUnits ?? more.tokenUnits ?? null,
  };
}
