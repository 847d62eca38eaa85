import { readTransferAnswer } from './read-transfer-answer';

const SESSION = '059999261121130501123456789012';
const TRANSFER = { sessionId: SESSION, reference: 'TRF-1' };
const read = (
  body: Record<string, unknown>,
  call: 'send' | 'query' = 'query',
  status = 200,
): ReturnType<typeof readTransferAnswer> => readTransferAnswer({ outcome: 'answered', status, body }, call, TRANSFER);
const kind = (status: unknown, responseCode: unknown, call: 'send' | 'query' = 'query'): string =>
  read({ status, responseCode, responseMessage: 'x', sessionId: SESSION }, call).kind;

describe('readTransferAnswer', () => {
  it.each([
    { status: 'Successful', code: '00', sent: 'success', queried: 'success' },
    { status: 'Failed', code: '57', sent: 'failure', queried: 'failure' },
    { status: 'Failed', code: '51', sent: 'failure', queried: 'failure' },
    { status: 'Failed', code: '34', sent: 'refusal', queried: 'refusal' },
    { status: 'NotReceived', code: '25', sent: 'pending', queried: 'not-received' },
    { status: 'NotReceived', sent: 'pending', queried: 'not-received' },
    { status: 'Pending', code: '25', sent: 'pending', queried: 'not-found' },
    { status: 'Pending', code: '09', sent: 'pending', queried: 'pending' },
    { status: 'Pending', code: '94', sent: 'pending', queried: 'pending' },
  ])(
    'reads $status with code $code as $sent after a send and $queried after a query',
    ({ status, code, sent, queried }) => {
      expect([kind(status, code, 'send'), kind(status, code, 'query')]).toEqual([sent, queried]);
    },
  );

  it.each([
    ['Successful', '57'],
    ['Successful', '09'],
    ['Successful', undefined],
    ['Failed', '00'],
    ['Failed', '26'],
    ['Failed', '98'],
    ['Failed', '97'],
    ['Failed', '25'],
    ['Failed', 'X9'],
    ['Failed', undefined],
    ['Failed', 57],
    ['Pending', '00'],
    ['Pending', '57'],
    ['Pending', '34'],
    ['NotReceived', '00'],
    ['NotReceived', '57'],
    ['NotReceived', '09'],
    ['successful', '00'],
    [undefined, '00'],
    [null, '57'],
    [['Successful'], '00'],
  ])('reads the contradictory or unknown answer %j with code %j as pending', (status, code) => {
    expect([kind(status, code, 'send'), kind(status, code, 'query')]).toEqual(['pending', 'pending']);
  });

  it.each([400, 401, 404, 409, 422])('reads any answer with HTTP status %d as pending', (status) => {
    for (const body of [
      { status: 'Successful', responseCode: '00' },
      { status: 'Failed', responseCode: '57' },
      { responseCode: '63' },
    ])
      expect(read(body, 'send', status).kind).toBe('pending');
  });

  it('reads an answer about another session as pending', () => {
    expect(read({ status: 'Failed', responseCode: '57', sessionId: '1' }).kind).toBe('pending');
    expect(read({ status: 'Failed', responseCode: '57' }).kind).toBe('failure');
  });

  it.each([
    { status: 'Successful', responseCode: '00', definite: 'success' },
    { status: 'Failed', responseCode: '57', definite: 'failure' },
    { status: 'NotReceived', responseCode: '25', definite: 'not-received' },
  ])(
    'reads $status without a session as pending when it names the reference of another transfer',
    ({ definite, ...answer }) => {
      expect(read({ ...answer, reference: 'TRF-2' }).kind).toBe('pending');
      for (const reference of ['TRF-1', null, undefined]) expect(read({ ...answer, reference }).kind).toBe(definite);
      // The session alone identifies the transfer: a middleware may have a reference of its own.
      expect(read({ ...answer, sessionId: SESSION, reference: 'TRF-2' }).kind).toBe(definite);
    },
  );

  it("keeps the provider's message in a form that can be stored", () => {
    expect(read({ status: 'Failed', responseCode: '57', responseMessage: 'No\u0000\n way\ud800' })).toEqual({
      kind: 'failure',
      code: '57',
      message: 'No way\ufffd',
    });
    expect(read({ status: 'Failed', responseCode: '57', responseMessage: 7 }).message).toBe(
      'Transaction not permitted to sender',
    );
    expect(read({ responseMessage: 'x'.repeat(999) }).message).toHaveLength(300);
    expect(read({})).toEqual({ kind: 'pending', code: null, message: 'The provider gave no reason.' });
  });
});
