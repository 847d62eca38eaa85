import { allowedUrls } from './allowed-urls';

describe('the addresses that the program may call', () => {
  const isAllowed = allowedUrls(['10.2.0.0/16']);

  it.each(['https://publisher.example/list.xml', 'https://8.8.8.8/', 'https://10.2.0.1/', 'http://10.2.0.1/'])(
    'include %s where the operator allows 10.2.0.0/16',
    (url) => expect(isAllowed(url)).toBe(true),
  );

  it.each([
    ...['https://10.3.0.1/', 'http://10.3.0.1/', 'http://8.8.8.8/', 'ftp://10.2.0.1/', 'nothing'],
    ...['https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[fd00::1]/', 'https://[fe80::1]/'],
    ...['https://[64:ff9b::7f00:1]/', 'https://[2002:7f00:1::]/', 'https://[::]/'],
    ...['https://2130706433/', 'https://0x7f.1/', 'https://127.0.0.1./', 'https://169.254.169.254/'],
    ...['https://user@8.8.8.8/', 'https://user:word@publisher.example/', 'https://\\\\/user:word@publisher.example/'],
  ])('exclude %s where the operator allows 10.2.0.0/16', (url) => expect(isAllowed(url)).toBe(false));

  it.each(['http://publisher.example/', 'http://10.2.0.1/', 'https://10.2.0.1/', 'https://127.0.0.1/'])(
    'exclude %s where the operator allows no private address',
    (url) => expect(allowedUrls([])(url)).toBe(false),
  );
});
