import { action } from '../../../form/action';
import { confirmVend } from '../confirm-payment';
import { PaymentPage } from './payment-page';
import { cannotConfirm, cannotQuery } from './payment-reasons';
import type { Payment } from './payment-words';

const ACTIONS = [
  confirmVend<Payment>({ reference: ({ reference }) => reference, reason: cannotConfirm }),
  action<Payment>()({
    operation: 'queryVendAtProvider',
    title: 'Ask the provider now',
    path: ({ postingReferenceNumber }) => ({ postingReferenceNumber }),
    reason: cannotQuery,
    consequence: () => 'Asks the provider what became of the bill payment. A definite answer ends it at once.',
    done: 'The provider was asked. The answer stands in the timeline.',
  }),
];

export default function BillPage() {
  return <PaymentPage operation="getVend" kind="Bill payment" actions={ACTIONS} />;
}
