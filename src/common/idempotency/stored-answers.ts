import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/unit-of-work';
import type { Envelope } from '../http/outcome';
import { hasIdentityNumbers } from '../identity/identity-fields';
import { type IdentityPlace, IdentityPlaces, type SealedBatch } from '../identity/identity-places';
import { MemberOf } from '../registry/registry';
import { Claims } from './claims';

const BATCH_SIZE = 500;

interface AnswerRow {
  reference: string;
  hold_id: string;
  response: string;
  sealed: boolean;
}

/**
 * Answers with identity numbers that were stored in plain text. Answers that were sealed with a previous key are not
 * sealed again: claims are deleted after 30 days.
 */
@Injectable()
@MemberOf(IdentityPlaces)
export class StoredAnswers implements IdentityPlace {
  readonly name = 'request_claim';

  constructor(private readonly claims: Claims) {}

  async sealNext(tx: Tx, institutionId: number, after: string): Promise<SealedBatch> {
    const [holdId, reference] = positionOf(after);
    const rows = await tx.query<AnswerRow[]>(
      `SELECT reference, hold_id, response, sealed FROM request_claim
        WHERE institution_id = $1 AND (reference, hold_id) > ($2, $3::bigint)
        ORDER BY reference, hold_id LIMIT ${BATCH_SIZE}`,
      [institutionId, reference, holdId],
    );
    let sealedRows = 0;
    for (const row of rows) if (await this.seal(tx, institutionId, row)) sealedRows += 1;
    const last = rows.at(-1);
    return {
      next: last && rows.length === BATCH_SIZE ? `${last.hold_id} ${last.reference}` : null,
      sealedRows,
      failedRows: 0,
    };
  }

  private async seal(
    tx: Tx,
    institutionId: number,
    { reference, hold_id, response, sealed }: AnswerRow,
  ): Promise<boolean> {
    if (sealed || !hasIdentityNumbers((JSON.parse(response) as Envelope).data)) return false;
    // Not when a decision has replaced the answer meanwhile.
    await tx.query(
      `UPDATE request_claim SET response = $4, sealed = true
        WHERE institution_id = $1 AND reference = $2 AND hold_id = $3 AND response = $5`,
      [institutionId, reference, hold_id, this.claims.sealedResponse({ institutionId, reference }, response), response],
    );
    return true;
  }
}

/** The hold and the reference of the claim to go on after. */
function positionOf(after: string): [string, string] {
  const space = after.indexOf(' ');
  return space < 0 ? ['-1', ''] : [after.slice(0, space), after.slice(space + 1)];
}
