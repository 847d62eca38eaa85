import { kycNumbersViolation } from './kyc-numbers';

describe('the identity numbers of a KYC tier', () => {
  const NONE = { bvn: false, nin: false };
  const BVN = { bvn: true, nin: false };
  const NIN = { bvn: false, nin: true };
  const BOTH = { bvn: true, nin: true };

  it.each([
    [1, NONE, ['bvn', 'nin']],
    [2, NONE, ['bvn', 'nin']],
    [2, BVN, ['nin']],
    [2, NIN, ['bvn']],
    [3, BVN, ['nin']],
    [3, NIN, ['bvn']],
  ])('tier %i refuses %j and names what is missing', (kycTier, held, missing) => {
    const violation = kycNumbersViolation(kycTier, held);
    expect(violation).toMatchObject({ code: 'KYC_NUMBERS_MISSING', httpStatus: 422, details: { kycTier, missing } });
  });

  it.each([
    [1, BVN],
    [1, NIN],
    [1, BOTH],
    [2, BOTH],
    [3, BOTH],
  ])('tier %i accepts %j', (kycTier, held) => expect(kycNumbersViolation(kycTier, held)).toBeUndefined());
});
