import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { Registry } from '../../common/registry/registry';
import type { WatchListVersion } from './watch-list-version.entity';

/** Work that follows the activation of a version of a watch-list, such as the screening of all customers. */
export interface ActivationFollowUp {
  /** Stable name, such as `name-screening`. */
  readonly name: string;
  /**
   * Runs in the transaction of the activation: plan the work there, and do it afterwards.
   * @param before the version that was in use until now; null at the first activation
   */
  versionActivated(tx: Tx, version: WatchListVersion, before: WatchListVersion | null): Promise<void>;
}

/** All follow-ups: the providers with `@MemberOf(ActivationFollowUps)`. */
@Injectable()
export class ActivationFollowUps extends Registry<ActivationFollowUp> {
  async run(tx: Tx, version: WatchListVersion, before: WatchListVersion | null): Promise<void> {
    for (const followUp of this.all()) await followUp.versionActivated(tx, version, before);
  }

  protected override nameOf({ name }: ActivationFollowUp): string {
    return name;
  }
}
