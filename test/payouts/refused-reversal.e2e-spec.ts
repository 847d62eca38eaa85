import { OutwardApp } from './outward-app';

/** A provider that answers a query with a definite failure (docs/sandbox.md). */
const FAILS_AT_QUERY = '9900000009';

/** The worker comes too late, so that each step is a client's query. */
const LATE = { PAYOUT_QUERY_AFTER_MS: '3600000' };

describe('a failed transfer whose money cannot go back at once', () => {
  let outward: OutwardApp;
  beforeAll(async () => (outward = await OutwardApp.start(LATE)));
  afterAll(() => outward.close());

  const stored = async (reference: string): Promise<{ status: string; asked: boolean; retried: boolean }> => {
    const [row] = await outward.app.rows<{ status: string; asked: boolean; retried: boolean }>(
      `SELECT status, next_action_at > now() + interval '5 minutes' AS asked, require_reversal AS retried
         FROM payout WHERE reference = $1`,
      [reference],
    );
    return row!;
  };

  it('is returned when the ledger takes it, and asked about again like every other failure', async () => {
    const account = await outward.app.openAccount(1_000);
    const body = await outward.bodyTo(FAILS_AT_QUERY, account);
    const reference = String(body.transactionReference);
    expect((await outward.send(body)).body.data.processingStatus).toBe('PendingTSQ');
    // The account was closed and there is no ledger for unclaimed funds: the money has nowhere to go.
    await outward.app.rows(`UPDATE ledger_account SET status = 'Closed' WHERE number = $1`, [account]);
    await outward.configure({ UNCLAIMED_FUNDS_LEDGER_CODE: null });
    expect(await outward.status(reference)).toBe('Failed');
    expect(await stored(reference)).toMatchObject({ status: 'Failed', retried: true });
    await outward.configure({ UNCLAIMED_FUNDS_LEDGER_CODE: '2080' });
    expect(await outward.status(reference)).toBe('Reversed');
    expect(await stored(reference)).toEqual({ status: 'Reversed', asked: true, retried: false });
    expect(await outward.app.failedProofs()).toEqual([]);
  });
});
