import { addDays } from '../../src/common/time/calendar';
import { addOverdraft, payOut, placeLien } from '../accounts/liens-support';
import { TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';
import { openContracts } from './contracts';
import { InterestStep } from './interest-step';
import { ledgerDigest } from './ledger-digest';

const DAYS = 30;

/**
 * The sandbox with accounts whose liens, overdrafts, loans and deposits begin and end within the days, with compound
 * interest.
 */
async function sandboxWithContracts(): Promise<TestApp> {
  const app = await TestApp.start();
  InterestStep.add(app);
  const today = await businessDateOf(app);
  for (let count = 1; count <= 6; count += 1) {
    const accountNumber = await app.openAccount(count * 1_000 + 234.56);
    const reference = `MISSED-${count}`;
    expect(
      (
        await placeLien(app, accountNumber, count, {
          referenceNumber: reference,
          expiryDate: addDays(today, count * 4),
        })
      ).status,
    ).toBe(200);
    const dates = { startDate: addDays(today, count * 3), expiryDate: addDays(today, count * 3 + 5) };
    expect((await addOverdraft(app, accountNumber, 100, { referenceNumber: reference, ...dates })).status).toBe(200);
  }
  const overdrawn = await app.openAccount(10);
  expect((await addOverdraft(app, overdrawn, 500, { referenceNumber: 'MISSED-USED' })).status).toBe(200);
  expect((await payOut(app, overdrawn, 400)).status).toBe(200);
  await openContracts(app, { loans: 10, broke: 4, deposits: 4 });
  return app;
}

describe(`${DAYS} missed days`, () => {
  it('give the same books as closing day by day, to the kobo', async () => {
    const [daily, missed] = [await sandboxWithContracts(), await sandboxWithContracts()];
    for (let day = 1; day <= DAYS; day += 1) await rollDays(daily, 1);
    await rollDays(missed, DAYS);
    const digest = await ledgerDigest(missed.database);
    expect(digest).toEqual(await ledgerDigest(daily.database));
    expect(digest.days).toHaveLength(DAYS);
    expect(digest.liens!.filter((lien) => (lien as { status: string }).status === 'Expired')).toHaveLength(6);
    for (const app of [daily, missed]) {
      expect(await app.failedProofs()).toEqual([]);
      await app.close();
    }
  }, 400_000);
});
