import { action } from '../../form/action';

const CONSEQUENCE =
  'A colleague must approve, and reads your evidence. Nothing moves before. Then the payment is ' +
  'final: with the first ' +
  'outcome the money stays paid, with the other it goes back to the account at once.';

const labels = { outcome: 'What happened to the money', evidence: 'Evidence' };
const done = 'The payment is settled.';

interface Confirmed<R> {
  reference: (of: R) => string;
  reason?: (of: R) => string | null;
}

/** Settles an outward transfer with evidence. */
export const confirmTransfer = <R>(options: Confirmed<R>) =>
  action<R>()({
    operation: 'confirmTransfer',
    title: 'Confirm with evidence',
    confirm: 'Ask for approval',
    fixed: (of) => ({ transactionReference: options.reference(of) }),
    labels,
    consequence: () => CONSEQUENCE,
    reason: options.reason,
    done,
  });

/** Settles a bill payment with evidence. */
export const confirmVend = <R>(options: Confirmed<R>) =>
  action<R>()({
    operation: 'confirmVend',
    title: 'Confirm with evidence',
    confirm: 'Ask for approval',
    fixed: (of) => ({ paymentReference: options.reference(of) }),
    labels,
    consequence: () => CONSEQUENCE,
    reason: options.reason,
    done,
  });
