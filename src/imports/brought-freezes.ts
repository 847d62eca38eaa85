import type { AccountStatusChange } from '../accounts/status/account-status-change.entity';
import { AML_ACTOR } from '../accounts/status/aml-freeze';
import { type FreezeHistory, openFreezes, statusBeforeFreezes } from '../accounts/status/open-freezes';
import { statusChangeRow } from '../accounts/status/status-change-row';
import type { ExtraRow } from '../common/database/insert-rows';
import type { AccountStatus } from '../ledger/engine/account-status';
import type { RecordFields } from './record-fields';

/** Who froze an account: a court, AML, or somebody else. */
export const FREEZE_KINDS = ['court', 'aml', 'other'] as const;
export type FreezeKind = (typeof FREEZE_KINDS)[number];

const STATUSES_BEFORE: readonly AccountStatus[] = ['Active', 'Inactive', 'Dormant'];
const TEXT_MAX = 200;

/** The freezes of an account that stand, the first one first, and its status before the first. */
export interface StatedFreezes {
  from: AccountStatus;
  kinds: FreezeKind[];
}

/** An account that came frozen, as one of which its line says nothing. */
function isPlain({ from, kinds }: StatedFreezes): boolean {
  return from === 'Active' && kinds.length === 1 && kinds[0] === 'other';
}

/**
 * The freezes of an account as its line states them (docs/import.md#customers-accounts-liens). It collects its faults
 * in `fields`.
 * @returns undefined for an account that is not frozen, or is frozen once and by nobody of whom a rule knows
 */
export function statedFreezes(fields: RecordFields, status: AccountStatus): StatedFreezes | undefined {
  if (fields.isEmpty('frozen_from') && fields.isEmpty('freezes')) return undefined;
  if (status !== 'Frozen') {
    fields.refuse('frozen_from and freezes must be empty for an account that is not Frozen');
    return undefined;
  }
  const from = fields.word('frozen_from', STATUSES_BEFORE, 'Active');
  const kinds = (fields.optional('freezes', TEXT_MAX) ?? 'other').split(/\s+/) as FreezeKind[];
  if (!kinds.every((kind) => FREEZE_KINDS.includes(kind)))
    fields.refuse('freezes must name court, aml or other for each freeze, with spaces between them');
  const stated = { from, kinds };
  return isPlain(stated) ? undefined : stated;
}

/** The freezes that stand of a frozen account; undefined for one freeze without a rule of its own. */
export function standingFreezes(history: FreezeHistory): StatedFreezes | undefined {
  const { count, unended } = openFreezes(history);
  const ordered = unended.filter(({ orderedBy }) => orderedBy === 'court');
  // Earlier programs ended freezes without a name: of those that no end names, the latest stand.
  const others = unended.filter(({ orderedBy }) => orderedBy !== 'court').slice(0, Math.max(0, count - ordered.length));
  const known = unended.filter((freeze) => ordered.includes(freeze) || others.includes(freeze)).reverse();
  const kinds = known.map(({ orderedBy, actor }): FreezeKind => orderedBy ?? (actor === AML_ACTOR ? 'aml' : 'other'));
  // The freeze with which an account came from another system has no change of its own, and is the first.
  while (kinds.length < Math.max(1, count)) kinds.unshift('other');
  const standing = { from: statusBeforeFreezes(history), kinds };
  return isPlain(standing) ? undefined : standing;
}

/**
 * The changes of status that tell of the freezes with which an account came.
 * @param change identity, actor and time of each change; `ids` rise with the freezes
 */
export function broughtFreezeRows(
  { from, kinds }: StatedFreezes,
  change: Pick<AccountStatusChange, 'institutionId' | 'accountId' | 'accountNumber' | 'actor' | 'at'>,
  ids: { next(): number },
): ExtraRow[] {
  return kinds.map((kind, index) =>
    statusChangeRow({
      ...change,
      id: ids.next(),
      actor: kind === 'aml' ? AML_ACTOR : change.actor,
      orderedBy: kind === 'court' ? kind : null,
      fromStatus: index === 0 ? from : 'Frozen',
      toStatus: 'Frozen',
      reason: 'Frozen in the earlier system',
      checker: null,
    }),
  );
}
