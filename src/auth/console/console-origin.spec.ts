import { type ConsoleRequest, consoleViolation } from './console-origin';

const CONSOLE = 'https://console.bank.example';
const request = (facts: Partial<ConsoleRequest> = {}, headers: Record<string, string> = {}): ConsoleRequest => ({
  method: 'POST',
  protocol: 'https',
  host: 'console.bank.example',
  headers: { 'sec-fetch-site': 'same-origin', 'x-corebank-console': '1', ...headers },
  ...facts,
});

describe('consoleViolation', () => {
  it('takes a write of the console over TLS', () => expect(consoleViolation(request(), CONSOLE)).toBeUndefined());

  it.each(['localhost:3000', 'LOCALHOST', '127.0.0.1:3000', '[::1]:3000'])('takes plain HTTP on %s', (host) =>
    expect(consoleViolation(request({ protocol: 'http', host }), CONSOLE)).toBeUndefined(),
  );

  it.each(['console.bank.example', 'localhost.evil.example', '127.0.0.1.evil.example', '0.0.0.0', '', 'a b'])(
    'refuses plain HTTP on %j',
    (host) => expect(consoleViolation(request({ protocol: 'http', host }), CONSOLE)).toContain('TLS'),
  );

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('wants the header of the console for %s', (method) =>
    expect(consoleViolation(request({ method }, { 'x-corebank-console': '' }), CONSOLE)).toContain('header'),
  );

  it('takes a read without the header, also one that a person typed', () => {
    const headers = { 'sec-fetch-site': 'none' };
    expect(consoleViolation(request({ method: 'GET', headers }), CONSOLE)).toBeUndefined();
    expect(consoleViolation(request({ method: 'HEAD', headers: {} }), CONSOLE)).toBeUndefined();
  });

  it.each(['https://evil.example', 'null', ''])(
    'refuses a read whose Origin is %j, also without the site',
    (origin) => {
      for (const method of ['GET', 'HEAD'])
        expect(consoleViolation(request({ method, headers: { origin } }), CONSOLE)).toContain('Sec-Fetch-Site');
      expect(consoleViolation(request({ method: 'GET', headers: { origin: CONSOLE } }), CONSOLE)).toBeUndefined();
    },
  );

  it('does not read an Origin where the browser has named the site', () => {
    const headers = { 'sec-fetch-site': 'same-site', 'x-corebank-console': '1', origin: CONSOLE };
    expect(consoleViolation(request({ headers }), CONSOLE)).toContain('Sec-Fetch-Site');
  });

  it('takes no Origin where the console has no address and the host is another', () => {
    const headers = { 'x-corebank-console': '1', origin: CONSOLE };
    expect(consoleViolation(request({ headers, host: 'api.bank.example' }), undefined)).toContain('Sec-Fetch-Site');
    expect(consoleViolation(request({ headers, host: 'api.bank.example' }), CONSOLE)).toBeUndefined();
  });
});
