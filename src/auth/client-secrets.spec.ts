import { sha256 } from '../common/crypto/digest';
import { isTokenLive, NO_PREVIOUS_SECRET, secretSetAt } from './client-secrets';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 21, 9, minute));
const [OLD, NEW] = ['the old secret', 'the new secret'];
const alone = { secretHash: sha256(NEW), secretChangedAt: at(10), ...NO_PREVIOUS_SECRET };
const rotating = {
  ...alone,
  previousSecretHash: sha256(OLD),
  previousSecretChangedAt: at(0),
  previousSecretEndsAt: at(40),
};

describe('secretSetAt', () => {
  it('knows the present secret', () => {
    expect(secretSetAt(alone, NEW, at(20))).toEqual(at(10));
    expect(secretSetAt(rotating, NEW, at(50))).toEqual(at(10));
  });

  it('knows the previous secret until its end', () => {
    expect(secretSetAt(rotating, OLD, at(39))).toEqual(at(0));
    expect(secretSetAt(rotating, OLD, at(40))).toBeUndefined();
  });

  it('refuses every other secret', () => {
    expect(secretSetAt(alone, OLD, at(20))).toBeUndefined();
    expect(secretSetAt(undefined, NEW, at(20))).toBeUndefined();
    for (const client of [alone, rotating, undefined]) expect(secretSetAt(client, '', at(20))).toBeUndefined();
  });
});

describe('isTokenLive', () => {
  const ms = (minute: number): number => at(minute).getTime();

  it('accepts tokens of the present secret, also newer ones than are known', () => {
    expect(isTokenLive(ms(10), alone, at(20))).toBe(true);
    expect(isTokenLive(ms(11), alone, at(20))).toBe(true);
  });

  it('accepts tokens of the previous secret until its end', () => {
    expect(isTokenLive(ms(0), rotating, at(39))).toBe(true);
    expect(isTokenLive(ms(0), rotating, at(40))).toBe(false);
  });

  it('refuses tokens of earlier secrets', () => {
    expect(isTokenLive(ms(0), alone, at(20))).toBe(false);
    expect(isTokenLive(ms(5), rotating, at(20))).toBe(false);
    expect(isTokenLive(0, rotating, at(20))).toBe(false);
  });
});
