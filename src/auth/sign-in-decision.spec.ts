import { decideSignIn, type FailureCount, NO_FAILURES, type SignInAttempt } from './sign-in-decision';

const now = new Date('2026-11-21T09:00:00.000Z');
const inMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
const counted = (failures: number, lockedUntil: Date | null = null, lastFailedAt = inMinutes(-1)): FailureCount => ({
  failures,
  lastFailedAt,
  lockedUntil,
});
const attempt: SignInAttempt = {
  status: 'Active',
  passwordMatches: true,
  code: 'not-set-up',
  isKnownNetwork: false,
  network: NO_FAILURES,
  newNetworks: NO_FAILURES,
};
const wrong = { ...attempt, passwordMatches: false, code: 'not-checked' as const };

describe('decideSignIn', () => {
  it('accepts the right password and clears the counts', () => {
    expect(decideSignIn({ ...attempt, network: counted(4), newNetworks: counted(4) }, now)).toStrictEqual({
      outcome: 'accepted',
      network: NO_FAILURES,
      newNetworks: NO_FAILURES,
    });
  });

  it('leaves the count of new networks after a sign-in from a known one', () => {
    const { newNetworks } = decideSignIn({ ...attempt, isKnownNetwork: true, newNetworks: counted(19) }, now);
    expect(newNetworks).toStrictEqual(counted(19));
  });

  it.each([
    [0, 1, null],
    [3, 4, null],
    [4, 5, inMinutes(15)],
    [5, 6, inMinutes(30)],
    [6, 7, inMinutes(60)],
    [11, 12, inMinutes(24 * 60)],
    [500, 501, inMinutes(24 * 60)],
  ])('counts a wrong password after %i others from a new network', (before, failures, lockedUntil) => {
    const decision = decideSignIn({ ...wrong, network: counted(before) }, now);
    expect(decision.outcome).toBe('wrong-password');
    expect(decision.network).toStrictEqual({ failures, lockedUntil, lastFailedAt: now });
  });

  it.each([
    [3, null],
    [4, inMinutes(1)],
    [50, inMinutes(1)],
  ])('locks a known network for a minute only, after %i others', (before, lockedUntil) => {
    const decision = decideSignIn({ ...wrong, isKnownNetwork: true, network: counted(before) }, now);
    expect(decision.network).toStrictEqual({ failures: before + 1, lockedUntil, lastFailedAt: now });
    expect(decision.newNetworks).toStrictEqual(NO_FAILURES);
  });

  it.each([
    [18, null],
    [19, inMinutes(1)],
    [20, inMinutes(2)],
    [22, inMinutes(8)],
    [23, inMinutes(15)],
    [5_000, inMinutes(15)],
  ])('slows all new networks down, after %i failures over all of them', (before, lockedUntil) => {
    const { newNetworks } = decideSignIn({ ...wrong, newNetworks: counted(before) }, now);
    expect(newNetworks).toStrictEqual({ failures: before + 1, lockedUntil, lastFailedAt: now });
  });

  it('begins the count over all new networks again after a day without a failure', () => {
    const old = counted(400, inMinutes(-24 * 60), inMinutes(-24 * 60));
    expect(decideSignIn({ ...wrong, newNetworks: old }, now).newNetworks.failures).toBe(1);
  });

  it.each([true, false])('refuses during the lock of the network, without counting (password right: %p)', (matches) => {
    const locked = counted(5, inMinutes(1));
    const decision = decideSignIn({ ...attempt, passwordMatches: matches, network: locked }, now);
    expect(decision).toStrictEqual({ outcome: 'locked', network: locked, newNetworks: NO_FAILURES });
  });

  it('refuses a new network, and not a known one, during the lock of all new networks', () => {
    const newNetworks = counted(30, inMinutes(15));
    expect(decideSignIn({ ...attempt, newNetworks }, now).outcome).toBe('locked');
    expect(decideSignIn({ ...attempt, newNetworks, isKnownNetwork: true }, now).outcome).toBe('accepted');
  });

  it('accepts password and code during every lock, and only both', () => {
    const locked = { ...attempt, network: counted(9, inMinutes(60)), newNetworks: counted(30, inMinutes(15)) };
    expect(decideSignIn({ ...locked, code: 'right' }, now).outcome).toBe('accepted');
    for (const code of ['wrong', 'missing', 'not-set-up'] as const)
      expect([code, decideSignIn({ ...locked, code }, now).outcome]).toStrictEqual([code, 'locked']);
    expect(decideSignIn({ ...locked, passwordMatches: false, code: 'not-checked' }, now).outcome).toBe('locked');
  });

  it('counts a wrong code like a wrong password, and asks for a missing one without counting', () => {
    expect(decideSignIn({ ...attempt, code: 'wrong', network: counted(4) }, now)).toMatchObject({
      outcome: 'wrong-code',
      network: { failures: 5, lockedUntil: inMinutes(15) },
      newNetworks: { failures: 1 },
    });
    expect(decideSignIn({ ...attempt, code: 'missing' }, now)).toStrictEqual({
      outcome: 'code-missing',
      network: NO_FAILURES,
      newNetworks: NO_FAILURES,
    });
  });

  it('accepts the right password at the end of a lock', () => {
    expect(decideSignIn({ ...attempt, network: counted(5, now) }, now).outcome).toBe('accepted');
  });

  it.each(['Inactive', 'Suspended'] as const)('refuses staff who are %s, whatever their code', (status) => {
    for (const code of ['not-set-up', 'missing', 'wrong', 'right'] as const)
      expect(decideSignIn({ ...attempt, status, code }, now).outcome).toBe('not-active');
    expect(decideSignIn({ ...wrong, status }, now).outcome).toBe('wrong-password');
  });

  /** Attempts once in a second for a day. @returns the number of passwords that were looked at. */
  function guessesInADay(isKnownNetwork: boolean): number {
    let counts = { network: NO_FAILURES, newNetworks: NO_FAILURES };
    let guesses = 0;
    for (let second = 0; second < 86_400; second += 1) {
      const { outcome, ...after } = decideSignIn(
        // A new network has no count of its own: the botnet has one for each attempt.
        { ...wrong, ...counts, isKnownNetwork, ...(isKnownNetwork ? {} : { network: NO_FAILURES }) },
        new Date(now.getTime() + second * 1000),
      );
      counts = after;
      if (outcome === 'wrong-password') guesses += 1;
    }
    return guesses;
  }

  it('leaves a botnet 118 guesses a day, and somebody at a known address 1,444', () => {
    expect([guessesInADay(false), guessesInADay(true)]).toStrictEqual([118, 1_444]);
  });
});
