import type { AppError } from '../../common/errors/app-error';
import { kycLimitViolation } from './kyc-limit-violation';
import { kycLimitsFrom } from './kyc-limits';
import type { LedgerAccount } from './ledger-account.entity';
import { judged } from './onward-postings';
import type { OnwardPosting, PostingLeg, PostingRequest } from './posting-request';
import { movementsOf } from './posting-rules';
import { account, leg, LIMITED, PLAIN, requestWith, reversalOf, stateOf } from './testing/batch-fixtures';

const PAYER = 1;
const PAYEE = 2;
const GL = 3;

const limits = kycLimitsFrom({
  KYC_TIER_1_MAX_SINGLE_DEPOSIT: '50',
  KYC_TIER_1_MAX_BALANCE: '300',
  KYC_TIER_1_DAILY_LIMIT: '30',
});

function violationOf(facts: {
  payer?: Partial<LedgerAccount>;
  payee?: Partial<LedgerAccount>;
  legs: PostingLeg[];
  request?: Partial<PostingRequest>;
  on?: boolean;
}): AppError | undefined {
  const accounts = [
    account({ kycTier: 1, ...facts.payer, id: PAYER }),
    account({ kycTier: 1, ...facts.payee, id: PAYEE }),
    account({ id: GL, kind: 'gl', customerType: null, mayGoNegative: true }),
  ];
  const state = { ...stateOf(accounts), kycLimits: facts.on === false ? undefined : limits };
  const request = requestWith(facts.legs, { operation: LIMITED, ...facts.request });
  return kycLimitViolation(state, request, movementsOf(state, request.legs));
}

