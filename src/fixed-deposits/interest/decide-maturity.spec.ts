import { decideMaturity } from './decide-maturity';

const deposit = {
  status: 'Active',
  startDate: '2026-11-21',
  maturityDate: '2027-02-19',
  interestPayment: 'AtMaturity',
  applyRollover: 'None',
  dueDate: '2027-02-19',
} as const;
const monthly = { ...deposit, interestPayment: 'Monthly', dueDate: '2026-12-21' } as const;

describe('decideMaturity', () => {
  it.each([
    ['before it is due', deposit, '2027-02-18', { kind: 'nothing' }],
    ['at maturity', deposit, '2027-02-19', { kind: 'pay-out' }],
    ['after maturity', deposit, '2027-03-19', { kind: 'pay-out' }],
    [
      'with a rollover of the principal',
      { ...deposit, applyRollover: 'Principal' },
      '2027-02-19',
      { kind: 'roll-over', withInterest: false },
    ],
    [
      'with a rollover of all',
      { ...deposit, applyRollover: 'PrincipalAndInterest' },
      '2027-02-19',
      { kind: 'roll-over', withInterest: true },
    ],
    ['of a liquidated one', { ...deposit, status: 'Liquidated' }, '2027-02-19', { kind: 'nothing' }],
    ['of one that waits', { ...deposit, status: 'PendingApproval' }, '2027-02-19', { kind: 'nothing' }],
    [
      'of a rolled over one',
      { ...deposit, status: 'RolledOver', applyRollover: 'Principal' },
      '2027-02-19',
      { kind: 'nothing' },
    ],
    ['before the month is over', monthly, '2026-12-20', { kind: 'nothing' }],
    ['on the monthly day', monthly, '2026-12-21', { kind: 'pay-interest', through: '2026-12-21' }],
    ['after several monthly days', monthly, '2027-02-01', { kind: 'pay-interest', through: '2027-01-21' }],
    ['of a monthly one at maturity', monthly, '2027-02-19', { kind: 'pay-out' }],
  ] as const)('%s', (_, terms, today, step) => {
    expect(decideMaturity(terms, today)).toEqual(step);
  });
});
