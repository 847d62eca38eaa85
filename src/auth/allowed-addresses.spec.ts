import { addressCheck, isAddressRange } from './allowed-addresses';

describe('isAddressRange', () => {
  it.each(['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '10.0.0.1/32', '2001:db8::1', '2001:db8::/32', '::/0'])(
    'accepts %s',
    (text) => expect(isAddressRange(text)).toBe(true),
  );

  it.each([
    '',
    'a.example',
    '203.0.113.7/33',
    '2001:db8::/129',
    '203.0.113.0/24/1',
    '203.0.113.0/',
    '203.0.113.0/-1',
    '203.0.113.0/1e1',
    '203.0.113',
    '203.0.113.07',
    'fe80::1%eth0',
    ' 203.0.113.7',
    7,
    null,
  ])('refuses %p', (text) => expect(isAddressRange(text)).toBe(false));
});

describe('addressCheck', () => {
  it('lets every address pass when there are no ranges', () => {
    expect(addressCheck([])('203.0.113.7')).toBe(true);
  });

  it.each([
    ['203.0.113.7', ['203.0.113.7'], true],
    ['203.0.113.8', ['203.0.113.7'], false],
    ['203.0.113.255', ['203.0.113.0/24'], true],
    ['203.0.114.0', ['203.0.113.0/24'], false],
    ['203.0.114.0', ['203.0.113.0/24', '203.0.114.0/30'], true],
    ['::ffff:203.0.113.9', ['203.0.113.0/24'], true],
    ['::ffff:203.0.114.9', ['203.0.113.0/24'], false],
    ['2001:db8:1::5', ['2001:db8::/32'], true],
    ['2001:db9::5', ['2001:db8::/32'], false],
    ['203.0.113.7', ['2001:db8::/32'], false],
    ['2001:db8::1', ['0.0.0.0/0'], false],
  ])('%s against %p is %p', (address, ranges, isAllowed) => {
    expect(addressCheck(ranges)(address)).toBe(isAllowed);
  });
});
