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
    { name: 'before it is due', terms: deposit, today: '2027-02-18', step: { kind: 'nothing' } },
    { name: 'at maturity', terms: deposit, today: '2027-02-19', step: { kind: 'pay-out' } },
    { name: 'after maturity', terms: deposit, today: '2027-03-19', step: { kind: 'pay-out' } },
    {
      name: 'with a rollover of the principal',
      terms: { ...deposit, applyRollover: 'Principal' },
      today: '2027-02-19',
      step: { kind: 'roll-over', withInterest: false },
    },
    {
      name: 'with a rollover of all',
      terms: { ...deposit, applyRollover: 'PrincipalAndInterest' },
      today: '2027-02-19',
      step: { kind: 'roll-over', withInterest: true },
    },
    {
      name: 'of a liquidated one',
      terms: { ...deposit, status: 'Liquidated' },
      today: '2027-02-19',
      step: { kind: 'nothing' },
    },
    {
      name: 'of one that waits',
      terms: { ...deposit, status: 'PendingApproval' },
      today: '2027-02-19',
      step: { kind: 'nothing' },
    },
    {
      name: 'of a rolled over one',
      terms: { ...deposit, status: 'RolledOver', applyRollover: 'Principal' },
      today: '2027-02-19',
      step: { kind: 'nothing' },
    },
    { name: 'before the month is over', terms: monthly, today: '2026-12-20', step: { kind: 'nothing' } },
    {
      name: 'on the monthly day',
      terms: monthly,
      today: '2026-12-21',
      step: { kind: 'pay-interest', through: '2026-12-21' },
    },
    {
      name: 'after several monthly days',
      terms: monthly,
      today: '2027-02-01',
      step: { kind: 'pay-interest', through: '2027-01-21' },
    },
    { name: 'of a monthly one at maturity', terms: monthly, today: '2027-02-19', step: { kind: 'pay-out' } },
  ] as const)('returns $step.kind $name', ({ terms, today, step }) => {
    expect(decideMaturity(terms, today)).toEqual(step);
  });
});
