import { QueryFailedError } from 'typeorm';
import { createPino, JsonLogger } from './json-logger';

describe('JsonLogger', () => {
  const lines: string[] = [];
  const logger = new JsonLogger(createPino('info', { write: (line) => lines.push(line) }));
  beforeEach(() => lines.splice(0));

  it('shows no text, address or parameter of a message, however deep it stands', () => {
    const message = { recipient: '+2348031234567', phoneNumber: '+2348031234567', email: 'ada@example.com', subject: 'the subject', body: 'the text' };
    logger.warn({ ...message, message: message, job: { message } }, 'A message failed.', 'Test');
    expect(lines[0]).toContain('A message failed.');
    for (const shown of Object.values(message)) expect(lines[0]).not.toContain(shown);
  });

  it('shows an error with its code, stack and cause, and none of the values of a failed statement', () => {
    const driverError = Object.assign(new Error('value too long'), { code: '22001', detail: 'Failing row contains (the text)' });
    const failure = Object.assign(new QueryFailedError('INSERT INTO message (body) VALUES ($1)', ['the text'], driverError), { cause: new Error('the cause') });
    logger.error({ err: failure }, 'A job failed.', 'Test');
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'error', err: { type: 'QueryFailedError', message: 'value too long', code: '22001', stack: expect.any(String), cause: { message: 'the cause' } } });
    expect(lines[0]).not.toContain('the text');
  });
});
