import { allocateRepayment } from './allocate-repayment';

const ORDER = ['penalty', 'default', 'fee', 'interest', 'principal'] as const;

const row = (
  principal: bigint,
  interest: bigint,
  rest: { fee?: bigint; default?: bigint; penalty?: bigint; principalPaid?: bigint } = {},
): Parameters<typeof allocateRepayment>[0][number] => ({
  principalDueKobo: principal,
  interestDueKobo: interest,
  feeDueKobo: rest.fee ?? 0n,
  defaultDueKobo: rest.default ?? 0n,
  penaltyDueKobo: rest.penalty ?? 0n,
  principalPaidKobo: rest.principalPaid ?? 0n,
  interestPaidKobo: 0n,
  feePaidKobo: 0n,
  defaultPaidKobo: 0n,
  penaltyPaidKobo: 0n,
});

const none = { penalty: 0n, default: 0n, fee: 0n, interest: 0n, principal: 0n };

describe('allocateRepayment', () => {
  const rows = [row(1000n, 100n, { fee: 10n, default: 5n, penalty: 3n }), row(900n, 90n)];

  it.each([
    [1n, { ...none, penalty: 1n }],
    [8n, { ...none, penalty: 3n, default: 5n }],
    [17n, { ...none, penalty: 3n, default: 5n, fee: 9n }],
    [118n, { ...none, penalty: 3n, default: 5n, fee: 10n, interest: 100n }],
    [1117n, { ...none, penalty: 3n, default: 5n, fee: 10n, interest: 100n, principal: 999n }],
  ])('pays %s kobo in the order penalty, default, fee, interest, principal', (amountKobo, first) => {
    expect(allocateRepayment(rows, ORDER, amountKobo)).toEqual({ amounts: [first, none], leftKobo: 0n });
  });

  it('finishes an instalment before the next one', () => {
    const { amounts } = allocateRepayment(rows, ORDER, 1118n + 91n);
    expect(amounts[1]).toEqual({ ...none, interest: 90n, principal: 1n });
  });

  it('follows the order of the contract', () => {
    expect(allocateRepayment(rows, ['principal', 'interest', 'fee', 'default', 'penalty'], 1050n).amounts[0]).toEqual({
      ...none,
      principal: 1000n,
      interest: 50n,
    });
  });

  it('pays only what is unpaid and says what is left', () => {
    expect(allocateRepayment([row(1000n, 0n, { principalPaid: 400n })], ORDER, 700n)).toEqual({
      amounts: [{ ...none, principal: 600n }],
      leftKobo: 100n,
    });
  });
});
