import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../common/database/id-allocator';
import type { Tx } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { AmlAlert } from './alerts/aml-alert.entity';
import { AmlCase, CASE_PRIORITIES, type CaseQueue } from './aml-case.entity';
import { AmlCaseEvent, type CaseEventKind } from './aml-case-event.entity';
import { NOT_PROPOSED, priorityOf } from './case-lifecycle';
import { casesErrors } from './cases.errors';
import { CASE_DECISION_HOURS, CASE_TOUCH_HOURS } from './cases.settings';

const HOUR_MS = 3_600_000;
const RATING = 'SELECT level FROM risk_rating WHERE institution_id = $1 AND id = $2';

/** A case to open. */
export interface NewCase {
  institutionId: number;
  customerId: number;
  queue: CaseQueue;
  /** 0 to 100; gives the priority. */
  score: number;
  actor: string;
  text?: string | undefined;
}

/** A fact of the history of a case. */
interface CaseFact {
  kind: CaseEventKind;
  actor: string;
  text?: string | undefined;
  details?: Record<string, unknown>;
}

/** The rows of cases, their alerts and their history, inside the caller's transaction. */
@Injectable()
export class CaseStore {
  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly settings: InstitutionSettings,
  ) {}

  /** The case of a customer that is not closed, locked; a new one where there is none. */
  async openFor(tx: Tx, wanted: NewCase): Promise<{ found: AmlCase; isNew: boolean }> {
    const { institutionId, customerId, actor, text } = wanted;
    for (;;) {
      const isNew = await this.insertOpen(tx, wanted);
      const found = await this.lockOpen(tx, institutionId, customerId);
      // Another case was in the way and has been closed since: the next look opens one.
      if (!found) continue;
      if (isNew) await this.record(tx, found, { kind: 'opened', actor, text });
      return { found, isNew };
    }
  }

  /** @returns false where the customer has a case that is not closed */
  private async insertOpen(tx: Tx, { institutionId, customerId, queue, score, actor }: NewCase): Promise<boolean> {
    const now = this.clock.institutionNow(institutionId);
    const [rating] = await tx.query<{ level: string }[]>(RATING, [institutionId, customerId]);
    const id = await this.ids.next();
    const inserted = await tx
      .createQueryBuilder()
      .insert()
      .into(AmlCase)
      .values({
        institutionId,
        id,
        customerId,
        status: 'open',
        priority: priorityOf(score),
        queue,
        riskLevel: rating?.level ?? null,
        touchDueAt: await this.dueAt(tx, institutionId, CASE_TOUCH_HOURS),
        decisionDueAt: await this.decisionDueAt(tx, institutionId),
        openedBy: actor,
        createdAt: now,
      })
      .orIgnore()
      .returning(['id'])
      .execute();
    return (inserted.raw as unknown[]).length > 0;
  }

  /** When a case must be decided that is opened now. */
  decisionDueAt(tx: Tx, institutionId: number): Promise<Date> {
    return this.dueAt(tx, institutionId, CASE_DECISION_HOURS);
  }

  /** Puts an alert into a case; a higher score raises the priority of the case. */
  async link(tx: Tx, amlCase: AmlCase, alert: AmlAlert, actor: string): Promise<void> {
    const { institutionId, id: caseId, priority } = amlCase;
    const { affected } = await tx.update(
      AmlAlert,
      [
        { institutionId, id: alert.id, status: 'new' },
        { institutionId, id: alert.id, status: 'triaged' },
      ] as never,
      { status: 'linked', caseId },
    );
    if (affected !== 1) throw casesErrors.ALERT_STATE();
    const raised = priorityOf(alert.score);
    if (CASE_PRIORITIES.indexOf(raised) > CASE_PRIORITIES.indexOf(priority)) {
      await tx.update(AmlCase, { institutionId, id: caseId }, { priority: raised });
      amlCase.priority = raised;
    }
    await this.record(tx, amlCase, { kind: 'alert-linked', actor, details: { alertId: alert.id } });
    if (amlCase.status === 'proposed') await this.takeBack(tx, amlCase, actor);
  }

  /** A proposal says nothing of an alert that came after it, so whoever closes the case must not close it with that. */
  private async takeBack(tx: Tx, amlCase: AmlCase, actor: string): Promise<void> {
    const { institutionId, id } = amlCase;
    const changes = { status: 'in-progress', ...NOT_PROPOSED } as const;
    await tx.update(AmlCase, { institutionId, id }, changes);
    Object.assign(amlCase, changes);
    await this.record(tx, amlCase, { kind: 'returned', actor, text: 'Another alert joined the case.' });
  }

  async record(tx: Tx, { institutionId, id }: AmlCase, { kind, actor, text, details }: CaseFact): Promise<void> {
    await tx.insert(AmlCaseEvent, {
      institutionId,
      id: await this.ids.next(),
      caseId: id,
      kind,
      actor,
      text: text ?? null,
      details: (details ?? {}) as never,
      at: this.clock.institutionNow(institutionId),
    });
  }

  /** @throws CASE_NOT_FOUND (404) */
  async lock(tx: Tx, institutionId: number, id: number): Promise<AmlCase> {
    const lock = { mode: 'for_no_key_update' } as const;
    const found = await tx.findOne(AmlCase, { where: { institutionId, id }, lock });
    if (!found) throw casesErrors.CASE_NOT_FOUND();
    return found;
  }

  /** @throws CASE_NOT_FOUND (404) */
  async find(tx: Tx, institutionId: number, id: number): Promise<AmlCase> {
    const found = await tx.findOneBy(AmlCase, { institutionId, id });
    if (!found) throw casesErrors.CASE_NOT_FOUND();
    return found;
  }

  private async dueAt(tx: Tx, institutionId: number, key: string): Promise<Date> {
    const hours = Number(await this.settings.getWithin(tx, institutionId, key));
    return new Date(this.clock.institutionNow(institutionId).getTime() + hours * HOUR_MS);
  }

  private async lockOpen(tx: Tx, institutionId: number, customerId: number): Promise<AmlCase | null> {
    return tx
      .createQueryBuilder(AmlCase, 'found')
      .setLock('for_no_key_update')
      .where(`found.institution_id = :institutionId AND found.customer_id = :customerId AND found.status <> 'closed'`, {
        institutionId,
        customerId,
      })
      .getOne();
  }
}
