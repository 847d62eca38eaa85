import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/unit-of-work';
import { Registry } from '../registry/registry';

/** A place where an institution's secrets are stored sealed. */
export interface SealedPlace {
  /** The table. */
  readonly name: string;
  /**
   * Re-encrypts the institution's secrets that were sealed with a previous master key.
   * @returns their number.
   */
  reseal(tx: Tx, institutionId: number): Promise<number>;
  /** Called after the commit; clears what is cached. */
  forget(institutionId: number): void;
}

/** All places with sealed secrets, for the rotation of the master key (docs/security.md#keeping-the-keys). */
@Injectable()
export class SealedPlaces extends Registry<SealedPlace> {
  list(): SealedPlace[] {
    return this.all();
  }

  protected override nameOf({ name }: SealedPlace): string {
    return name;
  }
}
