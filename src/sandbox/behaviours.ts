import responseCodes from './data/response-codes.json';
import type { PaymentStatus } from './result.dto';

/** The form of the HTTP response to the paying call. */
export type AnswerMode =
  'plain' | 'silence' | 'reset' | 'server-error' | 'garbage' | 'truncated' | 'oversized' | 'redirect';

/** The response to a status query: a status with a code, or an unusable one. */
export type QueryAnswer = { status: PaymentStatus; code: string } | 'unavailable';

/** The simulator's treatment of a payment. */
export interface Behaviour {
  title: string;
  /** The number of calls to drop before processing one. */
  lostSends: number;
  /** The result on receiving the payment; `plain` responses contain it. */
  status: PaymentStatus;
  code: string;
  answer: AnswerMode;
  /** Successive responses to status queries; the last one repeats. The state of the payment follows them. */
  queries: QueryAnswer[];
}

const SUCCESS: QueryAnswer = { status: 'Successful', code: '00' };
const FAILURE: QueryAnswer = { status: 'Failed', code: '57' };
const IN_PROGRESS: QueryAnswer = { status: 'Pending', code: '09' };
const NOT_LOCATED: QueryAnswer = { status: 'Pending', code: '25' };

function succeeding(title: string, answer: AnswerMode, queries: QueryAnswer[] = [SUCCESS]): Behaviour {
  return { title, lostSends: 0, status: 'Successful', code: '00', answer, queries };
}

function pending(title: string, queries: QueryAnswer[]): Behaviour {
  return { title, lostSends: 0, status: 'Pending', code: '09', answer: 'plain', queries };
}

/**
 * Behaviours by the two digits after 99000000. The table in `docs/sandbox.md` lists the same, and a test compares them.
 */
export const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  '00': succeeding('Success', 'plain'),
  '01': { title: 'Definite failure', lostSends: 0, status: 'Failed', code: '57', answer: 'plain', queries: [FAILURE] },
  '02': { ...succeeding('Timeout, nothing processed', 'silence'), lostSends: Infinity },
  '03': succeeding('Timeout after processing', 'silence'),
  '04': { ...succeeding('Connection reset before processing', 'reset'), lostSends: Infinity },
  '05': succeeding('Connection reset after processing', 'reset'),
  '06': succeeding('HTTP 500 after success', 'server-error'),
  '07': succeeding('Garbage body after success', 'garbage'),
  '08': pending('Late success', [IN_PROGRESS, IN_PROGRESS, SUCCESS]),
  '09': pending('Late failure', [IN_PROGRESS, FAILURE]),
  '10': succeeding('Timeout after processing; status answered only the third time', 'silence', [
    'unavailable',
    'unavailable',
    SUCCESS,
  ]),
  '11': { ...pending('Timeout; the status query never locates it', [NOT_LOCATED]), answer: 'silence' },
  '12': pending('Never final', [IN_PROGRESS]),
  '13': succeeding('Answer cut off after success', 'truncated'),
  '14': succeeding('Answer of 2 MiB after success', 'oversized'),
  '15': {
    title: 'Failure that turns out a success later',
    lostSends: 0,
    status: 'Failed',
    code: '57',
    answer: 'plain',
    queries: [FAILURE, SUCCESS],
  },
  '16': { ...succeeding('Connection reset; the first send is lost, the second is processed', 'plain'), lostSends: 1 },
  '17': succeeding('Redirect after success', 'redirect'),
};

const CODES = responseCodes as Readonly<Record<string, { meaning: string; status: string }>>;

/** The meaning of a NIP response code in words. */
export function meaningOf(code: string): string {
  return CODES[code]?.meaning ?? 'Unknown code';
}

/** A payment that always gets this NIP response code. */
function withCode(code: string): Behaviour {
  const said = CODES[code]?.status;
  const status = said === 'SUCCESSFUL' ? 'Successful' : said === 'FAILED' ? 'Failed' : 'Pending';
  return { title: `Response code ${code}`, lostSends: 0, status, code, answer: 'plain', queries: [{ status, code }] };
}

const TRIGGER = /^(?:.*)99000000(\d\d)$/;
const CODE_TRIGGER = /^(?:.*)99000001(\d\d)$/;

/**
 * The behaviour for an account, meter or card number: numbers that end in 99000000NN or 99000001CC select one, and
 * payments to all others succeed.
 */
export function behaviourOf(number: string): Behaviour {
  const code = CODE_TRIGGER.exec(number)?.[1];
  if (code !== undefined) return withCode(code);
  return BEHAVIOURS[TRIGGER.exec(number)?.[1] ?? '00'] ?? BEHAVIOURS['00']!;
}

/** The behaviour of a name enquiry or a customer validation: 99000000 and 97, 98 or 99. */
export function enquiryBehaviourOf(number: string): 'found' | 'unknown' | 'silence' | 'server-error' {
  switch (TRIGGER.exec(number)?.[1]) {
    case '97':
      return 'silence';
    case '98':
      return 'unknown';
    case '99':
      return 'server-error';
    default:
      return 'found';
  }
}
