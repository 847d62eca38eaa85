import { releaseViolation } from '../../src/aml/release-violation';
import { type Claim, Claims, type StoredClaim } from '../../src/common/idempotency/claims';
import { type ExistingPosting, KnownPostings } from '../../src/ledger/engine/known-postings';
import {
  CLAIM_BOUNDS,
  HOLD_BOUNDS,
  keyring,
  type MovementBounds,
  movementModel,
  type MovementRules,
} from './movement-model';
import { search } from './search';

const STATES_MAX = 400_000;

/** Claims by which any request under a used reference counts as the same one. */
class TrustingClaims extends Claims {
  override isSameRequest(): boolean {
    return true;
  }
}

/** Claims that are never found again. */
class ForgottenClaims extends Claims {
  override match(): undefined {
    return undefined;
  }
}

/** Claims by which a retry with an approval is a new request, whatever was claimed under its reference. */
class RepeatableRetries extends Claims {
  override match(claim: Claim, stored: StoredClaim[]): StoredClaim | undefined {
    return claim.holdId === 0 ? super.match(claim, stored) : undefined;
  }
}

const forgetful = (_rows: readonly ExistingPosting[]): KnownPostings => new KnownPostings();

const PLANTED: [title: string, bounds: MovementBounds, planted: Partial<MovementRules>, message: RegExp][] = [
  [
    'another request under a used reference gets the first one’s answer',
    CLAIM_BOUNDS,
    { claims: new TrustingClaims(keyring) },
    /told that .* is posted, and it is not its request/,
  ],
  [
    'neither claims nor references of postings are looked up',
    CLAIM_BOUNDS,
    { claims: new ForgottenClaims(keyring), postings: forgetful },
    /Money moved twice|Two claims/,
  ],
  [
    'a hold is released to whoever names it',
    HOLD_BOUNDS,
    { releaseViolation: () => undefined },
    /posted without a release|used for something else|Money moved twice|not its request/,
  ],
  [
    'a used release works again',
    HOLD_BOUNDS,
    {
      claims: new RepeatableRetries(keyring),
      releaseViolation: (hold, ...rest) =>
        releaseViolation(hold.status === 'Used' ? { ...hold, status: 'Approved' } : hold, ...rest),
    },
    /Money moved twice|Two claims/,
  ],
];

describe.each([
  ['claims', CLAIM_BOUNDS],
  ['holds and releases', HOLD_BOUNDS],
])('every way of requests with %s', (_name, bounds) => {
  it('moves money once for a reference, and tells each client the truth', () => {
    const { states, broken } = search(movementModel(bounds), STATES_MAX);
    expect(broken).toBeUndefined();
    expect(states).toBeGreaterThan(2_000);
  });
});

describe('a search of requests', () => {
  it.each(PLANTED)('shows the bug that %s', (_title, bounds, planted, message) => {
    const { broken } = search(movementModel(bounds, planted), STATES_MAX);
    expect(broken?.message).toMatch(message);
  });
});
