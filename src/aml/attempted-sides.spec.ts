import type { StoredMovement } from '../ledger/movements/stored-movement';
import { attemptedSides, type NamedSides, numbersElsewhere } from './attempted-sides';

const stored = (payload: Record<string, unknown>): StoredMovement => ({
  operation: 'x',
  channel: 'api',
  endpoint: 'x',
  actor: 'api-client:1',
  payload,
  fingerprint: '',
  requestReference: null,
});
const sidesOf = (kind: string, payload: Record<string, unknown>): NamedSides =>
  attemptedSides(kind, undefined, stored(payload));

describe('the sides of a movement that was stopped', () => {
  it('are those of a transfer inside the institution, by either of its routes', () => {
    const expected = { from: [{ number: '0000000011' }], to: [{ number: '2030' }] };
    expect(sidesOf('transfer', { debitAccount: '0000000011', creditAccount: '2030' })).toEqual(expected);
    const funds = { originatorAccountNumber: '0000000011', beneficiaryAccountNumber: '2030' };
    expect(sidesOf('transfer', funds)).toEqual(expected);
  });

  it('have the institution of a beneficiary elsewhere', () => {
    const { to } = sidesOf('outward-transfer', {
      originatorAccountNumber: '0000000011',
      beneficiaryAccountNumber: '0000000029',
      beneficiaryAccountName: 'NGOZI EZE',
      destinationInstitutionCode: '000013',
      beneficiaryBankName: 'GTBANK PLC',
    });
    const elsewhere = {
      accountNumber: '0000000029',
      accountName: 'NGOZI EZE',
      institutionCode: '000013',
      institutionName: 'GTBANK PLC',
    };
    expect(to).toEqual([{ number: '0000000029', elsewhere }]);
  });

  it('are the rows of a file with their amounts, here and elsewhere', () => {
    const rows = [
      { reference: 'a', creditAccount: '0000000029', amount: 10.5, bankCode: '999' },
      { reference: 'b', creditAccount: '0000000037', amount: 20, bankCode: '000013', nameEnquiryRef: 'r' },
    ];
    const sides = sidesOf('bulk-transfer', { debitAccount: '0000000011', rows });
    expect(sides.from).toEqual([{ number: '0000000011' }]);
    expect(
      sides.to.map(({ number, amountKobo, elsewhere }) => [number, amountKobo, elsewhere?.institutionCode]),
    ).toEqual([
      ['0000000029', 10_50n, undefined],
      ['0000000037', 20_00n, '000013'],
    ]);
    expect([...numbersElsewhere(sides)]).toEqual(['0000000037']);
  });

  it('leave a number that is here and elsewhere to the account here', () => {
    const rows = [
      { reference: 'a', creditAccount: '0000000037', amount: 1 },
      { reference: 'b', creditAccount: '0000000037', amount: 1, bankCode: '000013', nameEnquiryRef: 'r' },
    ];
    expect([...numbersElsewhere(sidesOf('bulk-transfer', { debitAccount: '0000000011', rows }))]).toEqual([]);
  });

  it('are the entries of a posting, side by side', () => {
    const entries = [
      { account: '2030', side: 'Credit', amount: 3 },
      { account: '0000000011', side: 'Debit', amount: 2 },
      { account: '0000000029', side: 'Debit', amount: 1 },
    ];
    expect(sidesOf('posting', { entries })).toEqual({
      from: [
        { number: '0000000011', amountKobo: 200n },
        { number: '0000000029', amountKobo: 100n },
      ],
      to: [{ number: '2030', amountKobo: 300n }],
    });
  });

  it('have nobody but the payer of a bill, and nobody at all of a request that names no party', () => {
    expect(sidesOf('bill-vend', { accountNumber: '0000000011' })).toEqual({ from: [{ number: '0000000011' }], to: [] });
    expect(sidesOf('reversal', { referenceNumber: 'PST000000000001' })).toEqual({ from: [], to: [] });
    expect(attemptedSides('x', undefined, undefined)).toEqual({ from: [], to: [] });
  });

  it('are those of the hold where its request names no party', () => {
    const hold = { movement: stored({}), sourceAccounts: ['0000000011'], destinationAccounts: ['2030'] };
    expect(attemptedSides('x', hold, undefined)).toEqual({
      from: [{ number: '0000000011' }],
      to: [{ number: '2030' }],
    });
  });
});