describe('kycLimitViolation', () => {
  it('has no daily limit where the tier has none', () => {
    const state = { ...stateOf([account({ id: PAYER, kycTier: 1 }), account({ id: GL, kind: 'gl' })]) };
    const none = { maxSingleDepositKobo: null, maxBalanceKobo: null, dailyLimitKobo: null };
    const request = requestWith([leg(PAYER, 'debit', 1n), leg(GL, 'credit', 1n)], { operation: LIMITED });
    const kycLimits = new Map([[1, none]]);
    expect(kycLimitViolation({ ...state, kycLimits }, request, movementsOf(state, request.legs))).toBeUndefined();
  });

  const out = (kobo: bigint): PostingLeg[] => [leg(PAYER, 'debit', kobo), leg(GL, 'credit', kobo)];
  const into = (kobo: bigint): PostingLeg[] => [leg(GL, 'debit', kobo), leg(PAYEE, 'credit', kobo)];

  describe('daily limit', () => {
    it.each([
      {
        name: 'allows a debit of exactly the rest of the day',
        payer: { dailyUsedKobo: 1_000n, dailyUsedOn: '2026-11-21' },
        kobo: 2_000n,
        code: undefined,
      },
      {
        name: 'refuses a debit of one kobo more than the rest of the day',
        payer: { dailyUsedKobo: 1_000n, dailyUsedOn: '2026-11-21' },
        kobo: 2_001n,
        code: 'LIMIT_EXCEEDED',
      },
      {
        name: 'does not count the use of the day before',
        payer: { dailyUsedKobo: 3_000n, dailyUsedOn: '2026-11-20' },
        kobo: 3_000n,
        code: undefined,
      },
      {
        name: 'does not limit a company',
        payer: { customerType: 'Corporate' },
        kobo: 100_000n,
        code: undefined,
      },
      { name: "applies the payer's own tier", payer: { kycTier: 3 }, kobo: 100_000n, code: undefined },
    ])('$name', ({ payer, kobo, code }) => expect(violationOf({ payer, legs: out(kobo) })?.code).toBe(code));

    it('does not limit other operations, fees, or institutions without KYC limits', () => {
      expect(violationOf({ legs: out(3_001n), request: { operation: PLAIN } })).toBeUndefined();
      expect(
        violationOf({ legs: [...out(3_000n), leg(PAYER, 'debit', 9n, 'fee'), leg(GL, 'credit', 9n, 'fee')] }),
      ).toBeUndefined();
      expect(violationOf({ legs: out(3_001n), on: false })).toBeUndefined();
    });

    it('names the limit, the amount used and the amount requested', () => {
      const refusal = violationOf({ payer: { dailyUsedKobo: 1_000n, dailyUsedOn: '2026-11-21' }, legs: out(2_500n) });
      expect(refusal?.message).toBe('The KYC tier 1 daily limit of ₦30.00 is exceeded: ₦10.00 used, ₦25.00 requested.');
      expect(refusal?.details).toEqual({ limitName: 'KYC tier 1 daily', limit: 30, used: 10, asked: 25 });
    });
  });

  describe('single deposit limit', () => {
    it.each([
      { name: 'allows a deposit of exactly the limit', payee: {}, kobo: 5_000n, code: undefined },
      { name: 'refuses a deposit of one kobo more', payee: {}, kobo: 5_001n, code: 'LIMIT_EXCEEDED' },
      { name: 'does not limit a company', payee: { customerType: 'Corporate' }, kobo: 5_001n, code: undefined },
      { name: 'does not limit a tier without this limit', payee: { kycTier: 3 }, kobo: 5_001n, code: undefined },
    ])('$name', ({ payee, kobo, code }) =>
      expect(violationOf({ payee, legs: into(kobo), request: { operation: PLAIN } })?.code).toBe(code),
    );

    it('adds up the legs on the account', () => {
      const legs = [leg(GL, 'debit', 6_000n), leg(PAYEE, 'credit', 3_000n), leg(PAYEE, 'credit', 3_000n)];
      expect(violationOf({ legs })?.message).toBe(
        'The KYC tier 1 single deposit limit of ₦50.00 is exceeded: ₦0.00 used, ₦60.00 requested.',
      );
    });

    const row = (kobo: bigint, legs = into(kobo)): OnwardPosting => ({
      kind: 'transfer',
      reference: `R-${kobo}`,
      operation: LIMITED,
      narration: '',
      amountKobo: kobo,
      legs,
      alone: 'local-transfer',
      place: 'rows[0]',
    });

    it('takes each onward posting that is written with the request as a deposit of its own', () => {
      const ofFile = (...rows: bigint[]): AppError | undefined => {
        const onward = { together: true, postings: rows.map((kobo) => row(kobo)) };
        const request = judged(requestWith(out(1n), { onward }));
        return violationOf({ legs: request.legs, request: { onward } });
      };
      expect(ofFile(5_000n, 5_000n)).toBeUndefined();
      expect(ofFile(1n, 5_001n, 1n)?.message).toBe(
        'The KYC tier 1 single deposit limit of ₦50.00 is exceeded: ₦0.00 used, ₦50.01 requested.',
      );
      expect(ofFile(...Array.from({ length: 7 }, () => 5_000n))?.details).toMatchObject({
        limitName: 'KYC tier 1 balance',
      });
    });

    it('counts of an onward posting only what it pays to the account', () => {
      const depositOf = (own: PostingLeg[], ...rows: OnwardPosting[]): AppError | undefined => {
        const onward = { together: true, postings: rows };
        const request = judged(requestWith(own, { onward }));
        return violationOf({ legs: request.legs, request: { onward, operation: PLAIN } });
      };
      const elsewhere = row(9_000n, [leg(PAYEE, 'debit', 9_000n), leg(GL, 'credit', 9_000n)]);
      expect(depositOf(into(4_000n), elsewhere)).toBeUndefined();
      const toAnother = row(9_000n, [leg(GL, 'debit', 9_000n), leg(GL, 'credit', 9_000n)]);
      expect(depositOf(into(4_000n), toAnother)).toBeUndefined();
    });

    it('limits what the request itself pays to the account beside its onward postings', () => {
      const onward = { together: true, postings: [row(1_000n)] };
      const request = judged(requestWith(into(5_001n), { onward }));
      expect(violationOf({ legs: request.legs, request: { onward } })?.message).toContain('₦50.01 requested');
    });

    it('does not count interest, a reversal or a refund as a deposit', () => {
      expect(
        violationOf({ legs: [leg(GL, 'debit', 6_000n), leg(PAYEE, 'credit', 6_000n, 'interest')] }),
      ).toBeUndefined();
      expect(violationOf({ legs: into(6_000n), request: { nature: reversalOf(9) } })).toBeUndefined();
    });
  });

  describe('balance limit', () => {
    it.each([
      { name: 'allows a balance of exactly the limit', creditsPostedKobo: 26_000n, kobo: 4_000n, code: undefined },
      { name: 'refuses one kobo more', creditsPostedKobo: 26_000n, kobo: 4_001n, code: 'LIMIT_EXCEEDED' },
      {
        name: 'refuses any credit to an account above the limit',
        creditsPostedKobo: 40_000n,
        kobo: 1n,
        code: 'LIMIT_EXCEEDED',
      },
    ])('$name', ({ creditsPostedKobo, kobo, code }) =>
      expect(violationOf({ payee: { creditsPostedKobo }, legs: into(kobo) })?.code).toBe(code),
    );

    it('lets money leave an account above the limit', () => {
      expect(violationOf({ payer: { creditsPostedKobo: 90_000n }, legs: out(100n) })).toBeUndefined();
      const swap = [leg(PAYEE, 'debit', 500n), leg(PAYEE, 'credit', 400n), leg(GL, 'credit', 100n)];
      expect(violationOf({ payee: { creditsPostedKobo: 90_000n }, legs: swap })).toBeUndefined();
    });

    it('names the limit, the balance and the amount requested', () => {
      expect(
        violationOf({ payee: { creditsPostedKobo: 29_000n, debitsPostedKobo: 1_000n }, legs: into(2_500n) })?.message,
      ).toBe('The KYC tier 1 balance limit of ₦300.00 is exceeded: ₦280.00 used, ₦25.00 requested.');
    });

    it('allows a reversal or refund above the limit', () =>
      expect(
        violationOf({ payee: { creditsPostedKobo: 30_000n }, legs: into(1n), request: { nature: reversalOf(9) } }),
      ).toBeUndefined());
  });
});
