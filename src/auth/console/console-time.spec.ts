import { idleEndOf, isIdle, tokenStanding } from './console-time';

const at = (seconds: number): Date => new Date(seconds * 1000);

describe('isIdle', () => {
  it.each([
    [null, 10_000, false],
    [at(100), 999, false],
    [at(100), 1000, true],
    [at(100), 1001, true],
  ])('of a session used at %j, at second %i with 900 seconds: %j', (lastActiveAt, now, idle) =>
    expect(isIdle({ lastActiveAt }, 900_000, at(now))).toBe(idle),
  );

  it('has the end that is shown', () => expect(idleEndOf({ lastActiveAt: at(100) }, 900_000)).toStrictEqual(at(1000)));
});

describe('tokenStanding', () => {
  it.each([
    [null, undefined, 0, 'newest'],
    [null, 100_000, 0, 'outdated'],
    [at(100), 100_000, 5000, 'newest'],
    [at(100), 99_999, 129, 'replaced'],
    [at(100), 99_999, 130, 'outdated'],
    [at(100), undefined, 130, 'outdated'],
  ] as const)(
    'of a session renewed at %j, for a token of %j, at second %i: %s',
    (tokenSince, issuedAt, now, standing) => expect(tokenStanding({ tokenSince }, issuedAt, at(now))).toBe(standing),
  );
});
