import { eventually } from '../support/eventually';
import { OutwardApp } from './outward-app';

/** A provider that answers a query with a definite failure (docs/sandbox.md). */
const FAILS_AT_QUERY = '9900000009';

/** The worker comes too late, so that each step is a client's query. */
const LATE = { PAYOUT_QUERY_AFTER_MS: '3600000' };

describe('a failed transfer whose money cannot go back at once, or that the worker had given up', () => {
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

  /** When the worker's next step is due. */
  const nextStep = (reference: string): Promise<{ seconds: number }[]> =>
    outward.app.rows<{ seconds: number }>(
      `SELECT extract(epoch FROM d.due_at - now())::int AS seconds
         FROM payout p JOIN job_due d ON d.institution_id = p.institution_id AND d.job_id = p.job_id
        WHERE p.reference = $1`,
      [reference],
    );
  /** The worker's next step, which is made to be due now. */
  const dueNow = async (reference: string): Promise<{ seconds: number }[]> => {
    const steps = await nextStep(reference);
    await outward.app.rows('UPDATE payout SET next_action_at = now() WHERE reference = $1', [reference]);
    await outward.app.rows(
      'UPDATE job_due SET due_at = now() WHERE job_id = (SELECT job_id FROM payout WHERE reference = $1)',
      [reference],
    );
    return steps;
  };
  const sent = async (): Promise<{ reference: string; account: string }> => {
    const account = await outward.app.openAccount(1_000);
    const body = await outward.bodyTo(FAILS_AT_QUERY, account);
    expect((await outward.send(body)).body.data.processingStatus).toBe('PendingTSQ');
    return { reference: String(body.transactionReference), account };
  };

  it('is tried by the worker within a minute, although a query of the client came long before the worker', async () => {
    const { reference, account } = await sent();
    await eventually(async () => expect((await nextStep(reference))[0]!.seconds).toBeGreaterThan(1_000));
    await outward.app.rows(`UPDATE ledger_account SET status = 'Closed' WHERE number = $1`, [account]);
    await outward.configure({ UNCLAIMED_FUNDS_LEDGER_CODE: null });
    expect(await outward.status(reference)).toBe('Failed');
    await outward.configure({ UNCLAIMED_FUNDS_LEDGER_CODE: '2080' });
    const [step] = await dueNow(reference);
    expect(step!.seconds).toBeLessThanOrEqual(60);
    await eventually(async () => expect(await stored(reference)).toMatchObject({ status: 'Reversed', retried: false }));
  });

  it('is asked about again when it had been left to staff before a query of the client', async () => {
    const { reference } = await sent();
    await outward.app.rows(`UPDATE payout SET status = 'ConfirmManually', next_action_at = NULL WHERE reference = $1`, [
      reference,
    ]);
    await outward.app.rows('DELETE FROM job_due WHERE job_id = (SELECT job_id FROM payout WHERE reference = $1)', [
      reference,
    ]);
    expect(await outward.status(reference)).toBe('Reversed');
    const queries = outward.record(reference)!.timesQueried;
    expect(await dueNow(reference)).toHaveLength(1);
    await eventually(() => Promise.resolve(expect(outward.record(reference)!.timesQueried).toBe(queries + 1)));
  });
});
