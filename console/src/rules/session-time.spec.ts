import { endingIn } from './session-time';

describe('endingIn', () => {
  const now = Date.parse('2026-11-24T12:00:00Z');
  const at = (seconds: number): string => new Date(now + seconds * 1000).toISOString();

  it('says nothing before the last two minutes', () => {
    expect(endingIn({ idleEndsAt: at(121), endsAt: at(3600) }, now)).toBeUndefined();
    expect(endingIn({ idleEndsAt: null, endsAt: null }, now)).toBeUndefined();
  });

  it('can be put off when nobody used the session, not at its absolute end', () => {
    expect(endingIn({ idleEndsAt: at(90), endsAt: at(3600) }, now)).toStrictEqual({ leftMs: 90_000, canExtend: true });
    expect(endingIn({ idleEndsAt: at(900), endsAt: at(60) }, now)).toStrictEqual({ leftMs: 60_000, canExtend: false });
  });

  it('is zero once the end has passed', () => {
    expect(endingIn({ idleEndsAt: at(-5), endsAt: at(3600) }, now)?.leftMs).toBe(0);
  });
});
