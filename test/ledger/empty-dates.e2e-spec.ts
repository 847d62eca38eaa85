import { type DayStep, DaySteps } from '../../src/business-day/day-steps';
import { verifyLedgerCommand } from '../../src/cli/verify-ledger';
import { LedgerReading } from '../../src/ledger/chain/ledger-reading';
import { LedgerSeals } from '../../src/ledger/chain/ledger-seals';
import { TestApp } from '../support/app';
import { commandContext } from '../support/command-context';
import { businessDateOf, rollDays } from '../support/end-of-day';

interface SealedDate {
  through: string;
  postings: string;
  entries: string;
  root: string;
  previous_root: string | null;
}

describe('the seal of a date without postings', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    const only = app.app
      .get(DaySteps)
      .inOrder()
      .filter(({ name }: DayStep) => name === 'ledger-chain');
    jest.spyOn(app.app.get(DaySteps), 'inOrder').mockReturnValue(only);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });
  afterEach(() => jest.restoreAllMocks());

  const sealed = (): Promise<SealedDate[]> =>
    app.rows<SealedDate>(
      `SELECT through::text, postings, entries, root, previous_root FROM ledger_segment
        WHERE institution_id = $1 ORDER BY through`,
      [app.institutionId],
    );

  it('continues the chain without a connection of its own, and is the one that a reading finds', async () => {
    await app.payIn(await app.openAccount(), 10);
    await rollDays(app, 1);
    const open = jest.spyOn(LedgerReading, 'open');
    const empty = await businessDateOf(app);
    await rollDays(app, 1);
    expect(open).not.toHaveBeenCalled();
    await app.payIn(await app.openAccount(), 20);
    await rollDays(app, 1);
    expect(open).toHaveBeenCalledTimes(1);
    const segments = await sealed();
    expect(segments.map(({ postings, entries }) => [Number(postings) > 0, Number(entries) > 0])).toEqual([
      [true, true],
      [false, false],
      [true, true],
    ]);
    expect(segments.map(({ previous_root }) => previous_root)).toEqual([null, segments[0]!.root, segments[1]!.root]);
    const { ok, data } = await verifyLedgerCommand.run(commandContext(app), [
      '--institution',
      String(app.institutionId),
    ]);
    expect([ok, data.segments, data.misfit]).toEqual([true, 3, null]);
    expect(segments[1]!.through).toBe(empty);
  });

  it('is refused by a verification once a posting is moved to the date', async () => {
    const [, empty, last] = await sealed();
    const move = (from: string, to: string): Promise<unknown[]> =>
      app.rows(
        `WITH moved AS (UPDATE posting SET business_date = $3 WHERE institution_id = $1 AND business_date = $2 RETURNING id)
         UPDATE posting_entry SET business_date = $3 FROM moved WHERE institution_id = $1 AND posting_id = moved.id`,
        [app.institutionId, from, to],
      );
    await move(last!.through, empty!.through);
    const { ok } = await verifyLedgerCommand.run(commandContext(app), ['--institution', String(app.institutionId)]);
    expect(ok).toBe(false);
    await move(empty!.through, last!.through);
    expect(await app.app.get(LedgerSeals, { strict: false }).sealThrough(app.institutionId, last!.through)).toBe(
      undefined,
    );
  });
});
