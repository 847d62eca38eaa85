import fc from 'fast-check';
import { type DisbursedFunds, disbursementLegs } from './disbursement-legs';

const [PRINCIPAL, LINKED, LEDGER, UNEARNED, INCOME, VAT] = [1, 2, 3, 4, 5, 6];
const PAYOUT: DisbursedFunds = {
  principalAccountId: PRINCIPAL,
  principalKobo: 1_000n,
  proceedsAccountId: LINKED,
  linkedAccountId: LINKED,
  upfrontInterestKobo: 0n,
  unearnedAccountId: undefined,
  charge: undefined,
  loanAccountNumber: '1',
};
const CHARGE = {
  charged: 'Disbursement' as const,
  feeKobo: 40n,
  vatKobo: 3n,
  incomeGlAccountId: INCOME,
  vatGlAccountId: VAT,
};

/** Account, side and amount of every leg. */
const shape = (payout: DisbursedFunds): (number | string)[][] =>
  disbursementLegs(payout).legs.map(({ accountId, side, amountKobo }) => [accountId, side, Number(amountKobo)]);

describe('the legs of a disbursement', () => {
  it.each<[string, Partial<DisbursedFunds>, (number | string)[][], bigint]>([
    [
      'alone',
      {},
      [
        [PRINCIPAL, 'debit', 1_000],
        [LINKED, 'credit', 1_000],
      ],
      1_000n,
    ],
    [
      'with interest upfront',
      { upfrontInterestKobo: 200n, unearnedAccountId: UNEARNED },
      [
        [PRINCIPAL, 'debit', 1_000],
        [LINKED, 'credit', 800],
        [UNEARNED, 'credit', 200],
      ],
      800n,
    ],
    [
      'with a fee out of it',
      { charge: CHARGE },
      [
        [PRINCIPAL, 'debit', 1_000],
        [LINKED, 'credit', 1_000],
        [LINKED, 'debit', 40],
        [INCOME, 'credit', 40],
        [LINKED, 'debit', 3],
        [VAT, 'credit', 3],
      ],
      957n,
    ],
    [
      'with a fee before it',
      { charge: { ...CHARGE, charged: 'Upfront' } },
      [
        [PRINCIPAL, 'debit', 1_000],
        [LINKED, 'credit', 1_000],
        [LINKED, 'debit', 40],
        [INCOME, 'credit', 40],
        [LINKED, 'debit', 3],
        [VAT, 'credit', 3],
      ],
      1_000n,
    ],
    [
      'to a ledger',
      { proceedsAccountId: LEDGER },
      [
        [PRINCIPAL, 'debit', 1_000],
        [LEDGER, 'credit', 1_000],
      ],
      1_000n,
    ],
    [
      'to a ledger with a fee out of it',
      { proceedsAccountId: LEDGER, charge: CHARGE },
      [
        [PRINCIPAL, 'debit', 1_000],
        [LEDGER, 'credit', 957],
        [INCOME, 'credit', 40],
        [VAT, 'credit', 3],
      ],
      957n,
    ],
    [
      'to a ledger with a fee before it',
      { proceedsAccountId: LEDGER, charge: { ...CHARGE, charged: 'Upfront' } },
      [
        [PRINCIPAL, 'debit', 1_000],
        [LEDGER, 'credit', 1_000],
        [LINKED, 'debit', 40],
        [INCOME, 'credit', 40],
        [LINKED, 'debit', 3],
        [VAT, 'credit', 3],
      ],
      1_000n,
    ],
    [
      'without VAT',
      { charge: { ...CHARGE, vatKobo: 0n, vatGlAccountId: undefined } },
      [
        [PRINCIPAL, 'debit', 1_000],
        [LINKED, 'credit', 1_000],
        [LINKED, 'debit', 40],
        [INCOME, 'credit', 40],
      ],
      960n,
    ],
  ])('%s', (_, change, legs, netKobo) => {
    expect(shape({ ...PAYOUT, ...change })).toEqual(legs);
    expect(disbursementLegs({ ...PAYOUT, ...change }).netKobo).toBe(netKobo);
  });

  it('balance, whatever is charged where', () => {
    const amount = (max: number): fc.Arbitrary<bigint> => fc.bigInt(1n, BigInt(max));
    fc.assert(
      fc.property(
        amount(10_000),
        amount(900),
        amount(90),
        amount(9),
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('Disbursement' as const, 'Upfront' as const),
        (extra, interest, feeKobo, vatKobo, isUpfront, toLedger, charged) => {
          const { legs } = disbursementLegs({
            ...PAYOUT,
            principalKobo: 1_000n + extra,
            upfrontInterestKobo: isUpfront ? interest : 0n,
            unearnedAccountId: isUpfront ? UNEARNED : undefined,
            proceedsAccountId: toLedger ? LEDGER : LINKED,
            charge: { ...CHARGE, charged, feeKobo, vatKobo },
          });
          const total = (side: string): bigint =>
            legs.filter((leg) => leg.side === side).reduce((sum, { amountKobo }) => sum + amountKobo, 0n);
          expect(total('debit')).toBe(total('credit'));
          const named = legs.filter(({ namedByCaller }) => namedByCaller).map(({ accountId }) => accountId);
          expect(named).toEqual(toLedger ? [LEDGER] : []);
        },
      ),
    );
  });
});
