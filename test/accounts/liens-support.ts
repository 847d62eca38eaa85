import type { Response } from 'supertest';
import { addSecondInstitution } from '../auth/second-institution';
import { dataOf } from '../support/answers';
import { freshReference, type TestApp } from '../support/app';
import { GET_EXTENDED_BALANCE } from './sandbox-accounts';

export const PLACE_LIEN = '/api/accountlien/v1/placelien';
export const UPDATE_LIEN = '/api/accountlien/v1/updatelien';
export const UNPLACE_LIEN = '/api/accountlien/v1/unplacelien';
export const ADD_OVERDRAFT = '/api/accountoverdraft/v1/add';
export const UPDATE_OVERDRAFT = '/api/accountoverdraft/v1/update';
export const ACTIVATE_OVERDRAFT = '/api/accountoverdraft/v1/activate';
export const DEACTIVATE_OVERDRAFT = '/api/accountoverdraft/v1/deactivate';
export const SEARCH_OVERDRAFTS = '/api/accountoverdraft/v1/search';

interface ExtendedBalance {
  ledgerBalance: number;
  availableBalance: number;
  lienAmount: number;
  overdraftLimit: number;
  overdraftUsed: number;
}

/** The amounts of an account that liens and overdrafts change. */
export async function balancesOf(app: TestApp, accountNumber: string): Promise<ExtendedBalance> {
  const { ledgerBalance, availableBalance, lienAmount, overdraftLimit, overdraftUsed } = dataOf<ExtendedBalance>(
    await app.get(GET_EXTENDED_BALANCE, { AccountNumber: accountNumber }),
  );
  return { ledgerBalance, availableBalance, lienAmount, overdraftLimit, overdraftUsed };
}

/** Pays cash out at the vault. */
export function payOut(app: TestApp, accountNumber: string, amount: number): Promise<Response> {
  return app.post('/api/transfer/v1/localfundtransfer', {
    debitAccount: accountNumber,
    creditAccount: '1010',
    amount,
    narration: 'Cash out',
    postingsTransactionType: 1,
  });
}

export function placeLien(app: TestApp, accountNumber: string, amount: number, fields: object = {}): Promise<Response> {
  return app.post(PLACE_LIEN, { accountNumber, amount, referenceNumber: freshReference('LIEN'), ...fields });
}

export function addOverdraft(
  app: TestApp,
  accountNumber: string,
  limit: number,
  fields: object = {},
): Promise<Response> {
  return app.post(ADD_OVERDRAFT, {
    accountNumber,
    limit,
    interestRate: 24.5,
    expiryDate: '2999-01-01',
    referenceNumber: freshReference('OD'),
    ...fields,
  });
}

/** Puts an account into a status as the database's owner. */
export async function setStatus(app: TestApp, accountNumber: string, status: string): Promise<void> {
  await app.rows('UPDATE ledger_account SET status = $1 WHERE number = $2', [status, accountNumber]);
}

/** Access token of a client of another institution. */
export async function strangersToken(app: TestApp): Promise<string> {
  const { client } = await addSecondInstitution(app);
  const { body } = await app.post('/api/auth/v1/authenticate', client, { reference: null });
  return (body as { accessToken: string }).accessToken;
}

/** The actions on a lien or an overdraft in the audit log, in order. */
export async function auditOf(app: TestApp, subject: string): Promise<string[]> {
  return (
    await app.rows<{ action: string }>('SELECT action FROM audit_log WHERE subject = $1 ORDER BY id', [subject])
  ).map(({ action }) => action);
}
