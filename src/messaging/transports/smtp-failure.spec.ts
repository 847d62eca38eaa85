import { smtpFailure } from './smtp-failure';

const failure = (facts: object): Error => Object.assign(new Error('failed'), facts);

describe('smtpFailure', () => {
  it.each([
    ['an unknown recipient', { code: 'EENVELOPE', responseCode: 550, response: '550 No such user' }, 'refused'],
    ['a refused content', { code: 'EMESSAGE', responseCode: 554, response: '554 Spam' }, 'refused'],
    ['a full mailbox', { code: 'EENVELOPE', responseCode: 452, response: '452 Full' }, 'not-delivered'],
    ['greylisting', { code: 'EENVELOPE', responseCode: 450, response: '450 Later' }, 'not-delivered'],
    ['a wrong password', { code: 'EAUTH', responseCode: 535, response: '535 Wrong' }, 'not-delivered'],
    [
      'a sender that must sign in first',
      { code: 'EENVELOPE', responseCode: 530, response: '530 Sign in' },
      'not-delivered',
    ],
    [
      'a server that refuses every connection',
      { code: 'ECONNECTION', responseCode: 554, response: '554 Go away' },
      'not-delivered',
    ],
  ])('treats %s as expected: %o', (_, facts, outcome) => {
    expect(smtpFailure(failure(facts))).toEqual({ outcome, reason: `The mail server answered ${facts.response}` });
  });

  it('gives only the error code of a failure without an answer', () => {
    expect(smtpFailure(failure({ code: 'ETLS' }))).toEqual({
      outcome: 'not-delivered',
      reason: 'The mail server could not be used (ETLS).',
    });
    expect(smtpFailure(new Error('secret'))).toEqual({
      outcome: 'not-delivered',
      reason: 'The mail server could not be used (unknown).',
    });
  });
});
