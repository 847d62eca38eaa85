import { AppError } from '../../common/errors/app-error';
import type { GatewayAnswer } from '../../common/gateway/gateway-call';
import { readNameAnswer } from './read-name-answer';

const FOUND = {
  responseCode: '00',
  sessionId: '999999261121101500123456789012',
  accountNumber: '0123456789',
  accountName: 'OKAFOR ADAEZE',
  bankVerificationNumber: '22212345678',
  kycLevel: 3,
};
const answered = (body: Record<string, unknown>, status = 200): GatewayAnswer => ({
  outcome: 'answered',
  status,
  body,
});
const codeOf = (answer: GatewayAnswer): string | undefined => {
  const read = readNameAnswer(answer, '0123456789');
  return read instanceof AppError ? read.code : undefined;
};

describe('readNameAnswer', () => {
  it('returns the name with the session id of the enquiry', () => {
    expect(readNameAnswer(answered(FOUND), '0123456789')).toEqual({
      reference: FOUND.sessionId,
      accountName: 'OKAFOR ADAEZE',
      bankVerificationNumber: '22212345678',
      kycLevel: 3,
    });
  });

  it('returns null for optional fields that are missing or malformed', () => {
    const { accountNumber: _, ...bare } = {
      ...FOUND,
      bankVerificationNumber: '123',
      kycLevel: 'x',
      accountName: '  OKAFOR\n ADAEZE ',
    };
    expect(readNameAnswer(answered(bare), '0123456789')).toMatchObject({
      accountName: 'OKAFOR ADAEZE',
      bankVerificationNumber: null,
      kycLevel: null,
    });
  });

  it.each<[GatewayAnswer, string]>([
    [answered({ responseCode: '07' }), 'BENEFICIARY_NOT_FOUND'],
    [answered({ responseCode: '25' }), 'BENEFICIARY_NOT_FOUND'],
    [answered({ responseCode: '16' }), 'UNKNOWN_DESTINATION_INSTITUTION'],
    [answered({ responseCode: '06' }), 'NAME_ENQUIRY_REFUSED'],
    [answered({ responseCode: '34' }), 'NAME_ENQUIRY_REFUSED'],
    [answered({ responseCode: '96' }), 'GATEWAY_UNAVAILABLE'],
    [answered({ responseCode: 'X9' }), 'GATEWAY_UNAVAILABLE'],
    [answered({}), 'GATEWAY_UNAVAILABLE'],
    [answered({ ...FOUND, accountNumber: '0123456780' }), 'GATEWAY_UNAVAILABLE'],
    [answered({ ...FOUND, sessionId: undefined }), 'GATEWAY_UNAVAILABLE'],
    [answered({ ...FOUND, sessionId: 'a b' }), 'GATEWAY_UNAVAILABLE'],
    [answered({ ...FOUND, accountName: ' ' }), 'GATEWAY_UNAVAILABLE'],
    [answered(FOUND, 400), 'GATEWAY_UNAVAILABLE'],
    [{ outcome: 'unknown', reason: 'timeout' }, 'GATEWAY_UNAVAILABLE'],
    [{ outcome: 'not-sent', reason: 'circuit-open' }, 'GATEWAY_UNAVAILABLE'],
  ])('reads no name from %j: %s', (answer, code) => {
    expect(codeOf(answer)).toBe(code);
  });
});
