import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { versionOf } from '../common/http/versions';
import { koboToNaira, nairaToKobo } from '../common/money/naira';
import { searchName } from '../common/text/search-name';
import { Institution } from '../institutions/institution.entity';
import { EntityTypes } from '../metadata/entity-types';
import { interestRateText } from '../products/interest-rate';
import { Placement } from './placement.entity';
import { placementStatus } from './placement-status';
import type { PlacementBody, PlacementView } from './placements.dto';
import { placementsErrors } from './placements.errors';

type PlacementTerms = Pick<
  Placement,
  'counterparty' | 'searchName' | 'amountKobo' | 'rate' | 'startDate' | 'maturityDate' | 'referenceNumber' | 'notes'
>;

/** Reads, locks and shows placements, and registers them as entities that can have metadata. */
@Injectable()
export class Placements implements OnModuleInit {
  constructor(private readonly types: EntityTypes) {}

  onModuleInit(): void {
    this.types.register({
      type: 'placement',
      find: async (tx, institutionId, { id }) => {
        const exists = id !== undefined && (await tx.existsBy(Placement, { institutionId, id }));
        return exists ? [id] : [];
      },
    });
  }

  /** @throws PLACEMENT_DATES_REFUSED (422) */
  termsOf({
    counterparty,
    amount,
    rate,
    startDate,
    maturityDate,
    referenceNumber,
    notes,
  }: PlacementBody): PlacementTerms {
    if (maturityDate <= startDate) throw placementsErrors.PLACEMENT_DATES_REFUSED();
    return {
      counterparty,
      searchName: searchName(counterparty),
      amountKobo: nairaToKobo(amount)!,
      rate: interestRateText(rate),
      startDate,
      maturityDate,
      referenceNumber: referenceNumber ?? null,
      notes: notes ?? null,
    };
  }

  /**
   * The open placement, locked until the transaction ends.
   * @throws PLACEMENT_NOT_FOUND (404), PLACEMENT_CLOSED (409)
   */
  async lockOpen(tx: Tx, institutionId: number, id: number): Promise<Placement> {
    const placement = await tx.findOne(Placement, {
      where: { institutionId, id },
      lock: { mode: 'for_no_key_update' },
    });
    if (!placement) throw placementsErrors.PLACEMENT_NOT_FOUND();
    if (placement.dateClosed !== null) throw placementsErrors.PLACEMENT_CLOSED();
    return placement;
  }

  /** The date that decides the status of placements. */
  async businessDate(tx: Tx, institutionId: number): Promise<string> {
    return (await tx.findOneByOrFail(Institution, { institutionId })).businessDate;
  }

  view(placement: Placement, businessDate: string): PlacementView {
    const { id, counterparty, startDate, maturityDate, referenceNumber, notes, dateClosed, closureReason, createdBy } =
      placement;
    const amount = koboToNaira(placement.amountKobo);
    const rate = Number(placement.rate);
    const terms = { counterparty, amount, rate, startDate, maturityDate, referenceNumber, notes };
    return {
      id,
      ...terms,
      version: versionOf({ ...terms, dateClosed }),
      status: placementStatus(placement, businessDate),
      dateClosed,
      closureReason,
      createdBy,
      createdAt: placement.createdAt.toISOString(),
      updatedAt: placement.updatedAt.toISOString(),
    };
  }
}
