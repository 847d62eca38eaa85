import { consoleToken, cookieValues } from './console-cookie';

describe('consoleToken', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['__Host-corebank-staff=a.b.c', 'a.b.c'],
    ['theme=dark; __Host-corebank-staff=a.b.c;x=1', 'a.b.c'],
    ['__Host-corebank-staff=', null],
    ['__Host-corebank-staff', null],
    ['x__Host-corebank-staff=a', null],
    ['__Host-corebank-staff=a; __Host-corebank-staff=b', null],
    ['__host-corebank-staff=a', null],
  ])('reads %j as %j', (header, token) => expect(consoleToken(header)).toBe(token));
});

describe('cookieValues', () => {
  it('keeps signs of equality in a value', () => expect(cookieValues('a=b==', 'a')).toStrictEqual(['b==']));
});
