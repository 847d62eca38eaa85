import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { IdAllocator } from '../../common/database/id-allocator';
import { insertRows } from '../../common/database/insert-rows';
import type { Tx } from '../../common/database/unit-of-work';
import { eventRows } from '../../common/outbox/outbox-event';
import { Clock } from '../../common/time/clock';
import { AlertRaised } from '../cases.events';
import { AlertRaiser, type NewAlert } from './alert-raiser';
import { AmlAlert } from './aml-alert.entity';

const SCORE_MAX = 100;
/** A statement has at most 65,535 values. */
const STATEMENT_ALERTS_MAX = 1_000;

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
    return (await this.raiseAll(tx, [alert]))[0];
  }

  override async raiseAll(tx: Tx, alerts: readonly NewAlert[]): Promise<number[]> {
    alerts.forEach(assertComplete);
    const raised: number[] = [];
    for (let at = 0; at < alerts.length; at += STATEMENT_ALERTS_MAX)
      raised.push(...(await this.write(tx, alerts.slice(at, at + STATEMENT_ALERTS_MAX))));
    return raised;
  }

  private async write(tx: Tx, alerts: readonly NewAlert[]): Promise<number[]> {
    const { institutionId } = alerts[0]!;
    const ids = await this.ids.block(alerts.length);
    const createdAt = this.clock.institutionNow(institutionId);
    const inserted = await tx
      .createQueryBuilder()
      .insert()
      .into(AmlAlert)
      .values(alerts.map((alert) => ({ ...newRow(alert), id: ids.next(), createdAt })))
      .orIgnore()
      .returning(['id'])
      .execute();
    const raised = (inserted.raw as { id: string }[]).map(({ id }) => Number(id));
    if (raised.length === 0) return [];
    const eventIds = await this.ids.block(raised.length);
    const events = raised.flatMap((id) => eventRows(eventIds.next(), new AlertRaised(institutionId, id)));
    await insertRows(tx, events);
    return raised;
  }
}

function newRow(alert: NewAlert): Omit<QueryDeepPartialEntity<AmlAlert>, 'id' | 'createdAt'> {
  const { accountId, sourceVersion, facts, postingIds, score } = alert;
  return {
    ...alert,
    accountId: accountId ?? null,
    sourceVersion: sourceVersion ?? null,
    facts: (facts ?? {}) as object,
    postingIds: postingIds ?? [],
    score: Math.min(SCORE_MAX, Math.max(0, Math.round(score))),
    status: 'new',
    caseId: null,
  };
}

/** An alert without a subject or a reason could not be worked on: its source has an error. */
function assertComplete({ subjectType, customerId, accountId, reasons, source, sourceId }: NewAlert): void {
  const subject = subjectType === 'account' ? accountId : customerId;
  if (subject === null || subject === undefined)
    throw new Error(`The alert of ${source} ${sourceId} names no ${subjectType}.`);
  if (reasons.length === 0) throw new Error(`The alert of ${source} ${sourceId} has no reason.`);
}
