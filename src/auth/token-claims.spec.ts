import type { AppError } from '../common/errors/app-error';
import { readClaims } from './token-claims';

const NOW = 1_795_000_000;
const good = {
  iss: 'corebank',
  aud: 'api-channel',
  sub: 'client-1',
  institutionId: 1,
  actor_type: 'api_client',
  jti: 'a',
  iat: NOW - 10,
  exp: NOW + 1,
  secretChangedAt: 1_794_999_999_123,
};
const staff = { ...good, aud: 'staff', actor_type: 'staff', sub: 'STF001', sid: 7 };

function codeOf(payload: unknown, kind: 'api-client' | 'staff' = 'api-client'): string {
  try {
    readClaims(payload, kind, NOW);
    return 'accepted';
  } catch (error) {
    return (error as AppError).code;
  }
}

describe('readClaims', () => {
  it('reads the claims of both kinds', () => {
    expect(readClaims({ ...good, more: 'ignored' }, 'api-client', NOW)).toStrictEqual(good);
    expect(readClaims(staff, 'staff', NOW)).toStrictEqual(staff);
  });

  it('takes a token that does not say for which secret it is as the oldest', () => {
    for (const secretChangedAt of [undefined, null, 'today', -1, 1.5]) {
      expect(readClaims({ ...good, secretChangedAt }, 'api-client', NOW)).toStrictEqual({
        ...good,
        secretChangedAt: 0,
      });
    }
  });

  it('refuses an expired token as unauthorised, whatever else it says', () => {
    expect(codeOf({ ...good, exp: NOW })).toBe('UNAUTHORIZED');
    expect(codeOf({ ...staff, exp: NOW - 1 })).toBe('UNAUTHORIZED');
  });

  it('keeps the two kinds apart', () => {
    expect(codeOf(staff)).toBe('INVALID_API_TOKEN_CLAIMS');
    expect(codeOf(good, 'staff')).toBe('INVALID_API_TOKEN_CLAIMS');
  });

  it.each([undefined, null, 0, -1, 1.5, '7', 2 ** 53])('refuses a staff token with the session %j', (sid) => {
    expect(codeOf({ ...staff, sid }, 'staff')).toBe('INVALID_API_TOKEN_CLAIMS');
  });

  it.each([
    null,
    'text',
    [],
    {},
    { ...good, exp: undefined },
    { ...good, exp: String(NOW + 60) },
    { ...good, iss: 'somebody' },
    { ...good, aud: ['api-channel'] },
    { ...good, aud: 'staff' },
    { ...good, actor_type: 'staff' },
    { ...good, sub: '' },
    { ...good, sub: 7 },
    { ...good, sub: 'x'.repeat(101) },
    { ...good, institutionId: '1' },
    { ...good, institutionId: 0 },
    { ...good, institutionId: 1.5 },
    { ...good, institutionId: 2 ** 53 },
    { ...good, jti: undefined },
    { ...good, iat: 'yesterday' },
  ])('refuses %j as a token of another make', (payload) => {
    expect(codeOf(payload)).toBe('INVALID_API_TOKEN_CLAIMS');
  });
});
