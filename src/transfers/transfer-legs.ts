import type { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import type { LegRole } from '../ledger/engine/posting-entry.entity';
import type { PostingLeg } from '../ledger/engine/posting-request';
import { ledgerErrors } from '../ledger/ledger.errors';
import { principalLeg } from '../postings/movement-leg';

/** A charge that the debited account pays beyond the amount, to one ledger. */
export interface Charge {
  role: Extract<LegRole, 'fee' | 'tax'>;
  amountKobo: bigint;
  narration: string;
  ledger: Pick<AccountDirectoryEntry, 'ledgerAccountId' | 'number'>;
  /** The caller chose amount and ledger: the ledger must be open to clients and take fees, and the charge counts. */
  namedByCaller: boolean;
}

/** The kinds of charges; their entries are told apart by the narration. */
export const FEE = { role: 'fee', narration: 'Transfer fee' } as const;
export const VAT = { role: 'tax', narration: 'VAT on transfer fee' } as const;
export const STAMP_DUTY = { role: 'tax', narration: 'Stamp duty' } as const;

/** The sum of the charges of one kind. */
export function chargedKobo(
  charges: readonly Pick<Charge, 'narration' | 'amountKobo'>[],
  { narration }: Pick<Charge, 'narration'>,
): bigint {
  return charges.reduce((sum, charge) => (charge.narration === narration ? sum + charge.amountKobo : sum), 0n);
}

/** Stamp duty on a transfer: a fixed amount from a smallest transfer on, paid by a customer who sends. */
export function stampDutyKobo(
  amountKobo: bigint,
  dutyKobo: bigint,
  minTransferKobo: bigint,
  sender: Pick<AccountDirectoryEntry, 'kind'>,
): bigint {
  return sender.kind === 'deposit' && amountKobo >= minTransferKobo ? dutyKobo : 0n;
}

/** Differences of the credited side of a transfer. */
interface CreditFacts {
  /** Narration on the credited account's statement, where it differs from the transfer's. */
  narration?: string;
  /** False where the institution's configuration chose the ledger. */
  namedByCaller?: false;
  /** True where that ledger only carries the money on. */
  transit?: true;
}

/**
 * The legs of a transfer: the principal pair, then a pair for each charge, all debited to the same account.
 * @throws SAME_ACCOUNT (422) when the debited account is itself the ledger of a charge.
 */
export function buildTransferLegs(
  debit: AccountDirectoryEntry,
  credit: AccountDirectoryEntry,
  amountKobo: bigint,
  charges: readonly Charge[],
  { narration: creditNarration, ...facts }: CreditFacts = {},
): PostingLeg[] {
  const legs: PostingLeg[] = [
    principalLeg(debit, 'debit', amountKobo),
    { ...principalLeg(credit, 'credit', amountKobo, creditNarration), ...facts },
  ];
  for (const { role, amountKobo: chargeKobo, narration, ledger, namedByCaller } of charges) {
    if (chargeKobo === 0n) continue;
    if (ledger.ledgerAccountId === debit.ledgerAccountId)
      throw ledgerErrors.SAME_ACCOUNT(
        `The ledger ${ledger.number} cannot pay a charge to itself; choose another ledger for the charge.`,
      );
    legs.push(
      { accountId: debit.ledgerAccountId, side: 'debit', amountKobo: chargeKobo, role, narration, namedByCaller },
      { accountId: ledger.ledgerAccountId, side: 'credit', amountKobo: chargeKobo, role, narration, namedByCaller },
    );
  }
  return legs;
}
