import { Injectable } from '@nestjs/common';
import type { AccountStatusChange } from '../accounts/status/account-status-change.entity';
import { AML_ACTOR, RELEASE_REASON } from '../accounts/status/aml-freeze';
import { openFreezes, readFreezeHistory, staysFrozen } from '../accounts/status/open-freezes';
import { statusChangeRow } from '../accounts/status/status-change-row';
import { AuditLog } from '../common/audit/audit-log';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import type { Tx } from '../common/database/unit-of-work';
import type { WriteRequest } from '../common/http/write-request';
import { Clock } from '../common/time/clock';
import { LedgerAccounts } from '../ledger/chart/ledger-accounts';
import { AmlHold, type FrozenAccount, frozenBy } from './aml-hold.entity';

/**
 * An undecided hold that froze the account or found it frozen, or is by a rule or scenario that freezes it: holds of
 * earlier programs say nothing of accounts that they found frozen.
 */
const OTHER_FREEZING_HOLD = `
  SELECT 1 FROM aml_hold h
    LEFT JOIN aml_rule r ON r.institution_id = h.institution_id AND r.id = h.rule_id
    LEFT JOIN aml_scenario_version v ON v.institution_id = h.institution_id AND v.id = h.rule_id
   WHERE h.institution_id = $1 AND h.id <> $2 AND h.status = 'Held'
     AND (h.frozen_accounts @> jsonb_build_array(jsonb_build_object('accountNumber', $3::text))
      OR h.account_number = $3 AND coalesce(r.action, v.definition ->> 'action') = 'hold-and-freeze') LIMIT 1`;

/** Lifts the freezes of a hold together with its release (docs/api/aml-holds.md#release). */
@Injectable()
export class FreezeLifting {
  constructor(
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Ends the freezes of holds that were decided together, and gives the accounts that have no other one their earlier
   * status back. Nothing changes where the freeze of a hold has ended before, or another undecided hold also freezes
   * the account.
   */
  async lift(tx: Tx, write: WriteRequest, holds: readonly AmlHold[]): Promise<void> {
    const { institutionId } = write;
    const ids = holds.flatMap(frozenBy).map(({ accountId }) => accountId);
    await this.ledgerAccounts.lockAll(tx, institutionId, ids);
    for (const hold of holds) {
      const { id, frozenAccounts } = hold;
      const frozenHere = frozenBy(hold);
      if (frozenHere.length === 0) continue;
      for (const frozen of frozenHere) frozen.lifted ||= await this.liftOne(tx, write, hold, frozen);
      await tx.update(AmlHold, { institutionId, id }, { frozenAccounts });
    }
  }

  private async liftOne(tx: Tx, write: WriteRequest, hold: AmlHold, frozen: FrozenAccount): Promise<boolean> {
    const { institutionId, actor } = write;
    const { accountId, accountNumber } = frozen;
    const account = await this.ledgerAccounts.lock(tx, institutionId, accountId);
    if (account.status !== 'Frozen') return false;
    const history = await readFreezeHistory(tx, institutionId, accountNumber);
    const freeze = freezeOf(hold, history);
    if (!freeze || (await this.isFrozenByAnother(tx, hold, frozen))) return false;
    const isLast = !staysFrozen(history, freeze.id);
    const toStatus = isLast ? frozen.fromStatus : ('Frozen' as const);
    await this.ledgerAccounts.setStatus(tx, account, toStatus);
    const reason = `${RELEASE_REASON} of ${hold.reference}`;
    const change = { institutionId, accountId, accountNumber, fromStatus: 'Frozen' as const, toStatus, reason };
    const row = {
      ...change,
      id: await this.ids.next(),
      actor,
      // The change that ends one of several freezes has a checker: who released the hold.
      checker: isLast ? null : actor,
      at: this.clock.institutionNow(institutionId),
      endsId: freeze.id,
    };
    await insertRows(tx, [statusChangeRow(row)]);
    await this.audit.record(tx, write, {
      action: 'account.unfreeze',
      subject: `account:${accountNumber}`,
      details: { from: 'Frozen', to: toStatus, endsFreezeID: freeze.id, reason },
    });
    return true;
  }

  private async isFrozenByAnother(
    tx: Tx,
    { institutionId, id }: AmlHold,
    { accountNumber }: FrozenAccount,
  ): Promise<boolean> {
    const others = await tx.query<unknown[]>(OTHER_FREEZING_HOLD, [institutionId, id, accountNumber]);
    return others.length > 0;
  }
}

/** The freeze that a hold made with its own rows, while it stands for certain. */
function freezeOf({ createdAt }: AmlHold, history: readonly AccountStatusChange[]): AccountStatusChange | undefined {
  return openFreezes(history).certain.find(
    ({ actor, fromStatus, at }) =>
      actor === AML_ACTOR && fromStatus !== 'Frozen' && at.getTime() === createdAt.getTime(),
  );
}
