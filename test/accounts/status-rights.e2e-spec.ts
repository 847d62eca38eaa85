import { ACCOUNT_STATUSES, type AccountStatus } from '../../src/ledger/engine/account-status';
import { refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';

const TRANSFER = '/api/transfer/v1/localfundtransfer';
const REVERSE = '/api/postings/v1/reversetransaction';

/** The rights of each status (`docs/api/accounts.md#rights`): `yes`, or the code of the refusal. */
const RIGHTS: Record<AccountStatus, { debit: string; credit: string; reversalCredit: string }> = {
  Active: { debit: 'yes', credit: 'yes', reversalCredit: 'yes' },
  Dormant: { debit: 'ACCOUNT_DORMANT', credit: 'yes', reversalCredit: 'yes' },
  Frozen: { debit: 'ACCOUNT_FROZEN', credit: 'yes', reversalCredit: 'yes' },
  Inactive: { debit: 'ACCOUNT_INACTIVE', credit: 'ACCOUNT_INACTIVE', reversalCredit: 'yes' },
  PendingApproval: { debit: 'ACCOUNT_PENDING_APPROVAL', credit: 'ACCOUNT_PENDING_APPROVAL', reversalCredit: 'yes' },
  Closed: { debit: 'ACCOUNT_CLOSED', credit: 'ACCOUNT_CLOSED', reversalCredit: 'to unclaimed funds' },
};

describe.each(ACCOUNT_STATUSES)('an account that is %s', (status) => {
  let app: TestApp;
  let other: string;
  let accountNumber: string;
  let paid: string;
  beforeAll(async () => {
    app = await TestApp.start();
    other = await app.openAccount(1_000);
    accountNumber = await app.openAccount(1_000);
    paid = freshReference();
    expect((await transfer(accountNumber, other, paid)).status).toBe(200);
    await app.rows('UPDATE ledger_account SET status = $2 WHERE number = $1', [accountNumber, status]);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const transfer = (
    debitAccount: string,
    creditAccount: string,
    reference = freshReference(),
  ): ReturnType<TestApp['post']> => app.post(TRANSFER, { debitAccount, creditAccount, amount: 10 }, { reference });
  const balanceOf = async (number: string): Promise<number> => {
    const [row] = await app.rows<{ naira: string }>(
      'SELECT (credits_posted_kobo - debits_posted_kobo) / 100 AS naira FROM ledger_account WHERE number = $1',
      [number],
    );
    return Number(row!.naira);
  };
  const expectOutcome = async (
    right: string,
    act: () => ReturnType<TestApp['post']>,
    changes: { account: number; unclaimed?: number },
  ): Promise<void> => {
    const before = [await balanceOf(accountNumber), await balanceOf('2080')];
    const answer = await act();
    const isAllowed = right === 'yes' || right === 'to unclaimed funds';
    if (isAllowed) expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    else expect(refusalOf(answer)).toEqual({ status: 409, code: right });
    const after = [await balanceOf(accountNumber), await balanceOf('2080')];
    expect(after).toEqual(isAllowed ? [before[0]! + changes.account, before[1]! + (changes.unclaimed ?? 0)] : before);
  };

  const { debit, credit, reversalCredit } = RIGHTS[status];
  it(`debit: ${debit}`, () => expectOutcome(debit, () => transfer(accountNumber, other), { account: -10 }));
  it(`credit: ${credit}`, () => expectOutcome(credit, () => transfer(other, accountNumber), { account: 10 }));
  it(`credit of a reversal: ${reversalCredit}`, () =>
    expectOutcome(
      reversalCredit,
      () => app.post(REVERSE, { referenceNumber: paid, reason: 'Wrong account' }),
      status === 'Closed' ? { account: 0, unclaimed: 10 } : { account: 10 },
    ));
});
