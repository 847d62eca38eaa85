import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../common/database/id-allocator';
import { insertRows } from '../../common/database/insert-rows';
import type { Tx } from '../../common/database/unit-of-work';
import { eventRows } from '../../common/outbox/outbox-event';
import { Clock } from '../../common/time/clock';
import { AlertRaised } from '../cases.events';
import { AlertRaiser, type NewAlert } from './alert-raiser';
import { AmlAlert } from './aml-alert.entity';

const SCORE_MAX = 100;

/** Stores alerts, once for each dedupe key however many transactions find the same at once. */
@Injectable()
export class StoredAlerts extends AlertRaiser {
  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async raise(tx: Tx, alert: NewAlert): Promise<number | undefined> {
    assertComplete(alert);
    const { institutionId, accountId, sourceVersion, facts, postingIds, score } = alert;
    const inserted = await tx
      .createQueryBuilder()
      .insert()
      .into(AmlAlert)
      .values({
        ...alert,
        id: await this.ids.next(),
        accountId: accountId ?? null,
        sourceVersion: sourceVersion ?? null,
        facts: (facts ?? {}) as object,
        postingIds: postingIds ?? [],
        score: Math.min(SCORE_MAX, Math.max(0, Math.round(score))),
        status: 'new',
        caseId: null,
        createdAt: this.clock.institutionNow(institutionId),
      })
      .orIgnore()
      .returning(['id'])
      .execute();
    const [row] = inserted.raw as { id: string }[];
    if (!row) return undefined;
    await insertRows(tx, eventRows(await this.ids.next(), new AlertRaised(institutionId, Number(row.id))));
    return Number(row.id);
  }
}

/** An alert without a subject or a reason could not be worked on: its source has an error. */
function assertComplete({ subjectType, customerId, accountId, reasons, source, sourceId }: NewAlert): void {
  const subject = subjectType === 'account' ? accountId : customerId;
  if (subject === null || subject === undefined)
    throw new Error(`The alert of ${source} ${sourceId} names no ${subjectType}.`);
  if (reasons.length === 0) throw new Error(`The alert of ${source} ${sourceId} has no reason.`);
}
