import { effectiveStatus, INACTIVITY_LIMIT_MS } from './client-inactivity';

const created = new Date('2026-11-01T08:00:00.000Z');
const at = (ms: number): Date => new Date(created.getTime() + ms);
const fresh = { status: 'Active' as const, createdAt: created, reactivatedAt: null, lastUsedAt: null, expiresAt: null };

describe('effectiveStatus', () => {
  it('is fourteen days', () => expect(INACTIVITY_LIMIT_MS).toBe(1_209_600_000));

  it.each([
    ['just created', fresh, 0, 'Active'],
    ['one millisecond before the limit', fresh, INACTIVITY_LIMIT_MS - 1, 'Active'],
    ['at the limit', fresh, INACTIVITY_LIMIT_MS, 'Inactive'],
    ['used meanwhile', { ...fresh, lastUsedAt: at(1000) }, INACTIVITY_LIMIT_MS, 'Active'],
    ['used meanwhile, then not', { ...fresh, lastUsedAt: at(1000) }, INACTIVITY_LIMIT_MS + 1000, 'Inactive'],
    [
      'used before its reactivation',
      { ...fresh, lastUsedAt: at(1000), reactivatedAt: at(5000) },
      INACTIVITY_LIMIT_MS + 4999,
      'Active',
    ],
    ['reactivated, then not used', { ...fresh, reactivatedAt: at(5000) }, INACTIVITY_LIMIT_MS + 5000, 'Inactive'],
    ['deactivated and used', { ...fresh, status: 'Inactive' as const, lastUsedAt: at(1000) }, 2000, 'Inactive'],
  ])('%s', (_, client, elapsedMs, expected) => {
    expect(effectiveStatus(client, at(elapsedMs))).toBe(expected);
  });
});
