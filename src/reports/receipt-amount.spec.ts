import type { Posting } from '../ledger/engine/posting.entity';
import type { ReportedLeg } from './posting-legs';
import { receiptAmountKobo } from './receipt-amount';

const leg = (
  side: ReportedLeg['side'],
  role: ReportedLeg['role'],
  amountKobo: bigint,
  narration: string,
): ReportedLeg => ({
  side,
  role,
  amountKobo,
  narration,
  accountNumber: '2065',
  accountName: 'Deposit interest payable',
  contractNumber: null,
  isLedger: true,
});

const posting = (kind: string, event: string): Posting =>
  ({ kind, additionalMetadata: { event }, amountKobo: 20_000_000n }) as unknown as Posting;

const ACCRUED = [leg('debit', 'interest', 300n, 'Interest earned'), leg('credit', 'interest', 300n, 'Interest earned')];
const GROSS = [
  leg('debit', 'interest', 6_000n, 'Interest of fixed deposit FD-1-01'),
  leg('credit', 'interest', 6_000n, 'Interest of fixed deposit FD-1-01'),
  leg('debit', 'tax', 600n, 'Withholding tax on interest of fixed deposit FD-1-01'),
  leg('credit', 'tax', 600n, 'Withholding tax on interest of fixed deposit FD-1-01'),
];
const NET = [
  leg('debit', 'interest', 5_400n, 'Interest of fixed deposit FD-1-01 after withholding tax'),
  leg('credit', 'interest', 5_400n, 'Interest of fixed deposit FD-1-01 after withholding tax'),
  leg('debit', 'interest', 600n, 'Withholding tax on interest of fixed deposit FD-1-01'),
  leg('credit', 'tax', 600n, 'Withholding tax on interest of fixed deposit FD-1-01'),
];

describe('receiptAmountKobo', () => {
  it.each([
    ['gross, with the tax debited to the account', [...ACCRUED, ...GROSS]],
    ['net, to an account that takes no debit', [...ACCRUED, ...NET]],
  ])('is the interest of a rollover, paid %s, and never the principal that stays', (_, legs) => {
    expect(receiptAmountKobo({ posting: posting('fixed-deposit-payment', 'rollover'), legs })).toBe(6_000n);
  });

  it.each([
    ['fixed-deposit-payment', 'maturity'],
    ['transfer', 'rollover'],
  ])('is the amount of the posting for any other one (%s, %s)', (kind, event) => {
    expect(receiptAmountKobo({ posting: posting(kind, event), legs: GROSS })).toBe(20_000_000n);
  });
});
