import { koboToNaira } from '../../common/money/naira';
import { availableBalanceKobo, ledgerBalanceKobo } from '../engine/available-balance';
import type { LedgerAccount } from '../engine/ledger-account.entity';
import type { LegRole } from '../engine/posting-entry.entity';
import type { LockedAccounts, PostingLeg } from '../engine/posting-request';

/** How much of a decision its reader may see. */
export interface DryRunSight {
  /** True in the sandbox: which control stopped the movement, and the balances of all its accounts. */
  seesControls: boolean;
  /** True for clients that may query balances. */
  seesBalances: boolean;
}

interface DryRunBalance {
  accountNumber: string;
  ledgerBalance: number;
  availableBalance: number;
}

/** What would happen to a movement. */
export interface DryRunAnswer {
  dryRun: true;
  held: boolean;
  /** Absent for a held movement outside the sandbox. */
  outcome?: 'Posted' | 'AmlHold' | 'PendingApproval';
  charges?: { role: string; narration: string; amount: number }[];
  /** The balances after the posting; absent for a movement that would wait. */
  balances?: DryRunBalance[];
}

/** What a dry run decided. */
export interface RehearsedMovement {
  /** The legs of everything that would be posted. */
  legs: readonly PostingLeg[];
  /** The accounts as the postings would leave them; only those of the legs are read. */
  accounts: LockedAccounts;
  /** The control that would stop the movement. */
  stoppedBy?: 'AmlHold' | 'PendingApproval' | undefined;
}

/** The answer of a dry run. Outside the sandbox a held movement tells nothing but that it would be held. */
export function dryRunAnswer(
  { legs, accounts, stoppedBy }: RehearsedMovement,
  { seesControls, seesBalances }: DryRunSight,
): DryRunAnswer {
  const held = stoppedBy !== undefined;
  if (held && !seesControls) return { dryRun: true, held };
  const charges = chargesOf(legs);
  if (held) return { dryRun: true, held, outcome: stoppedBy, charges };
  const answer: DryRunAnswer = { dryRun: true, held, outcome: 'Posted', charges };
  if (!seesBalances) return answer;
  const shown = legs.filter(({ side }) => seesControls || side === 'debit');
  const ids = new Set(shown.map(({ accountId }) => accountId));
  const customers = [...ids].map((id) => accounts.get(id)!).filter(({ kind }) => kind === 'customer');
  return { ...answer, balances: customers.map(balanceOf) };
}

/** Roles of the legs that are charges; returned principal and interest are none (docs/api/conventions.md#dry-run). */
const CHARGES: readonly LegRole[] = ['fee', 'tax'];

function chargesOf(legs: readonly PostingLeg[]): NonNullable<DryRunAnswer['charges']> {
  return legs
    .filter(({ role, side }) => side === 'debit' && CHARGES.includes(role))
    .map(({ role, narration, amountKobo }) => ({ role, narration: narration ?? '', amount: koboToNaira(amountKobo) }));
}

function balanceOf(account: LedgerAccount): DryRunBalance {
  return {
    accountNumber: account.number,
    ledgerBalance: koboToNaira(ledgerBalanceKobo(account)),
    availableBalance: koboToNaira(availableBalanceKobo(account)),
  };
}
