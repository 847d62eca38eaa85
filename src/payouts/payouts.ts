import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import type { PayoutTrigger } from './decide-payout';
import { Payout, type PayoutKind } from './payout.entity';
import { PayoutSteps } from './payout-steps';
import { payoutsErrors } from './payouts.errors';

/** Payouts by kind and by the client's reference. */
@Injectable()
export class Payouts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly steps: PayoutSteps,
  ) {}

  async find(tx: Tx, institutionId: number, kind: PayoutKind, reference: string): Promise<Payout | null> {
    return tx.findOneBy(Payout, { institutionId, kind, reference });
  }

  /** @throws PAYOUT_NOT_FOUND (404) */
  async require(tx: Tx, institutionId: number, kind: PayoutKind, reference: string): Promise<Payout> {
    const payout = await this.find(tx, institutionId, kind, reference);
    if (!payout) throw payoutsErrors.PAYOUT_NOT_FOUND();
    return payout;
  }

  /**
   * Takes the payout as far as it goes now and returns its new state. Never call it inside a transaction: it may call a
   * provider.
   * @returns undefined when the payout does not exist, for instance because AML holds the movement.
   */
  async advance(
    institutionId: number,
    kind: PayoutKind,
    reference: string,
    trigger: PayoutTrigger,
  ): Promise<Payout | undefined> {
    const find = (): Promise<Payout | null> =>
      this.unitOfWork.read(institutionId, (tx) => this.find(tx, institutionId, kind, reference));
    const payout = await find();
    if (!payout) return undefined;
    await this.steps.advance(institutionId, payout.id, trigger);
    return (await find()) ?? undefined;
  }
}
