import { type LoanFacts, loanTimeline } from './loan-timeline';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 21, 10, minute));
const LOAN = { createdAt: at(0), createdBy: 'api-client:one', principalKobo: 9_000_000n, referenceNumber: 'LN-1' };
const APPROVAL: LoanFacts['approvals'][number] = {
  id: 7,
  operation: 'loan',
  title: 'Loan',
  status: 'Approved',
  maker: 'api-client:one',
  amountKobo: 9_000_000n,
  createdAt: at(0),
  decidedBy: 'staff:B',
  decidedAt: at(3),
};
const EVENT: LoanFacts['events'][number] = {
  kind: 'EarlyRepayment',
  createdAt: at(9),
  createdBy: 'api-client:one',
  amountKobo: 100n,
  reference: 'RP-1',
  valueDate: '2026-11-21',
  postingId: 12,
};

describe('loanTimeline', () => {
  it('puts creation, approval, each decision and the acts in one order', () => {
    const decisions = [
      { approvalId: 7, staffId: 'A', verdict: 'Approved' as const, note: null, decidedAt: at(2) },
      { approvalId: 7, staffId: 'B', verdict: 'Approved' as const, note: 'Checked', decidedAt: at(3) },
      { approvalId: 8, staffId: 'C', verdict: 'Declined' as const, note: 'Another approval', decidedAt: at(4) },
    ];
    const shown = loanTimeline({ loan: LOAN, events: [EVENT], approvals: [APPROVAL], decisions });
    expect(shown.map(({ event, actor }) => [event, actor])).toEqual([
      ['created', 'api-client:one'],
      ['approval-asked', 'api-client:one'],
      ['approved', 'staff:A'],
      ['approved', 'staff:B'],
      ['early-repayment', 'api-client:one'],
    ]);
    expect(shown.at(-1)).toMatchObject({ amount: 1, postingReferenceNumber: 'PST000000000012', approvalId: null });
  });

  it('shows a canceled approval with who canceled it', () => {
    const canceled = { ...APPROVAL, status: 'Canceled' as const, decidedBy: 'staff:Z' };
    const shown = loanTimeline({ loan: LOAN, events: [], approvals: [canceled], decisions: [] });
    expect(shown.at(-1)).toMatchObject({ event: 'canceled', actor: 'staff:Z', approvalId: 7 });
  });
});
