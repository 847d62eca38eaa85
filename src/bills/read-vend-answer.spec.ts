import type { ProviderVerdict } from '../payouts/provider-verdict';
import { readVendAnswer } from './read-vend-answer';

const SESSION = 'V1-1-1';
const read = (body: Record<string, unknown>, call: 'send' | 'query' = 'send', status = 200): ProviderVerdict =>
  readVendAnswer({ outcome: 'answered', status, body }, call, SESSION);

describe('readVendAnswer', () => {
  it.each<[string, string | undefined, 'send' | 'query', ProviderVerdict['kind']]>([
    ['Successful', '00', 'send', 'success'],
    ['Successful', '00', 'query', 'success'],
    ['Successful', '57', 'send', 'pending'],
    ['Successful', undefined, 'send', 'pending'],
    ['Failed', '57', 'send', 'failure'],
    ['Failed', '51', 'send', 'failure'],
    ['Failed', '99', 'query', 'failure'],
    ['Failed', '34', 'send', 'refusal'],
    ['Failed', '35', 'query', 'refusal'],
    ['Failed', '63', 'send', 'refusal'],
    ['Failed', '00', 'send', 'pending'],
    ['Failed', undefined, 'send', 'pending'],
    ['Failed', 'X1', 'send', 'pending'],
    ['Failed', '26', 'send', 'pending'],
    ['Failed', '94', 'query', 'pending'],
    ['Failed', '98', 'query', 'pending'],
    ['Failed', '68', 'send', 'pending'],
    ['Failed', '97', 'send', 'pending'],
    ['Failed', '25', 'query', 'pending'],
    ['NotReceived', '25', 'query', 'not-received'],
    ['NotReceived', undefined, 'query', 'not-received'],
    ['NotReceived', '00', 'query', 'pending'],
    ['NotReceived', '25', 'send', 'pending'],
    ['Pending', '25', 'query', 'not-found'],
    ['Pending', '25', 'send', 'pending'],
    ['Pending', '09', 'query', 'pending'],
    ['successful', '00', 'send', 'pending'],
  ])('takes %s with code %s to a %s for %s', (status, responseCode, call, kind) => {
    expect(read({ status, responseCode }, call).kind).toBe(kind);
  });

  it.each([300, 400, 401, 404, 409, 429])('learns nothing from HTTP %i', (status) => {
    for (const said of ['Successful', 'Failed', 'NotReceived'])
      expect(read({ status: said, responseCode: said === 'Successful' ? '00' : '57' }, 'query', status).kind).toBe(
        'pending',
      );
  });

  it('learns nothing from an answer about another vend', () => {
    expect(read({ status: 'Failed', responseCode: '57', reference: 'V1-1-2' }).kind).toBe('pending');
    expect(read({ status: 'Failed', responseCode: '57', reference: SESSION }).kind).toBe('failure');
  });

  it.each([{}, { status: 1 }, { status: null, responseCode: 0 }, { status: { a: 1 } }])(
    'learns nothing from %j',
    (body) => {
      expect(read(body, 'query')).toEqual({ kind: 'pending', code: null, message: 'The provider gave no reason.' });
    },
  );

  it.each([
    { transactionId: 'VND1', token: '72224007996673417875', tokenUnits: 73.5 },
    { transaction_id: 'VND1', Token: '7222 4007 9966 7341 7875', token_units: '73.5' },
    { TransactionID: 'VND1', token: 'Token: 7222-4007-9966-7341-7875', units: '73.5 kWh' },
  ])('keeps what the money bought, however it is spelt: %j', (goods) => {
    expect(read({ status: 'Successful', responseCode: '00', ...goods })).toMatchObject({
      result: { transactionId: 'VND1', token: '7222-4007-9966-7341-7875', tokenUnits: 73.5 },
    });
  });

  it('keeps nothing of a vend that failed', () => {
    expect(read({ status: 'Failed', responseCode: '57', token: '1' })).not.toHaveProperty('result');
  });

  it('keeps texts that the database takes', () => {
    const said = read({ status: 'Failed', responseCode: '57', responseMessage: `no\u0000 \ud800${'x'.repeat(400)}` });
    expect(said.message).toHaveLength(300);
    expect(said.message.isWellFormed() && !said.message.includes('\u0000')).toBe(true);
    expect(read({ status: 'Failed', responseCode: '57' }).message).toBe('Transaction not permitted to sender');
  });
});
