import { VEND, vendBody } from '../bills/bills-app';
import { OutwardApp } from '../payouts/outward-app';
import type { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { readPdf } from '../support/read-pdf';
import { fileOf, RECEIPT } from './reports-support';

const MONEY = 100_000;
const NO_PROOF = 'Thisisnotaproofofpayment.';

/** The answer with a receipt, and the text of its page. */
interface Found {
  message: string;
  receipt: Record<string, unknown>;
  page: string;
}

describe('receipts of payments through providers', () => {
  let outward: OutwardApp;
  let app: TestApp;
  let account: string;

  async function receiptOf(ReferenceNumber: string): Promise<Found> {
    const response = await app.get(RECEIPT, { ReferenceNumber });
    expect([response.status, response.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    const { pages } = readPdf(fileOf(response).bytes);
    expect(pages).toHaveLength(1);
    return { message: response.body.message, receipt: response.body.data, page: pages[0]! };
  }

  /** Sends ₦100 and waits until the payout has the given status. */
  async function sent(trigger: string, status: string): Promise<string> {
    const body = await outward.bodyTo(`99000${trigger}`, account);
    await outward.send(body);
    const reference = String(body.transactionReference);
    await eventually(async () =>
      expect(await app.rows('SELECT status FROM payout WHERE reference = $1', [reference])).toEqual([{ status }]),
    );
    return reference;
  }

  async function vended(customerId: string, status: string): Promise<string> {
    const body = vendBody(account, { customerId });
    await app.post(VEND, body);
    await eventually(async () =>
      expect(await app.rows('SELECT status FROM payout WHERE reference = $1', [body.paymentReference])).toEqual([
        { status },
      ]),
    );
    return body.paymentReference;
  }

  beforeAll(async () => {
    outward = await OutwardApp.start();
    app = outward.app;
    account = await app.openAccount(MONEY);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await outward.close();
  });

  it('of a processed outward transfer name both parties, the bank, the session and every charge', async () => {
    const reference = await sent('00000', 'Processed');
    const [payout] = await app.rows<{ session_id: string; details: Record<string, string> }>(
      'SELECT session_id, details FROM payout WHERE reference = $1',
      [reference],
    );
    const { message, receipt, page } = await receiptOf(reference);
    expect(message).toBe('Successful');
    expect(receipt).toMatchObject({
      status: 'Successful',
      transactionType: 'Interbank transfer',
      referenceNumber: reference,
      amount: 100,
      fee: 10,
      taxes: 0.75,
      totalDebited: 110.75,
      narration: 'Rent',
      charges: [
        { name: 'Transfer fee', amount: 10 },
        { name: 'VAT on transfer fee', amount: 0.75 },
      ],
      debitAccount: account,
      debitAccountName: 'Test Person',
      creditAccount: '9900000000',
      creditAccountName: payout!.details.beneficiaryAccountName,
      beneficiaryBankName: 'GTBANK PLC',
      sessionID: payout!.session_id,
      billerName: null,
      token: null,
      loanAccountNumber: null,
      maskedPan: null,
      reversedPostingReferenceNumber: null,
    });
    for (const text of [
      '₦100.00',
      '₦10.00',
      '₦0.75',
      '₦110.75',
      'Successful',
      account,
      '9900000000',
      'GTBANKPLC',
      payout!.session_id,
      reference,
    ])
      expect(page).toContain(text);
    expect(page).not.toContain(NO_PROOF);
  });

  it('show stamp duty as a separate charge', async () => {
    const body = await outward.bodyTo('9900000000', account, { amount: 20_000 });
    expect((await outward.send(body)).status).toBe(200);
    const { receipt } = await receiptOf(String(body.transactionReference));
    expect(receipt.charges).toContainEqual({ name: 'Stamp duty', amount: 50 });
    const { amount, fee, taxes, totalDebited } = receipt as Record<'amount' | 'fee' | 'taxes' | 'totalDebited', number>;
    expect(Math.round(totalDebited * 100)).toBe(Math.round((amount + fee + taxes) * 100));
  });

  it.each([
    {
      trigger: '00012',
      payoutStatus: 'PendingTSQ',
      status: 'Pending',
      message: 'This payment is not confirmed yet. This is not a proof of payment.',
    },
    {
      trigger: '00011',
      payoutStatus: 'ConfirmManually',
      status: 'Pending',
      message: 'This payment is not confirmed yet. This is not a proof of payment.',
    },
    {
      trigger: '00134',
      payoutStatus: 'Failed',
      status: 'Failed',
      message: 'This payment failed. This is not a proof of payment.',
    },
    {
      trigger: '00001',
      payoutStatus: 'Reversed',
      status: 'Reversed',
      message: 'This transaction was reversed. This is not a proof of payment.',
    },
  ])(
    'of an outward transfer with trigger $trigger, which is $payoutStatus, are $status and no proof',
    async ({ trigger, payoutStatus, status, message }) => {
      const found = await receiptOf(await sent(trigger, payoutStatus));
      expect([found.message, found.receipt.status]).toEqual([message, status]);
      expect(found.page).toContain(message.replaceAll(' ', ''));
      expect(found.page).not.toContain('Successful');
    },
  );

  it.each(['Pending', 'Processing'])('are no proof while a payout is %s', async (payoutStatus) => {
    const reference = await sent('00000', 'Processed');
    await app.rows('UPDATE payout SET status = $2 WHERE reference = $1', [reference, payoutStatus]);
    const { receipt, page } = await receiptOf(reference);
    await app.rows(`UPDATE payout SET status = 'Processed' WHERE reference = $1`, [reference]);
    expect(receipt.status).toBe('Pending');
    expect(page).toContain(NO_PROOF);
  });

  it('are no proof of a disputed payment', async () => {
    const reference = await sent('00000', 'Processed');
    await app.rows('UPDATE payout SET disputed = true WHERE reference = $1', [reference]);
    const { receipt } = await receiptOf(reference);
    await app.rows('UPDATE payout SET disputed = false WHERE reference = $1', [reference]);
    expect(receipt.status).toBe('Pending');
  });

  it('of the reversal of an outward transfer show the returned amount and charges', async () => {
    const reference = await sent('00001', 'Reversed');
    const original = (await receiptOf(reference)).receipt;
    const [row] = await app.rows<{ id: string }>('SELECT id FROM posting WHERE reverses_id = $1', [
      original.transactionID,
    ]);
    const response = await app.get(RECEIPT, { TransactionID: Number(row!.id) });
    expect(response.body.data).toMatchObject({
      status: 'Successful',
      transactionType: 'Reversal',
      amount: 100,
      fee: 10,
      taxes: 0.75,
      reversedPostingReferenceNumber: original.postingReferenceNumber,
      creditAccount: account,
      creditAccountName: 'Test Person',
      debitAccount: expect.stringMatching(/^\d{4}$/),
      charges: [
        { name: 'Transfer fee', amount: 10 },
        { name: 'VAT on transfer fee', amount: 0.75 },
      ],
    });
    const [page] = readPdf(fileOf(response).bytes).pages;
    for (const text of ['Transferfee,returned', 'Reversalof', String(original.postingReferenceNumber)])
      expect(page).toContain(text);
    expect(page).not.toContain('Totaldebited');
  });

  it('of a bill payment name the biller, the customer and the token', async () => {
    const reference = await vended('45067198741', 'Processed');
    const { receipt, page } = await receiptOf(reference);
    expect(receipt).toMatchObject({
      status: 'Successful',
      transactionType: 'Bill payment',
      referenceNumber: reference,
      amount: 5_000,
      fee: 0,
      taxes: 0,
      charges: [],
      totalDebited: 5_000,
      debitAccount: account,
      creditAccount: null,
      billerName: expect.stringContaining('Ikeja'),
      billCustomerID: '45067198741',
      billCustomerName: expect.any(String),
      token: expect.stringMatching(/\d/),
      sessionID: null,
      beneficiaryBankName: null,
    });
    for (const text of [
      '₦5,000.00',
      'Successful',
      '45067198741',
      String(receipt.token).replaceAll(' ', ''),
      account,
      reference,
    ])
      expect(page).toContain(text);
    expect(page).not.toContain('Accounts');
  });

  it.each([
    ['19900000012', 'PendingTSQ', 'Pending'],
    ['19900000001', 'Reversed', 'Reversed'],
  ])(
    'of a bill payment for the meter %s, which is %s, are %s and no proof',
    async (customerId, payoutStatus, status) => {
      const { message, receipt, page } = await receiptOf(await vended(customerId, payoutStatus));
      expect([receipt.status, receipt.token]).toEqual([status, null]);
      expect(message).toContain('not a proof of payment');
      expect(page).toContain(NO_PROOF);
      expect(page).not.toContain('Successful');
    },
  );
});
