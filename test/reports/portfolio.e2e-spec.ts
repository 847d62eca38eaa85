import { addDays } from '../../src/common/time/calendar';
import { activeLoan, type NamedLoan } from '../loans/loans-support';
import { approve, askChange, dayProduct, eventsOf, fundCollections, repay, takeOut } from '../loans/servicing-support';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';

const TIMEOUT_MS = 300_000;
const PORTFOLIO = '/api/admin/v1/portfolio';
const DAYS = { productCode: 'LND01', tenure: 300, principalRepaymentEvery: 100, principalRepaymentFrequency: 0 };

interface RiskRow {
  code: string | null;
  loans: number;
  outstandingPrincipal: number;
  atRisk1: number;
  atRisk30: number;
  atRisk60: number;
  atRisk90: number;
  ratio30: number;
  ageing: { band: string; loans: number; outstandingPrincipal: number }[];
}

interface Vintage {
  asOf: string;
  age: number;
  loans: number;
  disbursed: number;
  outstandingPrincipal: number;
  atRisk30: number;
  writtenOff: number;
  lossRate: number;
}

interface Risk {
  data: RiskRow[];
  totals: RiskRow;
}

interface Roll {
  from: string;
  to: string;
  loans: number;
  outstandingPrincipal: number;
  rate: number;
}

