import { formatNaira } from '../common/money/naira';
import type { LegRole } from '../ledger/engine/posting-entry.entity';
import type { LockedAccounts, MovementParties, MovementRequest } from '../ledger/engine/posting-request';

/** So many accounts of a side stand in a sentence; the approval has all entries. */
const NAMED_MAX = 3;

/** The roles of the legs that a movement is about; its charges are not. */
const MOVED: readonly LegRole[] = ['principal', 'reversal'];

type SummarisedMovement = Pick<MovementRequest, 'legs' | 'parties' | 'reference' | 'narration'>;

/**
 * A movement that waits, in one sentence for the checker. The accounts come before the texts of the maker, so that no
 * long text cuts them off.
 */
export function movementSummary(
  request: SummarisedMovement,
  { title, amountKobo, accounts }: { title: string; amountKobo: bigint; accounts: LockedAccounts },
): string {
  const { sourceAccounts, destinationAccounts } = request.parties ?? partiesOf(request, accounts);
  return (
    `${title} of ${formatNaira(amountKobo)} from ${named(sourceAccounts)} to ${named(destinationAccounts)}, ` +
    `reference ${request.reference}: ${request.narration}`
  );
}

function partiesOf({ legs }: Pick<MovementRequest, 'legs'>, accounts: LockedAccounts): MovementParties {
  const numbers = (wanted: 'debit' | 'credit'): string[] => {
    const moved = legs.filter(({ side, role }) => side === wanted && MOVED.includes(role));
    return [...new Set(moved.map(({ virtualNumber, accountId }) => virtualNumber ?? accounts.get(accountId)!.number))];
  };
  return { sourceAccounts: numbers('debit'), destinationAccounts: numbers('credit') };
}

function named(numbers: readonly string[]): string {
  const shown = numbers.slice(0, NAMED_MAX).join(', ');
  return numbers.length > NAMED_MAX ? `${shown} and others` : shown;
}
