import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { Registry } from '../../common/registry/registry';

/** Facts about a change of a customer that watchers cannot read from the record. */
export interface CustomerChange {
  /** True where the due diligence names a public position that it did not name before. */
  isPositionNew?: boolean;
}

/** Work that follows the opening of a customer or a change of the record, such as the screening of the name. */
export interface CustomerWatcher {
  /** Stable name, such as `name-screening`. */
  readonly name: string;
  /** Runs in the transaction of the change: plan the work there, and do it afterwards. */
  customerChanged(tx: Tx, institutionId: number, customerId: number, change?: CustomerChange): Promise<void>;
}

/** All watchers: the providers with `@MemberOf(CustomerWatchers)`. */
@Injectable()
export class CustomerWatchers extends Registry<CustomerWatcher> {
  /** Call it after the row of the customer was written, and its members. */
  async changed(tx: Tx, institutionId: number, customerId: number, change: CustomerChange = {}): Promise<void> {
    for (const watcher of this.all()) await watcher.customerChanged(tx, institutionId, customerId, change);
  }

  protected override nameOf({ name }: CustomerWatcher): string {
    return name;
  }
}
