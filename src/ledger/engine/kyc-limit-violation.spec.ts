import type { AppError } from '../../common/errors/app-error';
import { kycLimitViolation } from './kyc-limit-violation';
import { kycLimitsFrom } from './kyc-limits';
import type { LedgerAccount } from './ledger-account.entity';
import type { PostingLeg, PostingRequest } from './posting-request';
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

function check(facts: {
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
  const out = (kobo: bigint): PostingLeg[] => [leg(PAYER, 'debit', kobo), leg(GL, 'credit', kobo)];
  const into = (kobo: bigint): PostingLeg[] => [leg(GL, 'debit', kobo), leg(PAYEE, 'credit', kobo)];

  describe('the daily limit', () => {
    it.each([
      ['exactly', { dailyUsedKobo: 1_000n, dailyUsedOn: '2026-11-21' }, 2_000n, undefined],
      ['one kobo above', { dailyUsedKobo: 1_000n, dailyUsedOn: '2026-11-21' }, 2_001n, 'LIMIT_EXCEEDED'],
      ["yesterday's use", { dailyUsedKobo: 3_000n, dailyUsedOn: '2026-11-20' }, 3_000n, undefined],
      ['of a company', { customerType: 'Corporate' }, 100_000n, undefined],
      ['of another tier', { kycTier: 3 }, 100_000n, undefined],
    ])('%s', (_, payer, kobo, code) => expect(check({ payer, legs: out(kobo) })?.code).toBe(code));

    it('leaves debits alone that are not limited, fees, and institutions without the switch', () => {
      expect(check({ legs: out(3_001n), request: { operation: PLAIN } })).toBeUndefined();
      expect(
        check({ legs: [...out(3_000n), leg(PAYER, 'debit', 9n, 'fee'), leg(GL, 'credit', 9n, 'fee')] }),
      ).toBeUndefined();
      expect(check({ legs: out(3_001n), on: false })).toBeUndefined();
    });

    it('names limit, used and asked', () => {
      const refusal = check({ payer: { dailyUsedKobo: 1_000n, dailyUsedOn: '2026-11-21' }, legs: out(2_500n) });
      expect(refusal?.message).toBe(
        'The KYC tier 1 daily limit of ₦30.00 is exceeded: ₦10.00 used, ₦25.00 requested.',
      );
      expect(refusal?.details).toEqual({ limitName: 'KYC tier 1 daily', limit: 30, used: 10, asked: 25 });
    });
  });

  describe('a single deposit', () => {
    it.each([
      ['exactly', {}, 5_000n, undefined],
      ['one kobo above', {}, 5_001n, 'LIMIT_EXCEEDED'],
      ['into a company', { customerType: 'Corporate' }, 5_001n, undefined],
      ['into a tier without this limit', { kycTier: 3 }, 5_001n, undefined],
    ])('%s', (_, payee, kobo, code) =>
      expect(check({ payee, legs: into(kobo), request: { operation: PLAIN } })?.code).toBe(code),
    );

    it('is the sum of the legs on the account', () => {
      const legs = [leg(GL, 'debit', 6_000n), leg(PAYEE, 'credit', 3_000n), leg(PAYEE, 'credit', 3_000n)];
      expect(check({ legs })?.message).toBe(
        'The KYC tier 1 single deposit limit of ₦50.00 is exceeded: ₦0.00 used, ₦60.00 requested.',
      );
    });

    it('is not interest, and not a reversal or refund', () => {
      expect(check({ legs: [leg(GL, 'debit', 6_000n), leg(PAYEE, 'credit', 6_000n, 'interest')] })).toBeUndefined();
      expect(check({ legs: into(6_000n), request: { nature: reversalOf(9) } })).toBeUndefined();
    });
  });

  describe('the balance', () => {
    it.each([
      ['exactly', 26_000n, 4_000n, undefined],
      ['one kobo above', 26_000n, 4_001n, 'LIMIT_EXCEEDED'],
      ['of an account that is above it already', 40_000n, 1n, 'LIMIT_EXCEEDED'],
    ])('%s', (_, creditsPostedKobo, kobo, code) =>
      expect(check({ payee: { creditsPostedKobo }, legs: into(kobo) })?.code).toBe(code),
    );

    it('does not keep money from leaving an account that is above it', () => {
      expect(check({ payer: { creditsPostedKobo: 90_000n }, legs: out(100n) })).toBeUndefined();
      const swap = [leg(PAYEE, 'debit', 500n), leg(PAYEE, 'credit', 400n), leg(GL, 'credit', 100n)];
      expect(check({ payee: { creditsPostedKobo: 90_000n }, legs: swap })).toBeUndefined();
    });

    it('names limit, balance and asked', () => {
      expect(
        check({ payee: { creditsPostedKobo: 29_000n, debitsPostedKobo: 1_000n }, legs: into(2_500n) })?.message,
      ).toBe('The KYC tier 1 balance limit of ₦300.00 is exceeded: ₦280.00 used, ₦25.00 requested.');
    });

    it('takes reversals and refunds back', () =>
      expect(
        check({ payee: { creditsPostedKobo: 30_000n }, legs: into(1n), request: { nature: reversalOf(9) } }),
      ).toBeUndefined());
  });
});
