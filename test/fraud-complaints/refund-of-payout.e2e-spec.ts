import type { Response } from 'supertest';
import type { ComplaintView } from '../../src/fraud-complaints/fraud-complaints.dto';
import { OutwardApp } from '../payouts/outward-app';
import { codeOf, dataOf } from '../support/answers';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';

const COMPLAINTS = '/api/admin/v1/fraud-complaints';
const MONEY = 10_000;
const REFUND = 100;

describe('Refunds of disputed transfers to other institutions', () => {
  let outward: OutwardApp;
  let officer: Hired;
  let second: Hired;
  beforeAll(async () => {
    outward = await OutwardApp.start();
    officer = await hire(outward.app, 'FRP001', ['manage-fraud-complaints']);
    second = await hire(outward.app, 'FRP002', ['manage-fraud-complaints']);
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    await outward.close();
  });

  const postingOf = async (kind: string, reference: string): Promise<string> => {
    const [row] = await outward.app.rows<{ id: string }>('SELECT id FROM posting WHERE kind = $1 AND reference = $2', [
      kind,
      reference,
    ]);
    return `PST${row!.id.padStart(12, '0')}`;
  };

  /** An upheld complaint about a transfer in this state, and a payment of the institution that refunds it. */
  async function upheld(
    trigger: string,
    status: string,
  ): Promise<{ id: number; account: string; reference: string; refund: string }> {
    const account = await outward.app.openAccount(MONEY);
    const body = await outward.bodyTo(`99000${trigger}`, account);
    await outward.send(body);
    const reference = String(body.transactionReference);
    await eventually(async () => expect(await outward.status(reference)).toBe(status));
    const posting = await postingOf('outward-transfer', reference);
    const { id } = dataOf<ComplaintView>(await complain(posting));
    await uphold(id);
    return { id, account, reference, refund: await refundTo(account) };
  }
  const complain = (posting: string): Promise<Response> =>
    outward.app.post(
      COMPLAINTS,
      { posting, disputedAmount: REFUND, description: 'Impostor' },
      { token: officer.token },
    );
  async function uphold(id: number): Promise<void> {
    const verdict = { verdict: 'upheld', refund: REFUND, rationale: 'The customer was deceived.' };
    dataOf(await outward.app.post(`${COMPLAINTS}/${id}/conclude`, verdict, { token: officer.token }));
  }
  /** A payment of the institution to the account. @returns its posting */
  async function refundTo(account: string): Promise<string> {
    const payment = {
      debitAccount: await outward.app.openAccount(REFUND),
      creditAccount: account,
      amount: REFUND,
      narration: 'x',
      postingsTransactionType: 3,
    };
    return dataOf<{ postingReferenceNumber: string }>(
      await outward.app.post('/api/transfer/v1/localfundtransfer', payment),
    ).postingReferenceNumber;
  }
  /** The posting that debited the account again after the return of its transfer. */
  async function debitedAgain(account: string): Promise<string> {
    const [row] = await outward.app.rows<{ id: string }>(
      `SELECT max(p.id) AS id FROM posting p JOIN posting_entry e ON e.posting_id = p.id
         JOIN ledger_account a ON a.id = e.account_id WHERE p.kind = 'payout-correction' AND a.number = $1`,
      [account],
    );
    return `PST${row!.id.padStart(12, '0')}`;
  }
  const register = (id: number, posting: string): Promise<Response> =>
    outward.app.post(`${COMPLAINTS}/${id}/refunded`, { posting }, { token: second.token });
  const confirm = async (transactionReference: string, outcome: string): Promise<Response> => {
    const body = { transactionReference, outcome, evidence: 'Settlement report, line 114' };
    const maker = { token: await outward.app.staff('maker') };
    const { approvalId } = dataOf<{ approvalId: number }>(
      await outward.app.post('/api/admin/v1/transfers/confirm', body, maker),
      202,
    );
    const checker = { token: await outward.app.staff('checker') };
    return outward.app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, checker);
  };

  it('wait until the transfer is final, because its money could come back as well', async () => {
    const { id, account, reference, refund } = await upheld('00134', 'Failed');
    expect(codeOf(await register(id, refund))).toStrictEqual([422, 'COMPLAINT_REFUND']);
    dataOf(await confirm(reference, 'Reversed'));
    expect(codeOf(await register(id, refund))).toStrictEqual([422, 'COMPLAINT_REFUND']);
    expect(await outward.app.balance(account)).toBe(MONEY + REFUND);
  });

  it('keep staff from returning the transfer as well when they correct what they confirmed', async () => {
    const { id, account, reference, refund } = await upheld('00134', 'Failed');
    dataOf(await confirm(reference, 'Processed'));
    dataOf(await register(id, refund));
    const corrected = await confirm(reference, 'Reversed');
    expect(codeOf(corrected)).toStrictEqual([422, 'REVERSAL_NOT_ALLOWED']);
    expect(await outward.status(reference)).toBe('Processed');
    expect(await outward.app.balance(account)).toBe(MONEY - 110.75 + REFUND);
  });

  it('are registered when the return of the transfer was corrected, so that its money is gone again', async () => {
    const { id, account, reference, refund } = await upheld('00134', 'Failed');
    dataOf(await confirm(reference, 'Reversed'));
    dataOf(await confirm(reference, 'Processed'));
    dataOf(await register(id, refund));
    expect(await outward.app.balance(account)).toBe(MONEY - 110.75 + REFUND);
  });

  it('are one for a transfer that was returned and debited again: its second debit has no complaint of its own', async () => {
    const { id, account, reference, refund } = await upheld('00134', 'Failed');
    dataOf(await confirm(reference, 'Reversed'));
    dataOf(await confirm(reference, 'Processed'));
    expect(codeOf(await complain(await debitedAgain(account)))).toStrictEqual([409, 'COMPLAINT_EXISTS']);
    dataOf(await register(id, refund));
    expect(codeOf(await confirm(reference, 'Reversed'))).toStrictEqual([422, 'REVERSAL_NOT_ALLOWED']);
  });

  it('of a complaint about the second debit of a transfer keep staff from returning the transfer as well', async () => {
    const account = await outward.app.openAccount(MONEY);
    const body = await outward.bodyTo('9900000134', account);
    await outward.send(body);
    const reference = String(body.transactionReference);
    await eventually(async () => expect(await outward.status(reference)).toBe('Failed'));
    dataOf(await confirm(reference, 'Reversed'));
    dataOf(await confirm(reference, 'Processed'));
    const { id, notifyDueAt } = dataOf<ComplaintView>(await complain(await debitedAgain(account)));
    expect(notifyDueAt).not.toBeNull();
    await uphold(id);
    dataOf(await register(id, await refundTo(account)));
    const corrected = await confirm(reference, 'Reversed');
    expect(codeOf(corrected)).toStrictEqual([422, 'REVERSAL_NOT_ALLOWED']);
    expect(await outward.app.balance(account)).toBe(MONEY - 110.75 + REFUND);
  });
});
