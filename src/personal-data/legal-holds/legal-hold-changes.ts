import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { LegalHold } from '../../accounts/legal-holds/legal-hold.entity';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { Clock } from '../../common/time/clock';
import type { ChangeFields, ConfigurationChange } from '../../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../../institutions/changes/change-kinds';
import { Institution } from '../../institutions/institution.entity';
import { personalDataErrors } from '../personal-data.errors';
import { personalDataPermissions } from '../personal-data.permissions';
import { legalHoldView } from './legal-hold-view';
import type { LegalHoldView } from './legal-holds.dto';

export const REMOVE_LEGAL_HOLD = 'remove-legal-hold';

/** The removal of a customer's legal hold. The change names the hold, so that it never removes a later one. */
@Injectable()
@MemberOf(ChangeKinds)
export class LegalHoldChanges implements ChangeKind {
  readonly operation = REMOVE_LEGAL_HOLD;
  readonly title = 'Legal hold of customer';
  readonly covers = 'the removal of a legal hold before its last date';
  readonly permission = personalDataPermissions.manageLegalHolds;

  constructor(private readonly clock: Clock) {}

  /** @throws LEGAL_HOLD_NOT_FOUND (404) */
  async present(tx: Tx, institutionId: number, customerID: string): Promise<ChangeFields> {
    const { id, reference, reason, until } = await this.require(tx, institutionId, customerID);
    return { hold: { id, reference, reason, until }, removalReason: null };
  }

  /** @throws LEGAL_HOLD_NOT_FOUND (404) */
  async apply(tx: Tx, institutionId: number, change: ConfigurationChange, author: string): Promise<LegalHoldView> {
    const hold = await this.require(tx, institutionId, change.target);
    const removal = {
      removedAt: this.clock.now(),
      removedBy: author,
      removalReason: change.after.removalReason as string,
    };
    await tx.update(LegalHold, { institutionId, id: hold.id }, removal);
    const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
    return legalHoldView({ ...hold, ...removal }, businessDate);
  }

  audited({ target }: ConfigurationChange): AuditedChange[] {
    return [{ action: 'legal-hold.remove', subject: `customer:${target}` }];
  }

  private async require(tx: Tx, institutionId: number, customerID: string): Promise<LegalHold> {
    const hold = await tx.findOneBy(LegalHold, { institutionId, customerID, removedAt: IsNull() });
    if (!hold) throw personalDataErrors.LEGAL_HOLD_NOT_FOUND();
    return hold;
  }
}
