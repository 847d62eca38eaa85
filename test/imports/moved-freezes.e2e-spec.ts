import type { Response } from 'supertest';
import { FILE_COLUMNS } from '../../src/imports/file-columns';
import { setStatus } from '../accounts/liens-support';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { emptyBooks, exportBooks, filesOf, Folders, importBooks, refusedLines } from '../support/brought-books';
import { businessDateOf } from '../support/end-of-day';
import { hire, type Hired } from '../support/hire';
import { oldBooks, oldNumber, writeOldBooks } from '../support/old-books';

const ACCOUNTS = '/api/admin/v1/accounts';
const COLUMNS: readonly string[] = FILE_COLUMNS.accounts;

/** Freezes of one installation, taken to another one. */
describe('the freezes of accounts that are exported and imported again', () => {
  const folders = new Folders();
  let origin: TestApp;
  let target: TestApp;
  let maker: Hired;
  let checker: Hired;
  let senior: Hired;
  /** Frozen by a court; by staff while it was dormant; by staff and then by a court; by AML and then by staff. */
  const [ordered, dormant, both, suspected] = [0, 1, 2, 3];
  let accounts: string[];
  let exported: string;

  beforeAll(async () => {
    origin = await TestApp.start();
    target = await TestApp.start();
    const freezer = await hire(origin, 'FRZ001', ['freeze-accounts']);
    const freeze = async (accountNumber: string, fields: object = {}): Promise<unknown> =>
      dataOf(await origin.post(`${ACCOUNTS}/freeze`, { accountNumber, reason: 'Suit 9', ...fields }, freezer));
    accounts = [];
    for (let index = 0; index < 4; index += 1) accounts.push(await origin.openAccount(100));
    await setStatus(origin, accounts[dormant]!, 'Dormant');
    await freeze(accounts[ordered]!, { orderedBy: 'court' });
    await freeze(accounts[dormant]!);
    await freeze(accounts[both]!);
    await freeze(accounts[both]!, { orderedBy: 'court' });
    await freeze(accounts[suspected]!);
    await origin.rows(`UPDATE account_status_change SET actor = 'system:aml' WHERE account_number = $1`, [
      accounts[suspected],
    ]);
    await freeze(accounts[suspected]!);
    exported = folders.make();
    await exportBooks(origin, exported);
    await emptyBooks(target, await businessDateOf(origin));
    maker = await hire(target, 'FRZ001', ['freeze-accounts']);
    checker = await hire(target, 'FRZ002', ['view-approvals', 'approve-account-status-changes']);
    senior = await hire(target, 'FRZ003', ['view-approvals', 'approve-account-status-changes', 'end-court-freezes']);
  }, 120_000);
  afterAll(async () => {
    folders.remove();
    await origin.close();
    await target.close();
  });

  const ask = (index: number, fields: object = {}): Promise<Response> =>
    target.post(`${ACCOUNTS}/unfreeze`, { accountNumber: accounts[index], reason: 'Lifted', ...fields }, maker);
  const decide = (asked: Response, who: Hired): Promise<Response> => {
    const { approvalId } = dataOf<{ approvalId: number }>(asked, 202);
    return target.post(`/api/admin/v1/approvals/${approvalId}/approve`, { note: 'Seen' }, who);
  };
  const statusOf = async (index: number): Promise<string> =>
    (
      await target.rows<{ status: string }>('SELECT status FROM ledger_account WHERE number = $1', [accounts[index]])
    )[0]!.status;
  const courtFreezeOf = async (index: number): Promise<number> => {
    const rows = await target.rows<{ id: string }>(
      `SELECT id FROM account_status_change WHERE account_number = $1 AND ordered_by = 'court'`,
      [accounts[index]],
    );
    expect(rows).toHaveLength(1);
    return Number(rows[0]!.id);
  };

  it('stand as they stood, and the files are equal again', async () => {
    expect(await importBooks(target, exported)).toMatchObject({ result: 'Completed' });
    const again = folders.make();
    await exportBooks(target, again);
    expect(filesOf(again)).toEqual(filesOf(exported));
  }, 60_000);

  it('by a court end only by their name, and with the permission for it', async () => {
    expect(refusalOf(await ask(ordered))).toEqual({ status: 409, code: 'FREEZE_NOT_NAMED' });
    const asked = await ask(ordered, { freezeID: await courtFreezeOf(ordered) });
    expect(refusalOf(await decide(asked, checker))).toEqual({ status: 403, code: 'PERMISSION_DENIED' });
    expect(await statusOf(ordered)).toBe('Frozen');
    expect((await decide(asked, senior)).status).toBe(200);
    expect(await statusOf(ordered)).toBe('Active');
  });

  it('beside a freeze by a court leave the account frozen when they end', async () => {
    expect((await decide(await ask(both), checker)).status).toBe(200);
    expect(await statusOf(both)).toBe('Frozen');
    expect((await decide(await ask(both, { freezeID: await courtFreezeOf(both) }), senior)).status).toBe(200);
    expect(await statusOf(both)).toBe('Active');
  });

  it('leave a dormant account dormant when they end', async () => {
    expect((await decide(await ask(dormant), checker)).status).toBe(200);
    expect(await statusOf(dormant)).toBe('Dormant');
  });

  it('by AML stay freezes of AML, which the end of another one does not end', async () => {
    expect((await decide(await ask(suspected), checker)).status).toBe(200);
    expect(await statusOf(suspected)).toBe('Frozen');
    const rows = await target.rows(
      `SELECT 1 FROM account_status_change WHERE account_number = $1 AND actor = 'system:aml' AND to_status = 'Frozen'`,
      [accounts[suspected]],
    );
    expect(rows).toHaveLength(1);
  });

  it.each<[string, string, Record<string, string>]>([
    ['frozen_from must be one of Active, Inactive, Dormant', 'Frozen', { frozen_from: 'Closed' }],
    ['freezes must name court, aml or other', 'Frozen', { freezes: 'court,aml' }],
    ['must be empty for an account that is not Frozen', 'Active', { frozen_from: 'Dormant' }],
    ['must be empty for an account that is not Frozen', 'Dormant', { freezes: 'court' }],
  ])('are refused where a line states them wrongly: %s', async (reason, status, fields) => {
    const files = oldBooks(1);
    files.accounts[0]![COLUMNS.indexOf('status')] = status;
    for (const [column, value] of Object.entries(fields))
      files.accounts[0]![COLUMNS.indexOf(column)] = value.includes(',') ? `"${value}"` : value;
    const into = writeOldBooks(folders.make(), { ...files, ledgers: [], liens: [] });
    expect(await importBooks(target, into, false)).toMatchObject({ refused: 1 });
    expect(refusedLines(into)).toContain(oldNumber(1));
    expect(refusedLines(into)).toContain(reason);
  });
});
