import { koboToNaira } from '../../common/money/naira';
import { messageForClients } from '../../payouts/message-for-clients';
import type { Payout } from '../../payouts/payout.entity';
import type { OutwardTransferView } from './outward-transfers.dto';

type Amounts = Pick<Payout, 'amountKobo' | 'feeKobo' | 'vatKobo' | 'stampDutyKobo'>;

/** The amounts of a transfer that was debited, in Naira. */
export function amountsView({
  amountKobo,
  feeKobo,
  vatKobo,
  stampDutyKobo,
}: Amounts): Pick<OutwardTransferView, 'amount' | 'fee' | 'vat' | 'stampDuty' | 'totalDebited'> {
  return {
    amount: koboToNaira(amountKobo),
    fee: koboToNaira(feeKobo),
    vat: koboToNaira(vatKobo),
    stampDuty: koboToNaira(stampDutyKobo),
    totalDebited: koboToNaira(amountKobo + feeKobo + vatKobo + stampDutyKobo),
  };
}

/** The present state of an outward transfer that was debited. */
export function outwardTransferView(payout: Payout): OutwardTransferView {
  return {
    transactionReference: payout.reference,
    sessionID: payout.sessionId,
    processingStatus: payout.status,
    ...amountsView(payout),
    responseCode: payout.responseCode,
    responseMessage: messageForClients(payout),
    isReversed: payout.status === 'Reversed',
  };
}

/** A transfer that is debited and not sent yet. */
export function pendingTransferView({
  reference,
  sessionId,
  ...amounts
}: Amounts & Pick<Payout, 'reference' | 'sessionId'>): OutwardTransferView {
  return {
    transactionReference: reference,
    sessionID: sessionId,
    processingStatus: 'Pending',
    ...amountsView(amounts),
    responseCode: null,
    responseMessage: null,
    isReversed: false,
  };
}
