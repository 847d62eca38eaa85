import { allowedTargets, readAllowedTargets } from './allowed-targets';

describe('readAllowedTargets', () => {
  it('reads addresses and ranges, and allows nothing without a list', () => {
    expect(readAllowedTargets(' 127.0.0.1, 10.2.0.0/16,fd00::/8 ')).toEqual(['127.0.0.1', '10.2.0.0/16', 'fd00::/8']);
    expect(readAllowedTargets(undefined)).toEqual([]);
  });

  it.each(['true', '0.0.0.0/0', '10.0.0.0/7', '10.0.0.0/33', 'localhost', '127.0.0.1,', 'fe80::1%eth0'])(
    'refuses %s',
    (text) => expect(readAllowedTargets(text)).toBeUndefined(),
  );
});

describe('allowedTargets', () => {
  const isAllowed = allowedTargets(['127.0.0.1', '10.2.0.0/16', '::1']);

  it.each(['127.0.0.1', '10.2.255.1', '::1', '::ffff:10.2.0.1'])('allows %s', (address) =>
    expect(isAllowed(address)).toBe(true),
  );

  it.each(['127.0.0.2', '10.3.0.1', '169.254.169.254', '::2', 'localhost'])('does not allow %s', (address) =>
    expect(isAllowed(address)).toBe(false),
  );

  it('allows nothing when there are no ranges', () => expect(allowedTargets([])('127.0.0.1')).toBe(false));
});
