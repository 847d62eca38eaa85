import type { INestApplicationContext } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { LedgerService } from '../ledger/engine/ledger.service';
import { mergeLegs } from '../ledger/engine/merge-legs';
import type { LegRole } from '../ledger/engine/posting-entry.entity';
import { ALREADY_HAPPENED, type PostingLeg } from '../ledger/engine/posting-request';
import { openingBalance } from './opening-balance.operation';

/** The most legs of a journal, with the one on the migration-suspense ledger. */
export const JOURNAL_LEGS_MAX = 500;

/** A balance to open: credits less debits. */
export interface BroughtBalance {
  accountId: number;
  balanceKobo: bigint;
  narration?: string;
  /** The branch of a ledger's balance; an account has its own. */
  branchId?: number | null;
  /** Default `principal`. */
  role?: LegRole;
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
  /** Default `opening`. */
  kind?: string;
}

/** The legs of the balances, and the one on the suspense ledger that makes them equal. */
export function openingLegs(balances: readonly BroughtBalance[], suspenseAccountId: number): PostingLeg[] {
  const legs = balances.filter(({ balanceKobo }) => balanceKobo !== 0n).map(legOf);
  const sumKobo = balances.reduce((sum, { balanceKobo }) => sum + balanceKobo, 0n);
  return sumKobo === 0n ? legs : [...legs, legOf({ accountId: suspenseAccountId, balanceKobo: -sumKobo })];
}

function legOf({ accountId, balanceKobo, narration, branchId, role = 'principal' }: BroughtBalance): PostingLeg {
  const isCredit = balanceKobo > 0n;
  return {
    accountId,
    side: isCredit ? 'credit' : 'debit',
    amountKobo: isCredit ? balanceKobo : -balanceKobo,
    role,
    namedByCaller: false,
    ...(narration === undefined ? {} : { narration }),
    ...(branchId === undefined ? {} : { branchId }),
  };
}

/**
 * Balances of several contracts as journals: those of one contract stay together, and no journal has more than
 * `JOURNAL_LEGS_MAX` legs.
 * @param contracts the balances of each contract, zeros included
 */
export function journalsOf(contracts: readonly (readonly BroughtBalance[])[]): BroughtBalance[][] {
  const journals: BroughtBalance[][] = [];
  for (const balances of contracts) {
    const booked = balances.filter(({ balanceKobo }) => balanceKobo !== 0n);
    const last = journals.at(-1);
    if (last && last.length + booked.length < JOURNAL_LEGS_MAX) last.push(...booked);
    else if (booked.length > 0) journals.push(booked);
  }
  return journals;
}

/**
 * Books balances of the old system inside the caller's transaction. No rule for new movements refuses them: an
 * overdrawn or frozen account arrives as it is.
 */
export async function bookOpening(app: INestApplicationContext, tx: Tx, journal: OpeningJournal): Promise<void> {
  const { institutionId, reference, maker, cutOverOn, suspenseAccountId, balances } = journal;
  const legs = mergeLegs(openingLegs(balances, suspenseAccountId));
  if (legs.length === 0) return;
  const amountKobo = legs.reduce((sum, leg) => (leg.side === 'debit' ? sum + leg.amountKobo : sum), 0n);
  await app.get(LedgerService, { strict: false }).requirePosted(tx, {
    institutionId,
    kind: journal.kind ?? 'opening',
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
