import type { Payment } from './payment-words';

/** Why the provider cannot be asked; null when it can. */
export function cannotQuery({ provider, sends, queries, waitingFor }: Payment): string | null {
  if (provider === null) return 'No provider takes part in this payment.';
  if (waitingFor === null)
    return 'The payment has ended; where money came back, the provider is asked again by itself.';
  return sends + queries === 0 ? 'The payment has not been sent to the provider yet.' : null;
}

/** Why the payment cannot be confirmed with evidence; null when it can. */
export function cannotConfirm({ waitingFor }: Payment): string | null {
  if (waitingFor === 'staff-evidence') return null;
  if (waitingFor === 'confirmation-approval') return 'A confirmation waits for a colleague already.';
  return waitingFor === null ? 'The payment has ended.' : 'Only a payment that waits for evidence can be confirmed.';
}
