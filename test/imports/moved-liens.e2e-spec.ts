import { placeLien, UNPLACE_LIEN } from '../accounts/liens-support';
import { activeLoan, type NamedLoan } from '../loans/loans-support';
import {
  approve,
  askChange,
  dayProduct,
  fundCollections,
  refusedChange,
  repay,
  SHORT_LOAN,
  takeOut,
} from '../loans/servicing-support';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { emptyBooks, exportBooks, filesOf, Folders, importBooks } from '../support/brought-books';
import { businessDateOf, rollDays } from '../support/end-of-day';
import { hire } from '../support/hire';

const TIMEOUT_MS = 300_000;
const SECURED = { ...SHORT_LOAN, requiredSecurityDepositAmount: 20_000 };
const COMPLAINTS = '/api/admin/v1/fraud-complaints';

/** Money that liens reserve in one installation, taken to another one. */
describe('the liens of books that are exported and imported again', () => {
  const folders = new Folders();
  let origin: TestApp;
  let target: TestApp;
  let exported: string;
  /** Loans with a security deposit of ₦20,000: one has paid ₦15,000, one all of it; the third loan is written off. */
  let partly: NamedLoan;
  let wholly: NamedLoan;
  let writtenOff: NamedLoan;
  /** The receiver of a disputed payment of ₦40,000, and an account with a lien of a client. */
  let receiver: string;
  let pledged: string;

  beforeAll(async () => {
    origin = await TestApp.start();
    target = await TestApp.start();
    for (const app of [origin, target]) {
      await dayProduct(app);
      await fundCollections(app, 200_000);
    }
    [partly, wholly, writtenOff] = [await securedLoan(), await securedLoan(), await securedLoan()];
    await staffChange(writtenOff, 'write-off', { reason: 'Gone' });
    await rollDays(origin, 12);
    await staffChange(partly, 'apply-security-deposit', { reason: 'Late', amount: 15_000 });
    await staffChange(wholly, 'apply-security-deposit', { reason: 'Late' });
    receiver = await receiverOfDisputed(40_000);
    pledged = await origin.openAccount(1_000);
    dataOf(await placeLien(origin, pledged, 400));
    exported = folders.make();
    await exportBooks(origin, exported);
    await emptyBooks(target, await businessDateOf(origin));
  }, TIMEOUT_MS);

  afterAll(async () => {
    folders.remove();
    await origin.close();
    await target.close();
  });

  async function securedLoan(): Promise<NamedLoan> {
    const linkedNumber = await origin.openAccount(20_000);
    const loan = await activeLoan(origin, { ...SECURED, linkedNumber });
    await takeOut(origin, linkedNumber);
    return loan;
  }
  const staffChange = async (loan: NamedLoan, change: string, body: object): Promise<void> =>
    approve(origin, await askChange(origin, `loans/${loan.id}/${change}`, body));

  async function receiverOfDisputed(amount: number): Promise<string> {
    const [debitAccount, creditAccount] = [await origin.openAccount(amount), await origin.openAccount()];
    const payment = { debitAccount, creditAccount, amount, narration: 'x', postingsTransactionType: 3 };
    dataOf(await origin.post('/api/transfer/v1/localfundtransfer', payment));
    const [row] = await origin.rows<{ id: string }>(
      `SELECT max(e.posting_id) AS id FROM posting_entry e JOIN ledger_account a ON a.id = e.account_id
        WHERE a.number = $1`,
      [creditAccount],
    );
    const { token } = await hire(origin, 'FRL001', ['manage-fraud-complaints']);
    const posting = `PST${row!.id.padStart(12, '0')}`;
    const complaint = { posting, disputedAmount: amount, description: 'The caller said to be the bank.' };
    const { id } = dataOf<{ id: number }>(await origin.post(COMPLAINTS, complaint, { token }));
    dataOf(await origin.post(`${COMPLAINTS}/${id}/protect`, { measure: 'lien' }, { token }));
    return creditAccount;
  }
  /** The id of a loan where it arrived. */
  const idOf = async ({ loanAccountNumber }: NamedLoan): Promise<number> => {
    const [row] = await target.rows<{ id: string }>(
      'SELECT id FROM loan WHERE institution_id = $1 AND loan_account_number = $2',
      [target.institutionId, loanAccountNumber],
    );
    return Number(row!.id);
  };
  const liened = async (app: TestApp): Promise<Record<string, number>> => {
    const rows = await app.rows<{ number: string; naira: number }>(
      `SELECT number, (held_kobo / 100)::int AS naira FROM ledger_account WHERE institution_id = $1 AND held_kobo <> 0`,
      [app.institutionId],
    );
    return Object.fromEntries(rows.map(({ number, naira }) => [number, naira]));
  };

  it('reserve the same money on the same accounts, and the files are equal again', async () => {
    expect(await importBooks(target, exported)).toMatchObject({ result: 'Completed' });
    const expected = {
      [partly.linkedNumber]: 5_000,
      [writtenOff.linkedNumber]: 20_000,
      [receiver]: 40_000,
      [pledged]: 400,
    };
    expect(await liened(origin)).toEqual(expected);
    expect(await liened(target)).toEqual(expected);
    const again = folders.make();
    await exportBooks(target, again);
    expect(filesOf(again)).toEqual(filesOf(exported));
    expect(await target.failedProofs()).toEqual([]);
  }, 60_000);

  it('keep disputed money from its receiver, until its lien is ended', async () => {
    await expect(takeOut(target, receiver, 1)).rejects.toThrow('INSUFFICIENT_FUNDS');
    const [row] = await target.rows<{ reference: string }>(
      'SELECT reference_number AS reference FROM lien WHERE institution_id = $1 AND account_number = $2',
      [target.institutionId, receiver],
    );
    dataOf(await target.post(UNPLACE_LIEN, { referenceNumber: row!.reference }));
    await takeOut(target, receiver, 1);
  });

  it('pay a written-off loan with the security deposit that came with it, and free the rest of it at the end', async () => {
    const { linkedNumber, loanAccountNumber } = writtenOff;
    const id = await idOf(writtenOff);
    await approve(
      target,
      await askChange(target, `loans/${id}/apply-security-deposit`, { reason: 'Its security', amount: 15_000 }),
    );
    expect((await liened(target))[linkedNumber]).toBe(5_000);
    const [row] = await target.rows<{ naira: string }>(
      'SELECT written_off_kobo / 100.0 AS naira FROM loan WHERE institution_id = $1 AND id = $2',
      [target.institutionId, id],
    );
    expect(await repay(target, { id, loanAccountNumber, linkedNumber }, Number(row!.naira))).toMatchObject({
      loanStatus: 'Closed',
    });
    expect((await liened(target))[linkedNumber]).toBeUndefined();
    expect(await target.failedProofs()).toEqual([]);
  });

  it('refuse to pay a loan with a security deposit that was used up before the move', async () => {
    const loan = { ...wholly, id: await idOf(wholly) };
    expect(await refusedChange(target, loan, 'apply-security-deposit', { reason: 'Late' })).toBe('NO_SECURITY_DEPOSIT');
  });
});
