import { decideSignIn } from './sign-in-decision';

const now = new Date('2026-11-21T09:00:00.000Z');
const inMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
const active = { status: 'Active' as const, failedSignIns: 0, lockedUntil: null };

describe('decideSignIn', () => {
  it('accepts the right password and clears the counters', () => {
    const state = { ...active, failedSignIns: 4 };
    expect(decideSignIn(state, true, now)).toStrictEqual({ outcome: 'accepted', failedSignIns: 0, lockedUntil: null });
  });

  it.each([
    [0, 1, null],
    [3, 4, null],
    [4, 5, inMinutes(15)],
    [5, 6, inMinutes(30)],
    [6, 7, inMinutes(60)],
    [11, 12, inMinutes(24 * 60)],
    [500, 501, inMinutes(24 * 60)],
  ])('counts a wrong password after %i others', (failedSignIns, failures, lockedUntil) => {
    const decision = decideSignIn({ ...active, failedSignIns }, false, now);
    expect(decision).toStrictEqual({ outcome: 'wrong-password', failedSignIns: failures, lockedUntil });
  });

  it.each([true, false])('refuses during a lock without counting (password right: %p)', (matches) => {
    const state = { ...active, failedSignIns: 5, lockedUntil: inMinutes(1) };
    expect(decideSignIn(state, matches, now)).toStrictEqual({
      outcome: 'locked',
      failedSignIns: 5,
      lockedUntil: inMinutes(1),
    });
  });

  it('accepts the right password at the end of a lock', () => {
    const state = { ...active, failedSignIns: 5, lockedUntil: now };
    expect(decideSignIn(state, true, now).outcome).toBe('accepted');
  });

  it.each(['Inactive', 'Suspended'] as const)('refuses staff who are %s', (status) => {
    expect(decideSignIn({ ...active, status }, true, now).outcome).toBe('not-active');
    expect(decideSignIn({ ...active, status }, false, now).outcome).toBe('wrong-password');
  });
});
