import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { LedgerAccount } from '../ledger/engine/ledger-account.entity';
import { type AmlHold, frozenBy } from './aml-hold.entity';
import { AccountFreezes } from './scenario-desk/behind/account-freezes';

const WAITS_AND_FREEZES = `
  SELECT 1 FROM aml_hold h
    LEFT JOIN aml_rule r ON r.institution_id = h.institution_id AND r.id = h.rule_id
    LEFT JOIN aml_scenario_version v ON v.institution_id = h.institution_id AND v.id = h.rule_id
   WHERE h.institution_id = $1 AND h.id = $2 AND h.status = 'Held'
     AND coalesce(r.action, v.definition ->> 'action') = 'hold-and-freeze'`;

/**
 * Freezes of holds on accounts that were frozen already: a freezing rule adds its own reason, so that the end of the
 * other one does not open the account (docs/api/accounts.md#several-freezes).
 */
@Injectable()
export class HoldFreezes {
  constructor(private readonly freezes: AccountFreezes) {}

  /** Adds the freeze of an undecided hold to the accounts that it found frozen, where no freeze of AML stands. */
  async add(tx: Tx, hold: AmlHold): Promise<void> {
    const { institutionId, id, accountNumber, reason, frozenAccounts } = hold;
    const byHold = frozenBy(hold).map((frozen) => frozen.accountNumber);
    // A hold of an earlier program does not say that it found its account frozen.
    const wanted = [...frozenAccounts.map((frozen) => frozen.accountNumber), accountNumber];
    const numbers = [...new Set(wanted)].filter((number) => !byHold.includes(number));
    if (numbers.length === 0) return;
    const found = await tx.query<unknown[]>(WAITS_AND_FREEZES, [institutionId, id]);
    if (found.length === 0) return;
    const where = { institutionId, number: In(numbers) };
    const accounts = await tx.find(LedgerAccount, { where, order: { id: 'ASC' } });
    for (const account of accounts) await this.freezes.add(tx, institutionId, account.id, reason);
  }
}
