import { Injectable } from '@nestjs/common';
import { fullName } from '../accounts/customers/customer-columns';
import type { DepositAccount } from '../accounts/deposit-account.entity';
import type { VirtualAccount } from '../accounts/virtual-accounts/virtual-account.entity';
import {
  type VirtualAccountWatcher,
  VirtualAccountWatchers,
} from '../accounts/virtual-accounts/virtual-account-watchers';
import { AlertRaiser } from '../cases/alerts/alert-raiser';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';

/** In place of a list: the client said it with `pep`. */
const SOURCE = 'virtual-account-pep';
const SCORE = 60;

/**
 * Raises an alert about the company in whose name a politically exposed person collects money
 * (docs/api/watch-lists.md#virtual-accounts). The virtual account is opened all the same: it holds no money.
 */
@Injectable()
@MemberOf(VirtualAccountWatchers)
export class ExposedOwners implements VirtualAccountWatcher {
  readonly name = 'exposed-owners';

  constructor(private readonly alerts: AlertRaiser) {}

  /** The facts have no `kind`: the company itself is not on a list, and is not exposed by its payer. */
  async virtualAccountOpened(tx: Tx, virtual: VirtualAccount, settlement: DepositAccount): Promise<void> {
    const { institutionId, id, pep, accountNumber, lastName, firstName, otherNames } = virtual;
    if (pep !== true) return;
    const owner = fullName(lastName, firstName, otherNames);
    await this.alerts.raise(tx, {
      institutionId,
      subjectType: 'customer',
      customerId: settlement.customerId,
      source: 'name-screening',
      sourceId: SOURCE,
      publicName: 'Virtual account',
      score: SCORE,
      reasons: [
        {
          text: `${owner}, owner of the virtual account ${accountNumber}, is a politically exposed person.`,
          contribution: SCORE,
        },
      ],
      facts: { owner, virtualAccountNumber: accountNumber, settlementAccountNumber: settlement.accountNumber },
      dedupeKey: `${SOURCE}:${id}`,
    });
  }
}
