import { ANY_STAFF } from '../../common/http/endpoint.decorator';
import { missingProof, type SessionPolicy, usablePermissions } from './session-demands';

const MINUTE_MS = 60_000;
const NOW = new Date('2026-11-22T12:00:00Z');
const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * MINUTE_MS);
const policy: SessionPolicy = {
  secondFactorPermissions: new Set(['confirm-payouts']),
  stepUpValidityMs: 15 * MINUTE_MS,
};

describe('missingProof', () => {
  const password = { assurance: 'password' as const, steppedUpAt: minutesAgo(1) };
  const factor = { assurance: 'second-factor' as const, steppedUpAt: minutesAgo(1) };

  it.each([
    ['a password session', password, { permission: 'view-staff', stepUp: false }, undefined],
    ['a password session', password, { permission: 'confirm-payouts', stepUp: false }, 'second-factor'],
    ['a password session', password, { permission: ANY_STAFF, stepUp: true }, undefined],
    ['a session with a factor', factor, { permission: 'confirm-payouts', stepUp: true }, undefined],
    [
      'a proof of 14:59 minutes',
      { ...factor, steppedUpAt: new Date(minutesAgo(15).getTime() + 1) },
      { permission: 'view-staff', stepUp: true },
      undefined,
    ],
    [
      'a proof of 15 minutes',
      { ...factor, steppedUpAt: minutesAgo(15) },
      { permission: 'view-staff', stepUp: true },
      'step-up',
    ],
    [
      'a proof of 15 minutes on a route without step-up',
      { ...factor, steppedUpAt: minutesAgo(15) },
      { permission: 'view-staff', stepUp: false },
      undefined,
    ],
    ['no proof', { ...password, steppedUpAt: null }, { permission: ANY_STAFF, stepUp: true }, 'step-up'],
  ])('for %s %j on %j is %j', (_, session, demands, missing) => {
    expect(missingProof(session, demands, policy, NOW)).toBe(missing);
  });
});

describe('usablePermissions', () => {
  const held = new Set(['view-staff', 'confirm-payouts']);

  it('leaves out those that need a second factor, without one', () => {
    expect([...usablePermissions(held, { assurance: 'password', steppedUpAt: NOW }, policy)]).toStrictEqual([
      'view-staff',
    ]);
  });

  it('are all with a second factor, and all where none is needed', () => {
    expect(usablePermissions(held, { assurance: 'second-factor', steppedUpAt: NOW }, policy)).toBe(held);
    const none = { ...policy, secondFactorPermissions: new Set<string>() };
    expect(usablePermissions(held, { assurance: 'password', steppedUpAt: NOW }, none)).toBe(held);
  });
});
