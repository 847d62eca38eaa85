import { readTrustedProxies } from './trusted-proxies';

describe('readTrustedProxies', () => {
  it.each([
    [undefined, []],
    ['false', []],
    ['10.1.2.3', ['10.1.2.3']],
    ['10.0.0.0/8, 192.168.7.0/24', ['10.0.0.0/8', '192.168.7.0/24']],
    ['::1,fd00::/8', ['::1', 'fd00::/8']],
    ['loopback', ['loopback']],
  ])('reads %p', (text, proxies) => {
    expect(readTrustedProxies(text)).toStrictEqual(proxies);
  });

  it.each([
    'true',
    '1',
    '*',
    'proxy.example',
    '0.0.0.0/0',
    '10.0.0.0/7',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '::/0',
    '10.0.0.1,',
    '10.0.0',
  ])('refuses %p', (text) => {
    expect(readTrustedProxies(text)).toBeUndefined();
  });
});
