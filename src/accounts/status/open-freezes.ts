import { In } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';
import type { AccountStatus } from '../../ledger/engine/account-status';
import { AccountStatusChange } from './account-status-change.entity';

/** The fields of a status change that the rules of freezes read. */
export type FreezeChange = Pick<
  AccountStatusChange,
  'id' | 'fromStatus' | 'toStatus' | 'actor' | 'checker' | 'endsId' | 'orderedBy'
>;

/** A frozen account's changes, the latest first. */
export type FreezeHistory<Change extends FreezeChange = FreezeChange> = readonly Change[];

/** The freezes of a frozen account that have not ended (docs/api/accounts.md#several-freezes). */
export interface OpenFreezes<Change extends FreezeChange = FreezeChange> {
  /** How many stand. An account that came frozen from another system has one without a change of its own. */
  count: number;
  /** The freezes that no change names as ended, the latest first. */
  unended: Change[];
  /** Those of them that stand for certain: earlier programs did not name the freeze that a change ended. */
  certain: Change[];
}

/** Reads the changes of an account, the latest first, as `openFreezes` takes them. */
export async function readFreezeHistory(
  tx: Tx,
  institutionId: number,
  accountNumber: string,
): Promise<AccountStatusChange[]> {
  return (await readFreezeHistories(tx, institutionId, [accountNumber])).get(accountNumber) ?? [];
}

/** Reads the changes of several accounts, by account number; one without changes has no entry. */
export async function readFreezeHistories(
  tx: Tx,
  institutionId: number,
  accountNumbers: readonly string[],
): Promise<Map<string, AccountStatusChange[]>> {
  const histories = new Map<string, AccountStatusChange[]>();
  if (accountNumbers.length === 0) return histories;
  const changes = await tx.find(AccountStatusChange, {
    where: { institutionId, accountNumber: In([...accountNumbers]) },
    order: { at: 'DESC', id: 'DESC' },
  });
  for (const change of changes) {
    const known = histories.get(change.accountNumber);
    if (known) known.push(change);
    else histories.set(change.accountNumber, [change]);
  }
  return histories;
}

/** True for a change that ends one of several freezes: a further freeze has no checker. */
const endsFreeze = ({ fromStatus, toStatus, checker }: FreezeChange): boolean =>
  fromStatus === 'Frozen' && toStatus === 'Frozen' && checker !== null;

const isFreeze = (change: FreezeChange): boolean => change.toStatus === 'Frozen' && !endsFreeze(change);

/** The changes since the account was last not frozen. */
function sinceFrozen<Change extends FreezeChange>(history: FreezeHistory<Change>): Change[] {
  const first = history.findIndex(({ fromStatus }) => fromStatus !== 'Frozen');
  return first === -1 ? [...history] : history.slice(0, first + 1);
}

/** The open freezes of an account that is frozen. */
export function openFreezes<Change extends FreezeChange>(history: FreezeHistory<Change>): OpenFreezes<Change> {
  const changes = sinceFrozen(history);
  const ended = new Set(changes.map(({ endsId }) => endsId));
  const ends = changes.filter(endsFreeze);
  const freezes = changes.filter(isFreeze);
  const cameFrozen = freezes.every(({ fromStatus }) => fromStatus === 'Frozen');
  const isOpen = ({ id }: Change): boolean => !ended.has(id);
  const unnamedEnd = changes.findIndex((change) => endsFreeze(change) && change.endsId === null);
  const sinceUnnamedEnd = unnamedEnd === -1 ? changes : changes.slice(0, unnamedEnd);
  return {
    count: freezes.length + (cameFrozen ? 1 : 0) - ends.length,
    unended: freezes.filter(isOpen),
    certain: sinceUnnamedEnd.filter((change) => isFreeze(change) && isOpen(change)),
  };
}

/** True when a freeze by this actor stands for certain. */
export function hasFreezeBy(history: FreezeHistory, actor: string): boolean {
  return openFreezes(history).certain.some((freeze) => freeze.actor === actor);
}

/**
 * True when the account stays frozen once a freeze ends: another one stands. One that a court ordered stands until a
 * change names it, whatever ended without a name.
 *
 * @param endedId the freeze that ends; null for the one with which the account came from another system
 */
export function staysFrozen(history: FreezeHistory, endedId: number | null): boolean {
  const { count, unended, certain } = openFreezes(history);
  const others = [...certain, ...unended.filter(({ orderedBy }) => orderedBy === 'court')];
  return count > 1 || others.some(({ id }) => id !== endedId);
}

/**
 * The status of an account once its last freeze ends: the one that it had before the first. A freeze and its end must
 * not wake a dormant account, whose return to Active has an approval of its own. One that came frozen from another
 * system becomes Active.
 */
export function statusBeforeFreezes(history: FreezeHistory): AccountStatus {
  const first = sinceFrozen(history).at(-1);
  return first?.toStatus === 'Frozen' && first.fromStatus !== 'Frozen' ? first.fromStatus : 'Active';
}
