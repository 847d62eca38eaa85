import { Global, Module } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { insertRows } from '../../src/common/database/insert-rows';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { Institution } from '../../src/institutions/institution.entity';
import { GlAccount } from '../../src/ledger/chart/gl-account.entity';
import { LedgerAccounts } from '../../src/ledger/chart/ledger-accounts';
import type { LedgerAccount } from '../../src/ledger/engine/ledger-account.entity';
import { LedgerModule } from '../../src/ledger/ledger.module';
import { DryRuns } from '../../src/ledger/movements/dry-runs';
import { MovementApproval, MovementScreen } from '../../src/ledger/movements/movement-gates';
import { type LedgerProof, ProveLedger } from '../../src/ledger/proof/queries/prove-ledger';
import { type CommonApp, startCommonApp } from './common-app';
import type { TestDatabase } from './database';

export const HOUSE = 101;
export const CASH = 1;
const SAVINGS_CONTROL = 2;
export const FIRST_CUSTOMER = 10;

const openGate = { load: () => Promise.resolve({ intercept: () => undefined }), examine: () => undefined };

/** Gates that stop nothing, and no dry runs, for tests of the engine alone. */
@Global()
@Module({
  providers: [
    { provide: MovementScreen, useValue: openGate },
    { provide: MovementApproval, useValue: openGate },
    { provide: DryRuns, useValue: {} },
  ],
  exports: [MovementScreen, MovementApproval, DryRuns],
})
class OpenGatesModule {}

/** Starts the ledger on a database of its own, or on the database of another application. */
export function startLedgerApp(shared?: TestDatabase): Promise<CommonApp> {
  return startCommonApp({ imports: [OpenGatesModule, LedgerModule] }, shared);
}

/** Creates an institution with a cash ledger and customer accounts without money, from id `FIRST_CUSTOMER` on. */
export async function openAccounts({ app }: CommonApp, customers: number, institutionId = HOUSE): Promise<void> {
  const accounts = app.get(LedgerAccounts, { strict: false });
  await app.get(UnitOfWork).run(institutionId, async (tx) => {
    await tx.insert(Institution, {
      institutionId,
      name: 'House',
      code: String(institutionId),
      businessDate: '2026-11-20',
    });
    const ledgers = [
      { id: CASH, code: '1010', name: 'Cash', category: 'Asset' as const },
      { id: SAVINGS_CONTROL, code: '2010', name: 'Savings', category: 'Liability' as const },
    ];
    for (const { id, code, name, category } of ledgers) {
      await tx.insert(GlAccount, { institutionId, id, code, name, searchName: name.toLowerCase(), category });
      const normalSide = category === 'Asset' ? 'debit' : 'credit';
      await accounts.open(
        tx,
        {
          institutionId,
          id,
          number: code,
          name,
          kind: 'gl',
          status: 'Active',
          normalSide,
          isControl: id === SAVINGS_CONTROL,
        },
        id,
      );
    }
    const values = (n: number): Partial<Record<string, unknown>> => ({
      institution_id: institutionId,
      id: FIRST_CUSTOMER + n,
      number: String(7_000_000_000 + n),
      name: `Customer ${n}`,
      kind: 'customer',
      status: 'Active',
      normal_side: 'credit',
      control_account_id: SAVINGS_CONTROL,
      is_control: false,
      allow_api: true,
      may_go_negative: false,
      debits_posted_kobo: 0,
      credits_posted_kobo: 0,
      held_kobo: 0,
      overdraft_limit_kobo: 0,
      daily_used_kobo: 0,
      screened_out_kobo: 0,
      screened_in_kobo: 0,
      entry_seq: 0,
    });
    await insertRows(
      tx,
      Array.from({ length: customers }, (_, n) => ({ table: 'ledger_account', values: values(n) })),
    );
  });
}

/** Proves the ledger. @returns the failed checks, so that a failing test prints them */
export async function failedProofs(
  { app }: Pick<CommonApp, 'app'>,
  institutionId = HOUSE,
): Promise<LedgerProof['checks']> {
  const { checks } = await app.get(QueryBus, { strict: false }).execute(new ProveLedger(institutionId));
  return checks.filter(({ passed }) => !passed);
}

/** The present row of an account, read under lock. */
export function accountOf({ app }: CommonApp, id: number): Promise<LedgerAccount> {
  return app.get(UnitOfWork).run(HOUSE, (tx) => app.get(LedgerAccounts, { strict: false }).lock(tx, HOUSE, id));
}
