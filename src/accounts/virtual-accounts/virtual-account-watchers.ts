import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { Registry } from '../../common/registry/registry';
import type { DepositAccount } from '../deposit-account.entity';
import type { VirtualAccount } from './virtual-account.entity';

/** Work that follows the opening of a virtual account, such as an alert about its owner. */
export interface VirtualAccountWatcher {
  /** Stable name, such as `exposed-owners`. */
  readonly name: string;
  /** Runs in the transaction of the opening. `settlement` is the account of the company. */
  virtualAccountOpened(tx: Tx, virtual: VirtualAccount, settlement: DepositAccount): Promise<void>;
}

/** All watchers: the providers with `@MemberOf(VirtualAccountWatchers)`. */
@Injectable()
export class VirtualAccountWatchers extends Registry<VirtualAccountWatcher> {
  /** Call it after the row of the virtual account was written. */
  async opened(tx: Tx, virtual: VirtualAccount, settlement: DepositAccount): Promise<void> {
    for (const watcher of this.all()) await watcher.virtualAccountOpened(tx, virtual, settlement);
  }

  protected override nameOf({ name }: VirtualAccountWatcher): string {
    return name;
  }
}
