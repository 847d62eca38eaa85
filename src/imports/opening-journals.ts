import type { INestApplicationContext } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { LedgerService } from '../ledger/engine/ledger.service';
import { ALREADY_HAPPENED, type PostingLeg } from '../ledger/engine/posting-request';
import { openingBalance } from './opening-balance.operation';

/** The most legs of a journal, with the one on the migration-suspense ledger. */
export const JOURNAL_LEGS_MAX = 500;

/** A balance to open: credits less debits. */
export interface BroughtBalance {
  accountId: number;
  balanceKobo: bigint;
  narration?: string;
}

/** A journal of opening balances. */
export interface OpeningJournal {
  institutionId: number;
  reference: string;
  maker: string;
  /** The day on which the old system's books ended. */
  cutOverOn: string;
  suspenseAccountId: number;
  balances: readonly BroughtBalance[];
}

/** The legs of the balances, and the one on the suspense ledger that makes them equal. */
export function openingLegs(balances: readonly BroughtBalance[], suspenseAccountId: number): PostingLeg[] {
  const legs = balances
    .filter(({ balanceKobo }) => balanceKobo !== 0n)
    .map((balance) => legOf(balance.accountId, balance.balanceKobo, balance.narration));
  const sumKobo = balances.reduce((sum, { balanceKobo }) => sum + balanceKobo, 0n);
  return sumKobo === 0n ? legs : [...legs, legOf(suspenseAccountId, -sumKobo)];
}

function legOf(accountId: number, balanceKobo: bigint, narration?: string): PostingLeg {
  const isCredit = balanceKobo > 0n;
  return {
    accountId,
    side: isCredit ? 'credit' : 'debit',
    amountKobo: isCredit ? balanceKobo : -balanceKobo,
    role: 'principal',
    namedByCaller: false,
    ...(narration === undefined ? {} : { narration }),
  };
}

/**
 * Books balances of the old system inside the caller's transaction. No rule for new movements refuses them: an
 * overdrawn or frozen account arrives as it is.
 */
export async function bookOpening(app: INestApplicationContext, tx: Tx, journal: OpeningJournal): Promise<void> {
  const { institutionId, reference, maker, cutOverOn, suspenseAccountId, balances } = journal;
  const legs = openingLegs(balances, suspenseAccountId);
  if (legs.length === 0) return;
  const amountKobo = legs.reduce((sum, leg) => (leg.side === 'debit' ? sum + leg.amountKobo : sum), 0n);
  await app.get(LedgerService, { strict: false }).requirePosted(tx, {
    institutionId,
    kind: 'opening',
    reference,
    origin: 'system',
    maker,
    narration: 'Opening balance',
    legs,
    amountKobo,
    feeKobo: 0n,
    valueDate: cutOverOn,
    nature: ALREADY_HAPPENED,
    operation: openingBalance.with({}),
  });
}