describe('reports of the portfolio', () => {
  let app: TestApp;
  let token: string;
  /** The last closed date before anything is overdue. */
  let early: string;
  let end: string;
  let late: NamedLoan;

  /** Three loans of ₦100,000: one pays nothing, one is written off and one is paid; and one of ₦300,000 in time. */
  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('maker');
    await app.rows('DELETE FROM savings_product_terms WHERE institution_id = $1', [app.institutionId]);
    await fundCollections(app, 5_000_000);
    await dayProduct(app);
    const ten = { ...DAYS, tenure: 30, principalRepaymentEvery: 10 };
    late = await brokeLoan({ ...ten, economicSector: 40100 });
    const lost = await brokeLoan({ ...ten, economicSector: 40700 });
    const repaid = await brokeLoan({ ...DAYS, economicSector: 40100 });
    await brokeLoan({ ...DAYS, loanAmount: 300_000, economicSector: 40300 });
    await rollDays(app, 5);
    early = addDays(await businessDateOf(app), -1);
    await rollDays(app, 20);
    await repay(app, repaid, 102_000);
    await approve(app, await askChange(app, `loans/${lost.id}/write-off`, { reason: 'Gone' }));
    await rollDays(app, 20);
    end = addDays(await businessDateOf(app), -1);
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function brokeLoan(fields: object): Promise<NamedLoan> {
    const loan = await activeLoan(app, { loanAmount: 100_000, ...fields });
    await takeOut(app, loan.linkedNumber);
    return loan;
  }

  const vintages = async (Date: string): Promise<Vintage[]> =>
    dataOf<{ data: Vintage[] }>(await app.get(`${PORTFOLIO}/vintages`, { Date }, { token })).data;

  const atRisk = async (Date: string, GroupBy?: string): Promise<Risk> =>
    dataOf<Risk>(
      await app.get(`${PORTFOLIO}/at-risk`, { Date, ...(GroupBy === undefined ? {} : { GroupBy }) }, { token }),
    );

  it('shows the whole principal of a late loan at risk, in the band of its days past due', async () => {
    const { totals, data } = await atRisk(end);
    expect(totals).toMatchObject({
      loans: 2,
      outstandingPrincipal: 400_000,
      atRisk1: 100_000,
      atRisk30: 100_000,
      atRisk60: 0,
      ratio30: 25,
    });
    expect(totals.ageing.filter(({ loans }) => loans > 0)).toEqual([
      { band: '0', loans: 1, outstandingPrincipal: 300_000 },
      { band: '31-60', loans: 1, outstandingPrincipal: 100_000 },
    ]);
    expect(data.map(({ code }) => code)).toEqual(['LND01']);
  });

  it('shows a past day as it was then, although loans were paid and written off since', async () => {
    expect((await atRisk(early)).totals).toMatchObject({ loans: 4, outstandingPrincipal: 600_000, atRisk1: 0 });
  });

  it.each(['Product', 'Branch', 'Officer', 'Agent', 'Sector'])('adds up to the same totals by %s', async (group) => {
    const { data, totals } = await atRisk(end, group);
    expect(data.reduce((sum, row) => sum + row.outstandingPrincipal, 0)).toBe(totals.outstandingPrincipal);
    expect(totals).toEqual((await atRisk(end)).totals);
  });

  it('groups by the sector of the loan', async () => {
    const { data } = await atRisk(end, 'Sector');
    expect(data.map(({ code, atRisk1, outstandingPrincipal }) => [code, atRisk1, outstandingPrincipal])).toEqual([
      ['40100', 100_000, 100_000],
      ['40300', 0, 300_000],
    ]);
  });

  it('refuses a group that does not exist', async () => {
    expect((await app.get(`${PORTFOLIO}/at-risk`, { Date: end, GroupBy: 'Colour' }, { token })).status).toBe(400);
  });

  it('follows the principal of each band to where it is later', async () => {
    const query = { StartDate: early, EndDate: end };
    const { data } = dataOf<{ data: Roll[] }>(await app.get(`${PORTFOLIO}/roll-rates`, query, { token }));
    expect(
      data.map(({ from, to, loans, outstandingPrincipal, rate }) => [from, to, loans, outstandingPrincipal, rate]),
    ).toEqual([
      ['0', 'Repaid', 1, 100_000, 16.67],
      ['0', 'WrittenOff', 1, 100_000, 16.67],
      ['0', '0', 1, 300_000, 50],
      ['0', '31-60', 1, 100_000, 16.67],
    ]);
  });

  it('follows the loans of a month of disbursement', async () => {
    const data = await vintages(end);
    expect(data.length).toBeGreaterThanOrEqual(2);
    expect(data.map(({ age }) => age)).toEqual(data.map((_, index) => index));
    expect(data.at(-1)).toMatchObject({
      asOf: end,
      loans: 4,
      disbursed: 600_000,
      outstandingPrincipal: 400_000,
      atRisk30: 100_000,
      writtenOff: 100_000,
      lossRate: 33.33,
    });
    expect(data[0]).toMatchObject({ loans: 4, disbursed: 600_000 });
  });

  it('leaves a loan out of its month from the day on which its disbursement was reversed', async () => {
    const paidOut = await brokeLoan({ ...DAYS, loanAmount: 777_000 });
    await rollDays(app, 1);
    const [disbursement] = await eventsOf(app, paidOut);
    await app.payIn(paidOut.linkedNumber, 777_000);
    await approve(
      app,
      await askChange(app, `loans/${paidOut.id}/reverse`, { eventId: disbursement!.id, reason: 'Wrong borrower' }),
    );
    await rollDays(app, 1);
    const day = addDays(await businessDateOf(app), -1);
    const disbursedAsOf = async (date: string): Promise<number> =>
      (await vintages(date)).filter(({ asOf }) => asOf === date).reduce((sum, { disbursed }) => sum + disbursed, 0);
    expect(await disbursedAsOf(addDays(day, -1))).toBe(600_000 + 777_000);
    expect(await disbursedAsOf(day)).toBe(600_000);
  });

  it('gives all loans of a customer the class of the worst one where classes spread, until it is paid', async () => {
    await app.configure({ LICENCE_CLASS: 'MicrofinanceBank' });
    const other = await brokeLoan({ ...DAYS, linkedNumber: late.linkedNumber });
    const classOf = async ({ id }: NamedLoan): Promise<unknown> =>
      (
        await app.rows<{ class: string; since: string | null }>(
          'SELECT classification AS class, suspended_since::text AS since FROM loan WHERE id = $1',
          [id],
        )
      )[0];
    await rollDays(app, 1);
    expect(await classOf(other)).toEqual({ class: 'Performing', since: null });
    await app.configure({ LOAN_CONTAGION: 'true' });
    await rollDays(app, 1);
    expect(await classOf(other)).toEqual({ class: 'Substandard', since: await businessDateOf(app) });
    await repay(app, other, 1_000);
    expect(await classOf(other)).toMatchObject({ class: 'Substandard' });
    await app.configure({ LOAN_CONTAGION: 'false' });
    await rollDays(app, 1);
    expect(await classOf(other)).toMatchObject({ class: 'Performing' });
  });
});
