import { QueryFailedError } from 'typeorm';
import { createPino, JsonLogger } from './json-logger';

describe('JsonLogger', () => {
  const lines: string[] = [];
  const logger = new JsonLogger(createPino('info', { write: (line) => lines.push(line) }));
  beforeEach(() => lines.splice(0));

  it('logs no text, address or parameter of a message at any depth', () => {
    const message = {
      recipient: '+2348031234567',
      phoneNumber: '+2348031234567',
      email: 'ada@example.com',
      subject: 'the subject',
      body: 'the text',
    };
    logger.warn({ ...message, message: message, job: { message } }, 'A message failed.', 'Test');
    expect(lines[0]).toContain('A message failed.');
    for (const shown of Object.values(message)) expect(lines[0]).not.toContain(shown);
  });

  it('logs an error with its code, stack and cause, and none of the values of a failed statement', () => {
    const driverError = Object.assign(new Error('value too long'), {
      code: '22001',
      detail: 'Failing row contains (the text)',
    });
    const failure = Object.assign(
      new QueryFailedError('INSERT INTO message (body) VALUES ($1)', ['the text'], driverError),
      { cause: new Error('the cause') },
    );
    logger.error({ err: failure }, 'A job failed.', 'Test');
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 'error',
      err: {
        type: 'QueryFailedError',
        message: 'value too long',
        code: '22001',
        stack: expect.any(String),
        cause: { message: 'the cause' },
      },
    });
    expect(lines[0]).not.toContain('the text');
  });

  it('writes one line for any content', () => {
    const broken = 'first\r\n{"level":"fatal","msg":"forged"}\u2028\u0000\u001b[31m';
    logger.warn({ narration: broken, [broken]: 1 }, broken, 'Test');
    logger.error(new Error(broken), 'Test');
    logger.log(broken, broken);
    for (const line of lines) {
      expect(line.indexOf('\n')).toBe(line.length - 1);
      for (const control of ['\r', '\0', '\u001b']) expect(line).not.toContain(control);
    }
    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toStrictEqual(['warn', 'error', 'info']);
  });

  it('masks card numbers anywhere in a line', () => {
    logger.warn(
      { narration: 'paid with 4111111111111111', deep: { deeper: { deepest: { still: '5061460410120223210' } } } },
      'Card 5555555555554444 failed.',
      'Test',
    );
    expect(lines[0]).not.toMatch(/4111111111111111|5061460410120223210|5555555555554444/);
    expect(lines[0]).toContain('411111******1111');
  });

  it.each([
    'authorization',
    'password',
    'newPassword',
    'currentPassword',
    'clientSecret',
    'accessToken',
    'pin',
    'otp',
    'cardPan',
    'apiKey',
    'bvn',
    'nin',
  ])('logs nothing of %s, two levels down', (key) => {
    logger.warn(
      { [key]: 'marker-1', request: { [key]: 'marker-2', body2: { [key]: 'marker-3' } } },
      'A message.',
      'Test',
    );
    expect(lines[0]).not.toMatch(/marker-[123]/);
  });
});
