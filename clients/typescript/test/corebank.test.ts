import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Corebank, Money, OutcomeUnknown, Refusal } from '../src/index.js';

interface Call {
  method: string;
  path: string;
  reference: string | null;
  body: Record<string, unknown>;
}
type Answer = 'lost' | { status: number; data: object; headers?: Record<string, string> };

const TRANSFER = { debitAccount: '0000000011', creditAccount: '0000000028', amount: Money.naira('262144.07') };
const VIEW = { postingReferenceNumber: 'PST1', amount: 262144.07, isSuccessful: true };
const DONE = { status: 200, data: VIEW };
const UNKNOWN = { status: 404, data: { statusCode: 'TRANSACTION_NOT_FOUND' } };
const BUSY = { status: 503, data: { statusCode: 'SERVICE_UNAVAILABLE' } };
const HELD = {
  status: 202,
  data: { statusCode: 'AML_HOLD', amlHold: true, approvalId: 7, reason: 'Large', amlApprovalReference: 'secret' },
};

/** A service that answers as told, in order, and keeps what it was asked. Tokens are always given. */
function service(answers: Answer[], signInStatus = 200): { bank: Corebank; calls: Call[]; signIns: () => number } {
  const calls: Call[] = [];
  let signIns = 0;
  const respond = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/authenticate')) {
      signIns += 1;
      if (signInStatus !== 200)
        return Response.json({ data: { statusCode: 'API_KEY_INACTIVE' } }, { status: signInStatus });
      return Response.json({ accessToken: `token-${signIns}`, tokenValiditySec: 3600 });
    }
    const text = await request.text();
    const reference = request.headers.get('request-reference');
    calls.push({ method: request.method, path: pathname, reference, body: text === '' ? {} : JSON.parse(text) });
    const answer = answers.shift();
    if (answer === undefined) throw new Error(`nobody answers ${pathname}`);
    if (answer === 'lost') throw new TypeError('fetch failed');
    const { status, data, headers = {} } = answer;
    return Response.json({ status: status === 200, message: 'An answer', data }, { status, headers });
  };
  const options = { baseUrl: 'http://bank.example', clientId: 'a', clientSecret: 'b', pauseMs: 1, attempts: 3 };
  return { bank: new Corebank({ ...options, fetch: respond as typeof fetch }), calls, signIns: () => signIns };
}

const methods = (calls: Call[]): string => calls.map(({ method }) => method).join(' ');

test('a transfer is sent with its exact amount and reference', async () => {
  const { bank, calls } = service([DONE]);
  const outcome = await bank.localTransfer(TRANSFER, 'RENT-1');
  assert.deepEqual(calls[0]!.body, { ...TRANSFER, amount: 262144.07 });
  assert.equal(calls[0]!.reference, 'RENT-1');
  assert.ok(outcome.kind === 'done' && outcome.amount.equals(TRANSFER.amount) && !outcome.replayed);
});

test('after a lost connection the outcome is queried, and a movement that was done is not sent again', async () => {
  const { bank, calls } = service(['lost', DONE]);
  const outcome = await bank.localTransfer(TRANSFER, 'RENT-2');
  assert.equal(outcome.kind, 'done');
  assert.equal(methods(calls), 'POST GET');
});

test('a movement that the service does not know is sent again, unchanged, under the same reference', async () => {
  const { bank, calls } = service(['lost', UNKNOWN, DONE]);
  assert.equal((await bank.localTransfer(TRANSFER, 'RENT-3')).kind, 'done');
  assert.equal(methods(calls), 'POST GET POST');
  assert.deepEqual(calls[2], calls[0]);
});

test('nothing is sent again while the query itself has no answer', async () => {
  const { bank, calls } = service([BUSY, 'lost', 'lost', 'lost']);
  await assert.rejects(bank.localTransfer(TRANSFER, 'RENT-4'), (error: unknown) => {
    assert.ok(error instanceof OutcomeUnknown);
    assert.equal(error.reference, 'RENT-4');
    return true;
  });
  assert.equal(methods(calls), 'POST GET GET GET');
});

test('a refusal is thrown with its code, and nothing is sent again', async () => {
  const { bank, calls } = service([{ status: 422, data: { statusCode: 'INSUFFICIENT_FUNDS' } }]);
  await assert.rejects(bank.localTransfer(TRANSFER), (error: unknown) => {
    assert.ok(error instanceof Refusal);
    assert.equal(error.code, 'INSUFFICIENT_FUNDS');
    return true;
  });
  assert.equal(calls.length, 1);
});

test('a hold carries what the retry needs, and the retry sends the same request with it', async () => {
  const { bank, calls } = service([HELD, DONE]);
  const held = await bank.localTransfer(TRANSFER);
  assert.ok(held.kind === 'held');
  assert.equal(held.approvalId, 7);
  assert.equal((await held.retry()).kind, 'done');
  assert.deepEqual(calls[1]!.body, { ...calls[0]!.body, amlApprovalReference: 'secret' });
  assert.notEqual(calls[1]!.reference, calls[0]!.reference);
});

test('an approval by policy is an outcome of its own', async () => {
  const { bank } = service([{ status: 202, data: { statusCode: 'PENDING_APPROVAL', approvalId: 9 } }]);
  const outcome = await bank.localTransfer(TRANSFER, 'RENT-5');
  assert.deepEqual(outcome, { kind: 'pending-approval', reference: 'RENT-5', approvalId: 9 });
});

test('parallel calls share one sign-in, and a refused token is replaced once', async () => {
  const refused = { status: 401, data: { statusCode: 'UNAUTHORIZED' } };
  const { bank, signIns } = service([DONE, DONE, refused, DONE]);
  await Promise.all([bank.localTransfer(TRANSFER), bank.localTransfer(TRANSFER)]);
  assert.equal(signIns(), 1);
  assert.equal((await bank.localTransfer(TRANSFER)).kind, 'done');
  assert.equal(signIns(), 2);
});

test('a refused sign-in is thrown at once: nothing was sent, and ten wrong ones would lock the key pair', async () => {
  const { bank, calls, signIns } = service([], 401);
  await assert.rejects(bank.localTransfer(TRANSFER), (error: unknown) => {
    assert.ok(error instanceof Refusal);
    assert.equal(error.code, 'API_KEY_INACTIVE');
    return true;
  });
  assert.deepEqual([calls.length, signIns()], [0, 1]);
});

test('a query that is refused leaves the outcome unknown, and is not asked again', async () => {
  const { bank, calls } = service(['lost', { status: 403, data: { statusCode: 'SCOPE_MISSING' } }]);
  await assert.rejects(bank.localTransfer(TRANSFER, 'RENT-6'), (error: unknown) => {
    assert.ok(error instanceof OutcomeUnknown);
    assert.equal((error.cause as Refusal).code, 'SCOPE_MISSING');
    return true;
  });
  assert.equal(methods(calls), 'POST GET');
});

test('a call of `api` ends with the signal of its caller', async () => {
  const respond = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const { url, signal } = new Request(input, init);
    if (url.endsWith('/authenticate')) return Response.json({ accessToken: 'token', tokenValiditySec: 3600 });
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  };
  const options = { baseUrl: 'http://bank.example', clientId: 'a', clientSecret: 'b', timeoutMs: 1_000 };
  const bank = new Corebank({ ...options, fetch: respond as typeof fetch });
  const stop = new AbortController();
  const asked = bank.api.GET('/api/transfer/v1/banks', { signal: stop.signal });
  setTimeout(() => stop.abort(new Error('stopped by the caller')), 10);
  await assert.rejects(asked, /stopped by the caller/);
});
