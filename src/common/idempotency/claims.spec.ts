import { fingerprintOf, hasFingerprint, movementFingerprint } from './claims';

const ROUTE = 'POST /api/transfer/v1/localfundtransfer';
const BODY = { debitAccount: '0000000011', amount: 12.34, rows: [{ reference: 'A', narration: 'null' }] };

describe('the fingerprint of a movement', () => {
  const { fingerprint } = movementFingerprint(ROUTE, BODY);

  it.each([
    ['a field that is null', { ...BODY, feeCharge: null }],
    ['a field that is undefined', { ...BODY, feeCharge: undefined }],
    ['null in an object of a list', { ...BODY, rows: [{ reference: 'A', narration: 'null', bankCode: null }] }],
    ['keys in another order', { amount: 12.34, rows: BODY.rows, debitAccount: '0000000011' }],
    ['an approval reference', { ...BODY, amlApprovalReference: 'a.b' }],
  ])('is the same with %s', (_, body) => {
    expect(movementFingerprint(ROUTE, body).fingerprint).toBe(fingerprint);
  });

  it.each([
    ['a field that is 0', { ...BODY, feeCharge: 0 }],
    ['a field that is empty', { ...BODY, narration: '' }],
    ['the text null in a field', { ...BODY, narration: 'null' }],
    ['another amount', { ...BODY, amount: 12.35 }],
    ['null in the place of an element', { ...BODY, rows: [null] }],
    ['no text null', { ...BODY, rows: [{ reference: 'A' }] }],
  ])('differs with %s', (_, body) => {
    expect(movementFingerprint(ROUTE, body).fingerprint).not.toBe(fingerprint);
  });

  it('is the one that claims of earlier versions have for a request without null', () => {
    expect(fingerprint).toBe(fingerprintOf(ROUTE, BODY));
  });

  it('knows the one that claims and holds of earlier versions have for a request with null', () => {
    const withNull = { ...BODY, feeCharge: null };
    const stored = fingerprintOf(ROUTE, withNull);
    expect(stored).not.toBe(fingerprint);
    expect(hasFingerprint(movementFingerprint(ROUTE, withNull), stored)).toBe(true);
    expect(hasFingerprint(movementFingerprint(ROUTE, { ...withNull, amount: 1 }), stored)).toBe(false);
  });
});
