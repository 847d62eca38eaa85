import type { Response } from 'supertest';
import type { ComplaintView } from '../../src/fraud-complaints/fraud-complaints.dto';
import { CardsApp } from '../cards/cards-app';
import { codeOf, dataOf } from '../support/answers';
import { freshReference } from '../support/app';
import { hire, type Hired } from '../support/hire';

const COMPLAINTS = '/api/admin/v1/fraud-complaints';
const SPENT = 1_000;

describe('Refunds of disputed spending by card', () => {
  let cards: CardsApp;
  let officer: Hired;
  beforeAll(async () => {
    cards = await CardsApp.start();
    officer = await hire(cards.app, 'FRC001', ['manage-fraud-complaints']);
  });
  afterAll(async () => {
    expect(await cards.app.failedProofs()).toEqual([]);
    await cards.close();
  });

  const post = (path: string, body: object): Promise<Response> =>
    cards.app.post(`${COMPLAINTS}${path}`, body, { token: officer.token });
  interface Told {
    transactionReference: string;
    postingReferenceNumber: string;
  }
  const told = async (body: object): Promise<Told> =>
    dataOf<Told>(
      await cards.callBack('providerb/transaction-feedback', { transactionReference: freshReference('POS'), ...body }),
    );

  /** An upheld complaint about spending by card, with a refund of this amount. */
  async function upheld(
    refund: number,
  ): Promise<{ id: number; account: string; giveBack: (amount: number) => Promise<string> }> {
    const { accountNumber, cardReference } = await cards.linked(5_000);
    const spent = await told({ cardReference, amount: SPENT, transactionType: 'Purchase' });
    const opened = { posting: spent.postingReferenceNumber, disputedAmount: SPENT, description: 'Not mine' };
    const { id } = dataOf<ComplaintView>(await post('', opened));
    dataOf(await post(`/${id}/conclude`, { verdict: 'upheld', refund, rationale: 'The card was copied.' }));
    const originalReference = spent.transactionReference;
    const giveBack = async (amount: number): Promise<string> =>
      (await told({ cardReference, amount, transactionType: 'Refund', originalReference })).postingReferenceNumber;
    return { id, account: accountNumber, giveBack };
  }

  /** A payment of the institution to the account. @returns its posting */
  async function payTo(creditAccount: string, amount: number): Promise<string> {
    const body = { debitAccount: '1010', creditAccount, amount, narration: 'x' };
    return dataOf<Told>(await cards.app.post('/api/transfer/v1/localfundtransfer', body)).postingReferenceNumber;
  }

  it('are not registered with other money where the provider of the card gave the money back', async () => {
    const { id, account, giveBack } = await upheld(SPENT);
    await giveBack(400);
    const paid = await payTo(account, SPENT);
    expect(codeOf(await post(`/${id}/refunded`, { posting: paid }))).toStrictEqual([422, 'COMPLAINT_REFUND']);
  });

  it('are registered with what the provider of the card gave back', async () => {
    const { id, giveBack } = await upheld(600);
    const [little, whole] = [await giveBack(100), await giveBack(600)];
    expect(codeOf(await post(`/${id}/refunded`, { posting: little }))).toStrictEqual([422, 'COMPLAINT_REFUND']);
    const refunded = dataOf<ComplaintView>(await post(`/${id}/refunded`, { posting: whole }));
    expect(refunded).toMatchObject({ status: 'refunded', refundPosting: whole });
  });

  it('are registered with other money for the part that the provider of the card did not give back', async () => {
    const { id, account, giveBack } = await upheld(600);
    await giveBack(400);
    const refunded = await post(`/${id}/refunded`, { posting: await payTo(account, 600) });
    expect(dataOf(refunded)).toMatchObject({ status: 'refunded' });
  });
});
