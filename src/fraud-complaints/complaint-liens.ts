import { Injectable } from '@nestjs/common';
import { Liens } from '../accounts/liens/liens';
import type { AuditAuthor } from '../common/audit/audit-log';
import type { Tx } from '../common/database/unit-of-work';
import type { FraudComplaint } from './fraud-complaint.entity';

/** Staff and clients read the reason of a lien or a freeze, so it names no suspicion. */
export const DISPUTED = 'Disputed payment';

/** The lien of a complaint on the receiving account. It is the system's, so no route for liens ends it. */
@Injectable()
export class ComplaintLiens {
  constructor(private readonly liens: Liens) {}

  /** Reserves the disputed sum. @throws INSUFFICIENT_FUNDS (422) and the other errors of liens */
  async place(tx: Tx, by: AuditAuthor, { id, disputedKobo }: FraudComplaint, accountId: number): Promise<void> {
    const terms = { amountKobo: disputedKobo, reason: DISPUTED, expiryDate: null, formOfLien: null };
    await this.liens.place(tx, by, { accountId, ...terms, origin: { heldFor: heldFor(id) } });
  }

  /** Ends the lien; a complaint without one is left as it is. */
  async release(tx: Tx, by: AuditAuthor, { institutionId, id }: FraudComplaint): Promise<void> {
    const lien = await this.liens.lockHeldFor(tx, institutionId, heldFor(id));
    if (lien) await this.liens.release(tx, by, lien);
  }
}

/** The reference of the lien, which the customer can read. */
const heldFor = (id: number): string => `dispute:${id}`;
