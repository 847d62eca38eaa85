import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../src/business-day/day-steps';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { LedgerService } from '../../src/ledger/engine/ledger.service';
import { SYSTEM_POSTING } from '../../src/ledger/engine/posting-operation';
import { ORDINARY } from '../../src/ledger/engine/posting-request';
import type { TestApp } from '../support/app';

export const INTEREST_KIND = 'test-interest';

/**
 * A step that pays every customer's account a thousandth of its balance at the end of the day, so that each day depends
 * on the one before.
 */
export class InterestStep implements DayStep {
  readonly title = 'Interest of the test';
  /** Accounts that fail. */
  readonly broken = new Set<number>();
  /** Makes the error of a failing account. */
  breaksWith: () => Error = () => new Error('This account is broken.');
  /** Makes the step as a whole fail. */
  failure: Error | undefined;
  /** Called before each account. */
  before: (accountId: number) => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly app: TestApp,
    readonly name: string,
  ) {}

  /** Makes this the only step of the end of day. */
  static install(app: TestApp): InterestStep {
    const step = new InterestStep(app, 'savings-accrual');
    jest.spyOn(app.app.get(DaySteps), 'inOrder').mockReturnValue([step]);
    return step;
  }

  /** Adds this after the other steps of the end of day. */
  static add(app: TestApp): void {
    const steps = app.app.get(DaySteps);
    jest.spyOn(steps, 'inOrder').mockReturnValue([...steps.inOrder(), new InterestStep(app, 'test-interest')]);
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    if (this.failure) throw this.failure;
    const accounts = await this.app.rows<{ id: string }>(
      `SELECT id FROM ledger_account WHERE institution_id = $1 AND kind = 'customer' ORDER BY id`,
      [day.institutionId],
    );
    for (const { id } of accounts) {
      if (progress.signal.aborted) return;
      await this.before(Number(id));
      try {
        if (await this.pay(day, Number(id))) await progress.advance(1);
      } catch (error) {
        await progress.failed({ subject: `account:${id}`, error });
      }
    }
  }

  private pay({ institutionId, date }: ClosingDay, accountId: number): Promise<boolean> {
    if (this.broken.has(accountId)) throw this.breaksWith();
    const { app } = this.app;
    return app.get(UnitOfWork).run(institutionId, async (tx) => {
      const reference = `${date}-${accountId}`;
      const rows = await tx.query<{ kobo: string; expense: string; paid: boolean }[]>(
        `SELECT balance_after_kobo / 1000 AS kobo, (SELECT id FROM gl_account WHERE institution_id = $1 AND code = '5010') AS expense,
                EXISTS (SELECT 1 FROM posting WHERE institution_id = $1 AND kind = $4 AND reference = $5) AS paid
           FROM posting_entry WHERE institution_id = $1 AND account_id = $2 AND business_date <= $3 ORDER BY seq DESC LIMIT 1`,
        [institutionId, accountId, date, INTEREST_KIND, reference],
      );
      const amountKobo = BigInt(rows[0]?.kobo ?? 0);
      if (amountKobo <= 0n || rows[0]!.paid) return false;
      const decision = await app.get(LedgerService, { strict: false }).postWithin(tx, {
        institutionId,
        kind: INTEREST_KIND,
        reference,
        origin: 'system',
        maker: 'system:test',
        narration: 'Interest',
        legs: [
          { accountId: Number(rows[0]!.expense), side: 'debit', amountKobo, role: 'interest' },
          { accountId, side: 'credit', amountKobo, role: 'interest' },
        ],
        amountKobo,
        feeKobo: 0n,
        valueDate: date,
        operation: SYSTEM_POSTING,
        nature: ORDINARY,
      });
      if (decision.kind === 'refused') throw decision.error;
      return true;
    });
  }
}
