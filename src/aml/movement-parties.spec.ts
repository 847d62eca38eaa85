import { account } from '../ledger/engine/testing/batch-fixtures';
import type { AccountMovement } from '../ledger/movements/movement-gates';
import { movementParties } from './movement-parties';

const movement = (number: string, direction: AccountMovement['direction']): AccountMovement => ({
  account: account({ id: Number(number), number }),
  direction,
  amountKobo: 1n,
  windowKobo: 0n,
});

describe('movementParties', () => {
  const movements = [movement('11', 'outflow'), movement('21', 'inflow'), movement('22', 'inflow')];

  it('takes the accounts from the fields of the request', () => {
    const payload = { originatorAccountNumber: '11', beneficiaryAccountNumber: '0123456789' };
    expect(movementParties(payload, movements)).toEqual({
      sourceAccounts: ['11'],
      destinationAccounts: ['0123456789'],
    });
    expect(movementParties({ debitAccount: '11', creditAccount: '99' }, movements)).toEqual({
      sourceAccounts: ['11'],
      destinationAccounts: ['99'],
    });
  });

  it('takes the accounts of record when the request has a list of entries', () => {
    expect(movementParties({ entries: [] }, movements)).toEqual({
      sourceAccounts: ['11'],
      destinationAccounts: ['21', '22'],
    });
  });
});
