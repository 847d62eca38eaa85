import type { ProviderVerdict } from '../payouts/provider-verdict';
import { readVendAnswer } from './read-vend-answer';

const SESSION = 'V1-1-1';
const read = (body: Record<string, unknown>, call: 'send' | 'query' = 'send', status = 200): ProviderVerdict =>
  readVendAnswer({ outcome: 'answered', status, body }, call, SESSION);

describe('readVendAnswer', () => {
  it.each<{ status: string; responseCode: string | undefined; call: 'send' | 'query'; kind: ProviderVerdict['kind'] }>([
    { status: 'Successful', responseCode: '00', call: 'send', kind: 'success' },
    { status: 'Successful', responseCode: '00', call: 'query', kind: 'success' },
    { status: 'Successful', responseCode: '57', call: 'send', kind: 'pending' },
    { status: 'Successful', responseCode: undefined, call: 'send', kind: 'pending' },
    { status: 'Failed', responseCode: '57', call: 'send', kind: 'failure' },
    { status: 'Failed', responseCode: '51', call: 'send', kind: 'failure' },
    { status: 'Failed', responseCode: '99', call: 'query', kind: 'pending' },
    { status: 'Failed', responseCode: '91', call: 'send', kind: 'pending' },
    { status: 'Failed', responseCode: '92', call: 'send', kind: 'pending' },
    { status: 'Failed', responseCode: '34', call: 'send', kind: 'refusal' },
    { status: 'Failed', responseCode: '35', call: 'query', kind: 'refusal' },
    { status: 'Failed', responseCode: '63', call: 'send', kind: 'refusal' },
    { status: 'Failed', responseCode: '00', call: 'send', kind: 'pending' },
    { status: 'Failed', responseCode: undefined, call: 'send', kind: 'pending' },
    { status: 'Failed', responseCode: 'X1', call: 'send', kind: 'pending' },
    { status: 'Failed', responseCode: '26', call: 'send', kind: 'pending' },
    { status: 'Failed', responseCode: '94', call: 'query', kind: 'pending' },
    { status: 'Failed', responseCode: '98', call: 'query', kind: 'pending' },
    { status: 'Failed', responseCode: '68', call: 'send', kind: 'pending' },
    { status: 'Failed', responseCode: '97', call: 'send', kind: 'pending' },
    { status: 'Failed', responseCode: '25', call: 'query', kind: 'pending' },
    { status: 'NotReceived', responseCode: '25', call: 'query', kind: 'not-received' },
    { status: 'NotReceived', responseCode: undefined, call: 'query', kind: 'not-received' },
    { status: 'NotReceived', responseCode: '00', call: 'query', kind: 'pending' },
    { status: 'NotReceived', responseCode: '25', call: 'send', kind: 'pending' },
    { status: 'Pending', responseCode: '25', call: 'query', kind: 'not-found' },
    { status: 'Pending', responseCode: '25', call: 'send', kind: 'pending' },
    { status: 'Pending', responseCode: '09', call: 'query', kind: 'pending' },
    { status: 'successful', responseCode: '00', call: 'send', kind: 'pending' },
  ])('reads $status with code $responseCode after a $call as $kind', ({ status, responseCode, call, kind }) => {
    expect(read({ status, responseCode }, call).kind).toBe(kind);
  });

  it.each([300, 400, 401, 404, 409, 429])('reads any answer with HTTP status %i as pending', (status) => {
    for (const reported of ['Successful', 'Failed', 'NotReceived'])
      expect(
        read({ status: reported, responseCode: reported === 'Successful' ? '00' : '57' }, 'query', status).kind,
      ).toBe('pending');
  });

  it('reads an answer about another vend as pending', () => {
    expect(read({ status: 'Failed', responseCode: '57', reference: 'V1-1-2' }).kind).toBe('pending');
    expect(read({ status: 'Failed', responseCode: '57', reference: SESSION }).kind).toBe('failure');
  });

  it.each([{}, { status: 1 }, { status: null, responseCode: 0 }, { status: { a: 1 } }])(
    'reads the answer %j as pending',
    (body) => {
      expect(read(body, 'query')).toEqual({ kind: 'pending', code: null, message: 'The provider gave no reason.' });
    },
  );

  it.each([
    { transactionId: 'VND1', token: '72224007996673417875', tokenUnits: 73.5 },
    { transaction_id: 'VND1', Token: '7222 4007 9966 7341 7875', token_units: '73.5' },
    { TransactionID: 'VND1', token: 'Token: 7222-4007-9966-7341-7875', units: '73.5 kWh' },
  ])('keeps transaction id, token and units in every spelling of the fields: %j', (goods) => {
    expect(read({ status: 'Successful', responseCode: '00', ...goods })).toMatchObject({
      result: { transactionId: 'VND1', token: '7222-4007-9966-7341-7875', tokenUnits: 73.5 },
    });
  });

  it('keeps no result of a vend that failed', () => {
    expect(read({ status: 'Failed', responseCode: '57', token: '1' })).not.toHaveProperty('result');
  });

  it("keeps the provider's message in a form that can be stored", () => {
    const answer = read({ status: 'Failed', responseCode: '57', responseMessage: `no\u0000 \ud800${'x'.repeat(400)}` });
    expect(answer.message).toHaveLength(300);
    expect(answer.message.isWellFormed() && !answer.message.includes('\u0000')).toBe(true);
    expect(read({ status: 'Failed', responseCode: '57' }).message).toBe('Transaction not permitted to sender');
  });
});
