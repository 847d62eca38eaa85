import { mayAct, widensAccess } from './client-grants';

describe('the rights of API clients that need two people', () => {
  it.each([
    [['accounts:read'], false],
    [[], false],
    [['accounts:read', 'transfers:write'], true],
    [['customers:identity'], true],
  ])('a client with the scopes %j may act: %s', (scopes, expected) => {
    expect(mayAct(scopes)).toBe(expected);
  });

  it.each<[string, object, object, boolean]>([
    ['a scope that acts', { scopes: ['accounts:read'] }, { scopes: ['transfers:write'] }, true],
    ['a scope that reads', { scopes: ['accounts:read'] }, { scopes: ['accounts:read', 'bills:read'] }, false],
    ['a scope that the client has', { scopes: ['bills:write'] }, { scopes: ['bills:write'] }, false],
    ['a scope less', { scopes: ['bills:write', 'cards:write'] }, { scopes: ['bills:write'] }, false],
    ['every address', { allowedAddresses: ['192.0.2.1'] }, { allowedAddresses: [] }, true],
    ['another address', { allowedAddresses: ['192.0.2.1'] }, { allowedAddresses: ['192.0.2.2'] }, true],
    ['an address less', { allowedAddresses: ['192.0.2.1', '192.0.2.2'] }, { allowedAddresses: ['192.0.2.2'] }, false],
    ['the first address', { allowedAddresses: [] }, { allowedAddresses: ['192.0.2.2'] }, false],
    ['no expiry', { expiresAt: '2027-01-01T00:00:00.000Z' }, { expiresAt: null }, true],
    ['a later expiry', { expiresAt: '2027-01-01T00:00:00.000Z' }, { expiresAt: '2027-01-01T00:00:00.001Z' }, true],
    ['an earlier expiry', { expiresAt: '2027-01-01T00:00:00.000Z' }, { expiresAt: '2026-12-31T00:00:00.000Z' }, false],
    ['the first expiry', { expiresAt: null }, { expiresAt: '2027-01-01T00:00:00.000Z' }, false],
    ['another name', { name: 'A' }, { name: 'B' }, false],
  ])('%s: from %j to %j widens the access of a client is %s', (_case, before, after, expected) => {
    expect(widensAccess(before as never, after as never)).toBe(expected);
  });
});
