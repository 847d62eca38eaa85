import { verdictKind } from './verdict-kind';

/** 00 is a success, 51 a failure, 34 a refusal, 25 "no such record", 09 an answer to come. */
const CODES = ['00', '51', '34', '25', '09', undefined] as const;

/** The verdict of each code, in the order of `CODES`. */
const VERDICTS: [status: string, call: 'send' | 'query', verdicts: string[]][] = [
  ['Successful', 'send', ['success', 'pending', 'pending', 'pending', 'pending', 'pending']],
  ['Successful', 'query', ['success', 'pending', 'pending', 'pending', 'pending', 'pending']],
  ['Failed', 'send', ['pending', 'failure', 'refusal', 'pending', 'pending', 'pending']],
  ['Failed', 'query', ['pending', 'failure', 'refusal', 'pending', 'pending', 'pending']],
  ['NotReceived', 'send', ['pending', 'pending', 'pending', 'pending', 'pending', 'pending']],
  ['NotReceived', 'query', ['pending', 'pending', 'pending', 'not-received', 'pending', 'not-received']],
  ['Pending', 'send', ['pending', 'pending', 'pending', 'pending', 'pending', 'pending']],
  ['Pending', 'query', ['pending', 'pending', 'pending', 'not-found', 'pending', 'pending']],
  ['Paid', 'query', ['pending', 'pending', 'pending', 'pending', 'pending', 'pending']],
];

describe('the verdict of a provider', () => {
  it.each(VERDICTS)('of status %s to a %s is definite only where the code agrees', (status, call, verdicts) => {
    expect(CODES.map((code) => verdictKind(status, code, call))).toEqual(verdicts);
  });
});
