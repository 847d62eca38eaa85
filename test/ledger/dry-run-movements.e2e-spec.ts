import { BANK, FUNDS, OUTWARD, OutwardApp } from '../payouts/outward-app';
import { freshReference, type TestApp } from '../support/app';
import { contentOfTables } from '../support/table-contents';
import { BULK, bulkBody, rowsTo } from '../transfers/bulk-files';

const DRY = { 'dry-run': 'true' };
const FUNDED = 100_000;

describe('a dry run of a posting or a transfer', () => {
  let outward: OutwardApp;
  let app: TestApp;
  let from: string;
  let to: string;
  beforeAll(async () => {
    outward = await OutwardApp.start();
    app = outward.app;
    await app.configure({ DRY_RUNS_PER_DAY: '1000' });
  }, 120_000);
  beforeEach(async () => {
    [from, to] = [await app.openAccount(FUNDED), await app.openAccount()];
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await outward.close();
  });

  /** Sends the request dry, sees that no table changed and that no provider was paid, then sends it for real. */
  async function bothWays(path: string, body: object, told: object = {}): Promise<void> {
    const sent = (): number => outward.providers.ledger.transfers.length;
    const [before, sentBefore] = [await contentOfTables(app), sent()];
    const reference = freshReference();
    const rehearsed = await app.post(path, body, { headers: DRY, reference });
    expect([rehearsed.status, rehearsed.body.message]).toEqual([200, 'Dry run; nothing was done']);
    expect(rehearsed.body.data).toMatchObject({ dryRun: true, held: false, outcome: 'Posted', ...told });
    expect(await contentOfTables(app)).toEqual(before);
    expect(sent()).toBe(sentBefore);
    const real = await app.post(path, body, { reference });
    expect({ status: real.status, replayed: real.headers['idempotent-replayed'] }).toEqual({ status: 200 });
    expect(await contentOfTables(app)).not.toEqual(before);
  }

  it.each([
    ['localfundtransfer', '/api/transfer/v1/localfundtransfer', {}],
    ['posttransaction', '/api/postings/v1/posttransaction', { referenceNumber: freshReference('PT') }],
  ])('writes nothing on %s', async (_, path, facts) => {
    await bothWays(path, { debitAccount: from, creditAccount: to, amount: 250.5, narration: 'Rent', ...facts });
  });

  it('writes nothing on post', async () => {
    const entries = [
      { account: from, amount: 80, side: 'Debit' },
      { account: to, amount: 80, side: 'Credit' },
    ];
    await bothWays('/api/postings/v1/post', { referenceNumber: freshReference('PO'), narration: 'Rent', entries });
  });

  it('writes nothing on reversetransaction', async () => {
    const posted = await app.post('/api/postings/v1/posttransaction', {
      debitAccount: from,
      creditAccount: to,
      amount: 40,
      narration: 'Wrong',
      referenceNumber: freshReference('PT'),
    });
    const { postingReferenceNumber: referenceNumber } = posted.body.data as { postingReferenceNumber: string };
    const body = { referenceNumber, reason: 'Posted to the wrong account' };
    // What goes back is no fee or tax.
    await bothWays('/api/postings/v1/reversetransaction', body, { charges: [] });
  });

  it('writes nothing on bulk', async () => {
    await bothWays(BULK, bulkBody(from, rowsTo([to], [10, 20, 30])));
  });

  it.each([
    ['outwardtransfer', OUTWARD],
    ['fundstransfer', FUNDS],
  ])('writes nothing and pays nobody on %s', async (name, path) => {
    const body = await outward.bodyTo(name === 'outwardtransfer' ? '3200000001' : '3200000002', from);
    await bothWays(path, { ...body, destinationInstitutionCode: BANK });
  });
});
