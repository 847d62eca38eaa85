import { isDeepStrictEqual } from 'node:util';
import { type AnswerMode, type Behaviour, behaviourOf, meaningOf } from './behaviours';
import type { PaymentRecord, SandboxLedger } from './sandbox-ledger';

/** The data of a paying call. */
export interface PaymentRequest {
  kind: PaymentRecord['kind'];
  key: string;
  provider: string;
  reference: string;
  amount: number;
  destination: string;
  request: Record<string, unknown>;
}

/** A response and the way to send it; `conflict` when the key was used for another request. */
export type DeskAnswer = { mode: AnswerMode; body: Record<string, unknown> } | 'conflict';

/** The fields in the response to every kind of payment. */
function resultOf({
  status,
  responseCode,
  goods,
}: Pick<PaymentRecord, 'status' | 'responseCode' | 'goods'>): Record<string, unknown> {
  return { status, responseCode, responseMessage: meaningOf(responseCode), ...(status === 'Successful' ? goods : {}) };
}

function take(
  request: PaymentRequest,
  { status, code }: Behaviour,
  timesSent: number,
  goods: Record<string, unknown>,
): PaymentRecord {
  const record: PaymentRecord = {
    ...request,
    received: true,
    paid: status === 'Successful',
    status,
    responseCode: code,
    timesSent,
    timesQueried: 0,
    goods,
  };
  return { ...record, firstAnswer: resultOf(record) };
}

/**
 * Pays, or follows a behaviour instead. A repeated key gets its first result properly: faults happen on the first call
 * only.
 * @param goods the goods of a successful payment, such as a token.
 */
export function receivePayment(
  ledger: SandboxLedger,
  request: PaymentRequest,
  goods: Record<string, unknown>,
): DeskAnswer {
  const known = ledger.payment(request.kind, request.key);
  if (known && !isDeepStrictEqual(known.request, request.request)) return 'conflict';
  const timesSent = (known?.timesSent ?? 0) + 1;
  if (known?.received) {
    ledger.save({ ...known, timesSent });
    return { mode: 'plain', body: known.firstAnswer ?? resultOf(known) };
  }
  const behaviour = behaviourOf(request.destination);
  if (timesSent <= behaviour.lostSends) {
    ledger.save({
      ...request,
      received: false,
      paid: false,
      status: 'NotReceived',
      responseCode: '25',
      timesSent,
      timesQueried: known?.timesQueried ?? 0,
    });
    return { mode: behaviour.answer === 'silence' ? 'silence' : 'reset', body: {} };
  }
  const record = take(request, behaviour, timesSent, goods);
  ledger.save(record);
  return { mode: behaviour.answer, body: record.firstAnswer ?? {} };
}

/** Answers a status query; each query moves the payment to the next state of its behaviour. */
export function query(ledger: SandboxLedger, kind: PaymentRecord['kind'], key: string): DeskAnswer {
  const known = ledger.payment(kind, key);
  if (!known?.received) {
    if (known) ledger.save({ ...known, timesQueried: known.timesQueried + 1 });
    return { mode: 'plain', body: resultOf({ status: 'NotReceived', responseCode: '25' }) };
  }
  const { queries } = behaviourOf(known.destination);
  const timesQueried = known.timesQueried + 1;
  const step = queries[Math.min(timesQueried, queries.length) - 1]!;
  if (step === 'unavailable') {
    ledger.save({ ...known, timesQueried });
    return { mode: 'server-error', body: {} };
  }
  const moved = {
    ...known,
    timesQueried,
    status: step.status,
    responseCode: step.code,
    paid: known.paid || step.status === 'Successful',
  };
  ledger.save(moved);
  return { mode: 'plain', body: resultOf(moved) };
}
