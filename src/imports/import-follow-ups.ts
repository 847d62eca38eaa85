import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Registry } from '../common/registry/registry';

/** Work that follows a completed import, such as the screening of the imported customers. */
export interface ImportFollowUp {
  /** Stable name, such as `name-screening`. */
  readonly name: string;
  /** Runs in the transaction that completes the import: plan the work there, and do it afterwards. */
  importCompleted(tx: Tx, institutionId: number): Promise<void>;
}

/** All follow-ups: the providers with `@MemberOf(ImportFollowUps)`. */
@Injectable()
export class ImportFollowUps extends Registry<ImportFollowUp> {
  async run(tx: Tx, institutionId: number): Promise<void> {
    for (const followUp of this.all()) await followUp.importCompleted(tx, institutionId);
  }

  protected override nameOf({ name }: ImportFollowUp): string {
    return name;
  }
}
