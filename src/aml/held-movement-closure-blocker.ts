import { Injectable } from '@nestjs/common';
import { type ClosureBlocker, ClosureBlockers } from '../accounts/closure/closure-blockers';
import type { DepositAccount } from '../accounts/deposit-account.entity';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import { OUTWARD_TRANSFER } from '../transfers/outward/outward-transfer-kind';

/**
 * Waiting postings are few and have an index, so the accounts of their holds may be compared one by one. The
 * destination of an outward transfer is an account elsewhere, whatever account here has its number.
 */
const HELD_MOVEMENT = `
  SELECT p.reference FROM posting p JOIN aml_hold h ON h.institution_id = p.institution_id AND h.posting_id = p.id
   WHERE p.institution_id = $1 AND p.status <> 'Posted' AND p.status = 'Held'
          AND (h.source_accounts @> to_jsonb($2::text)
            OR h.kind <> '${OUTWARD_TRANSFER}' AND h.destination_accounts @> to_jsonb($2::text))
   LIMIT 1`;

/** An account stays open while AML holds one of its movements (docs/api/accounts.md#closure). */
@Injectable()
@MemberOf(ClosureBlockers)
export class HeldMovementClosureBlocker implements ClosureBlocker {
  readonly name = 'held-movements';

  async blocks(tx: Tx, institutionId: number, { accountNumber }: DepositAccount): Promise<string | undefined> {
    const rows = await tx.query<{ reference: string }[]>(HELD_MOVEMENT, [institutionId, accountNumber]);
    return (
      rows[0] && `The transaction ${rows[0].reference} is held for AML review; wait until it is declined or executed.`
    );
  }
}
