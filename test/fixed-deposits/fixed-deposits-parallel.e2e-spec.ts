import type { Response } from 'supertest';
import { addDays } from '../../src/common/time/calendar';
import { TestApp } from '../support/app';
import {
  ADD,
  add,
  businessDateOf,
  closeDay,
  depositOf,
  liquidate,
  openSaver,
  present,
  runStep,
  setBusinessDate,
  topUp,
} from './deposits-support';

const codesOf = (responses: Response[]): string[] =>
  responses
    .map(({ status, body }) => (status === 200 ? 'done' : (body as { data: { statusCode: string } }).data.statusCode))
    .sort();

describe('concurrent requests about fixed deposits', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('liquidates a deposit once for fifty liquidations', async () => {
    const saver = await openSaver(app, 100_000);
    const { accountNumber } = await add(app, saver);
    await closeDay(app);
    const answers = await Promise.all(Array.from({ length: 50 }, () => liquidate(app, accountNumber)));
    expect(codesOf(answers)).toEqual([...Array<string>(49).fill('FIXED_DEPOSIT_NOT_ACTIVE'), 'done']);
    // One night's 32.88 less a quarter and less a tenth.
    expect(await app.balance(saver.accountNumber)).toBe(100_022.19);
  });

  it('keeps the minimum principal against partial liquidations', async () => {
    const saver = await openSaver(app, 100_000);
    const { accountNumber } = await add(app, saver);
    const answers = await Promise.all(Array.from({ length: 10 }, () => liquidate(app, accountNumber, 30_000)));
    expect(codesOf(answers)).toEqual([...Array<string>(9).fill('FIXED_DEPOSIT_BELOW_MINIMUM'), 'done']);
    expect(await present(app, accountNumber)).toMatchObject({ principalAmount: 70_000 });
    expect(await app.balance(saver.accountNumber)).toBe(30_000);
  });

  it('creates one deposit for one reference', async () => {
    const saver = await openSaver(app, 1_000_000);
    const body = depositOf(saver);
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.post(ADD, body)));
    expect(codesOf(answers)).toEqual([...Array<string>(9).fill('DUPLICATE_REFERENCE'), 'done']);
    expect(await app.balance(saver.accountNumber)).toBe(900_000);
  });

  it('creates one deposit for one reference from two accounts', async () => {
    const savers = await Promise.all([openSaver(app, 100_000), openSaver(app, 100_000)]);
    const { referenceNumber } = depositOf(savers[0]);
    const answers = await Promise.all(savers.map((saver) => app.post(ADD, depositOf(saver, { referenceNumber }))));
    expect(codesOf(answers)).toEqual(['DUPLICATE_REFERENCE', 'done']);
  });

  it('spends no Naira twice', async () => {
    const saver = await openSaver(app, 250_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.post(ADD, depositOf(saver))));
    expect(codesOf(answers)).toEqual([...Array<string>(8).fill('INSUFFICIENT_FUNDS'), 'done', 'done']);
    expect(await app.balance(saver.accountNumber)).toBe(50_000);
  });

  it('books every top-up once while interest accrues', async () => {
    const saver = await openSaver(app, 200_000);
    const { accountNumber } = await add(app, saver, { interestPayment: 'Upfront' });
    const date = await businessDateOf(app);
    await setBusinessDate(app, addDays(date, 1));
    const [first, second, ...answers] = await Promise.all([
      runStep(app, 'accrual', date),
      runStep(app, 'accrual', date),
      ...Array.from({ length: 10 }, () => topUp(app, accountNumber, saver.accountNumber, 5_000)),
    ]);
    expect([...first.failures, ...second.failures]).toEqual([]);
    expect(codesOf(answers)).toEqual(Array<string>(10).fill('done'));
    expect(await present(app, accountNumber)).toMatchObject({ principalAmount: 150_000, interestEarned: 32.88 });
  });
});
