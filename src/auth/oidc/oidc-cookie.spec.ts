import { consolePath, nonceOf, OIDC_COOKIE, oidcCookie, readOidcCookie, verifierOf } from './oidc-cookie';

const BEGUN = { state: 'a'.repeat(43), secret: 'b'.repeat(43), next: '/aml/holds?status=Held' };
const sent = (cookie: string): string => cookie.split(';')[0]!;

describe('the cookie of a sign-in through the provider', () => {
  it('comes back as it was given', () => {
    const cookie = oidcCookie(BEGUN);
    expect(cookie).toContain('; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=300');
    expect(readOidcCookie(`x=1; ${sent(cookie)}`)).toEqual(BEGUN);
  });

  it.each([
    [undefined],
    [`${OIDC_COOKIE}=`],
    [`${OIDC_COOKIE}=short.short.Lw`],
    [`${OIDC_COOKIE}=${'a'.repeat(43)}.${'b'.repeat(43)}.Lw.more`],
    [`${sent(oidcCookie(BEGUN))}; ${sent(oidcCookie(BEGUN))}`],
  ])('is none in %j', (header) => expect(readOidcCookie(header)).toBeUndefined());

  it('proves nothing of another secret', () => {
    expect(verifierOf('one')).not.toBe(verifierOf('two'));
    expect(nonceOf('one')).not.toBe(nonceOf('two'));
    expect(verifierOf('one')).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});

describe('the page after the sign-in', () => {
  it.each([['/'], ['/aml/holds'], ['/customers/000123?tab=loans&x=1']])('is %s as asked', (path) =>
    expect(consolePath(path)).toBe(path),
  );

  it.each([
    ['https://evil.example'],
    ['//evil.example'],
    ['/\\evil.example'],
    ['/a//evil.example'],
    ['/../docs'],
    ['/%2e%2e/docs'],
    ['/%2Fevil.example'],
    ['javascript:alert(1)'],
    ['/"><script>'],
    ['/a b'],
    [''],
    [undefined],
    [`/${'a'.repeat(600)}`],
  ])('is the first one instead of %j', (path) => expect(consolePath(path)).toBe('/'));
});
