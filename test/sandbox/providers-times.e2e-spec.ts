import { CardsApp, CHARGE } from '../cards/cards-app';
import { OutwardApp } from '../payouts/outward-app';
import { dataOf } from '../support/answers';
import { freshReference, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';

const DAYS_AHEAD = 40;
const DAY_MS = 86_400_000;

const moveAhead = (app: TestApp): Promise<unknown> =>
  app.rows(`UPDATE institution SET clock_ahead_days = ${DAYS_AHEAD}`);
const daysAhead = (at: Date | string): number => (new Date(at).getTime() - Date.now()) / DAY_MS;

describe('times of payments and cards on a clock that was moved', () => {
  it('ends a transfer in the time in which it began, paid, returned or confirmed by staff', async () => {
    const outward = await OutwardApp.start({ SANDBOX: 'true' });
    try {
      await moveAhead(outward.app);
      const account = await outward.app.openAccount(10_000);
      for (const payee of ['0123456789', '9900000001']) await outward.send(await outward.bodyTo(payee, account));
      const stuck = await outward.bodyTo('9900000012', account);
      await outward.send(stuck);
      await eventually(async () => {
        const [row] = await outward.app.rows<{ status: string }>('SELECT status FROM payout WHERE reference = $1', [
          stuck.transactionReference,
        ]);
        expect(row!.status).toBe('PendingTSQ');
      });
      await outward.app.rows(`UPDATE payout SET status = 'ConfirmManually' WHERE status = 'PendingTSQ'`);
      const evidence = 'Settlement report of the provider, line 17';
      const asked = await outward.app.post(
        '/api/admin/v1/transfers/confirm',
        { transactionReference: stuck.transactionReference, outcome: 'Processed', evidence },
        { token: await outward.app.staff('maker') },
      );
      const { approvalId } = dataOf<{ approvalId: number }>(asked, 202);
      dataOf(
        await outward.app.post(
          `/api/admin/v1/approvals/${approvalId}/approve`,
          { note: 'Seen' },
          { token: await outward.app.staff('checker') },
        ),
      );
      const ended = await outward.app.rows<{ status: string; created_at: Date; finished_at: Date }>(
        'SELECT status, created_at, finished_at FROM payout ORDER BY id',
      );
      expect(ended.map(({ status }) => status)).toEqual(['Processed', 'Reversed', 'Processed']);
      for (const { created_at, finished_at } of ended) {
        expect(daysAhead(created_at)).toBeCloseTo(DAYS_AHEAD, 1);
        expect(daysAhead(finished_at)).toBeCloseTo(DAYS_AHEAD, 1);
      }
    } finally {
      await outward.close();
    }
  });

  it('says the day of the institution on which a card was added', async () => {
    const cards = await CardsApp.start({ SANDBOX: 'true' });
    try {
      await moveAhead(cards.app);
      const accountNumber = await cards.app.openAccount(CHARGE);
      const { dateAdded } = dataOf<{ dateAdded: string }>(
        await cards.add({ accountNumber, serialNumber: freshReference('SN') }),
      );
      expect(daysAhead(dateAdded)).toBeCloseTo(DAYS_AHEAD, 1);
      const [linked] = await cards.cards(accountNumber);
      expect(linked).toMatchObject({ cardStatus: 'Active', dateAdded });
    } finally {
      await cards.close();
    }
  });
});
