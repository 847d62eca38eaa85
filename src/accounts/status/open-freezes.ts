import type { Tx } from '../../common/database/unit-of-work';
import { AccountStatusChange } from './account-status-change.entity';

/** A frozen account's changes since it was frozen, the latest first. */
export type FreezeHistory = readonly Pick<AccountStatusChange, 'fromStatus' | 'toStatus' | 'actor' | 'checker'>[];

/** Reads the changes of a frozen account, the latest first, as `openFreezeCount` takes them. */
export function readFreezeHistory(
  tx: Tx,
  institutionId: number,
  accountNumber: string,
): Promise<AccountStatusChange[]> {
  return tx.find(AccountStatusChange, {
    where: { institutionId, accountNumber },
    order: { at: 'DESC', id: 'DESC' },
  });
}

/** True for a change that ends one of several freezes: only an unfreeze has a checker. */
const endsFreeze = ({ fromStatus, toStatus, checker }: FreezeHistory[number]): boolean =>
  fromStatus === 'Frozen' && toStatus === 'Frozen' && checker !== null;

/** The changes since the account was last not frozen. */
export function sinceFrozen<Change extends FreezeHistory[number]>(history: readonly Change[]): Change[] {
  const first = history.findIndex(({ fromStatus }) => fromStatus !== 'Frozen');
  return first === -1 ? [...history] : history.slice(0, first + 1);
}

/** True when one of the freezes since the account was last not frozen has ended. */
export function hasEndedFreeze(history: FreezeHistory): boolean {
  return sinceFrozen(history).some(endsFreeze);
}

/**
 * True when a freeze by this actor is known to stand. Which of several freezes an unfreeze ended is not known, so only
 * those since the last one count.
 */
export function hasFreezeBy(history: FreezeHistory, actor: string): boolean {
  const changes = sinceFrozen(history);
  const lastEnd = changes.findIndex(endsFreeze);
  return (lastEnd === -1 ? changes : changes.slice(0, lastEnd)).some((change) => change.actor === actor);
}

/**
 * The freezes of a frozen account that have not ended (docs/api/accounts.md#several-freezes). An account that came
 * frozen from another system has one.
 */
export function openFreezeCount(history: FreezeHistory): number {
  const more = sinceFrozen(history).filter(({ fromStatus }) => fromStatus === 'Frozen');
  return more.reduce((count, change) => count + (endsFreeze(change) ? -1 : 1), 1);
}
