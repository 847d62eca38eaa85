import { action } from '../../../form/action';
import { confirmTransfer } from '../confirm-payment';
import { PaymentPage } from './payment-page';
import { cannotConfirm, cannotQuery } from './payment-reasons';
import type { Payment } from './payment-words';

const confirm = confirmTransfer<Payment>({ reference: ({ reference }) => reference, reason: cannotConfirm });

const ACTIONS = [
  { ...confirm, isFor: ({ provider }: Payment) => provider !== null },
  action<Payment>()({
    operation: 'queryTransferAtProvider',
    title: 'Ask the provider now',
    path: ({ postingReferenceNumber }) => ({ postingReferenceNumber }),
    isFor: ({ provider }) => provider !== null,
    reason: cannotQuery,
    consequence: () => 'Asks the provider what became of the transfer. A definite answer ends it at once.',
    done: 'The provider was asked. The answer stands in the timeline.',
  }),
];

export default function TransferPage() {
  return <PaymentPage operation="getTransfer" kind="Transfer" actions={ACTIONS} />;
}
