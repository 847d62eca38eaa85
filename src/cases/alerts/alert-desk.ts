import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Customer } from '../../accounts/customers/customer.entity';
import { AuditLog } from '../../common/audit/audit-log';
import { listPage } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { sampleOf } from '../case-steps';
import { CaseStore } from '../case-store';
import { alertView, customerNumbersOf } from '../case-views';
import { casesErrors } from '../cases.errors';
import { CASE_SAMPLE_SHARE } from '../cases.settings';
import { queueOf } from '../commands/join-alert';
import type { AlertView, CloseAlertsBody, ListAlertsQuery } from './alerts.dto';
import { AmlAlert } from './aml-alert.entity';

/** The queue of alerts and the work on alerts that need no case (docs/api/cases.md#alerts). */
@Injectable()
export class AlertDesk {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: IdempotentWrites,
    private readonly store: CaseStore,
    private readonly settings: InstitutionSettings,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** Alerts of all customers, or of one; a customer that the institution does not have has none. */
  list(institutionId: number, filters: ListAlertsQuery): Promise<Page<AlertView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { Status, Source, SourceID, CustomerID, MinScore, ToReview, Direction } = filters;
      const query = tx
        .createQueryBuilder(AmlAlert, 'alert')
        .where('alert.institution_id = :institutionId', { institutionId })
        .orderBy('alert.id', Direction === 'Asc' ? 'ASC' : 'DESC');
      if (Status !== undefined) query.andWhere('alert.status = :Status', { Status });
      if (Source !== undefined) query.andWhere('alert.source = :Source', { Source });
      if (SourceID !== undefined) query.andWhere('alert.source_id = :SourceID', { SourceID });
      if (MinScore !== undefined)
        query.andWhere(`alert.score >= CAST(:score AS smallint)`, { score: String(MinScore) });
      if (ToReview !== undefined)
        query.andWhere(`${ToReview ? '' : 'NOT '}(alert.is_sampled AND alert.review_agrees IS NULL)`);
      if (CustomerID !== undefined) {
        const customer = await tx.findOneBy(Customer, { institutionId, customerID: CustomerID });
        query.andWhere('alert.customer_id = :customerId', { customerId: customer?.id ?? 0 });
      }
      const page = await listPage(tx, query, filters, (alert) => alert);
      const numbers = await customerNumbersOf(tx, institutionId, page.data);
      return { ...page, data: page.data.map((alert) => alertView(alert, numbers)) };
    });
  }

  /** @throws ALERT_NOT_FOUND (404) */
  get(institutionId: number, id: number): Promise<AlertView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const alert = await tx.findOneBy(AmlAlert, { institutionId, id });
      if (!alert) throw casesErrors.ALERT_NOT_FOUND();
      return this.view(tx, alert);
    });
  }

  /**
   * Puts an alert into its customer's case.
   * @throws ALERT_NOT_FOUND (404), ALERT_STATE (409), ALERT_WITHOUT_CUSTOMER (422)
   */
  toCase(write: WriteRequest, id: number): Promise<Outcome> {
    const { institutionId, actor } = write;
    return this.writes.run(write, { id }, async (tx) => {
      const alert = await lockAlert(tx, institutionId, id);
      if (alert.customerId === null) throw casesErrors.ALERT_WITHOUT_CUSTOMER();
      const { customerId, score } = alert;
      if (alert.status !== 'new' && alert.status !== 'triaged') throw casesErrors.ALERT_STATE();
      const { found } = await this.store.openFor(tx, {
        institutionId,
        customerId,
        queue: queueOf(alert),
        score,
        actor,
      });
      await this.store.link(tx, found, alert, actor);
      await this.audit.record(tx, write, { action: 'aml-alert.to-case', subject: `aml-alert:${id}` });
      return Outcome.done(await this.view(tx, { ...alert, status: 'linked', caseId: found.id }));
    });
  }

  /**
   * Closes alerts of one source and version that need no case; some are chosen for a second look. Alerts of holds are
   * never closed here: the hold waits for its own decision.
   *
   * @throws ALERT_NOT_FOUND (404), ALERT_STATE (409), ALERTS_DIFFER, ALERT_OF_HOLD (422); nothing is closed then
   */
  close(write: WriteRequest, body: CloseAlertsBody): Promise<Outcome> {
    const { institutionId, actor } = write;
    return this.writes.run(write, body, async (tx) => {
      const alerts = await lockAlerts(tx, institutionId, body.alertIds);
      assertClosable(alerts, body.alertIds);
      const share = Number(await this.settings.getWithin(tx, institutionId, CASE_SAMPLE_SHARE));
      const chosen = sampleOf(alerts.length, share);
      // One person never closes for good an alert that a second look has opened again.
      const sampled = alerts.filter((alert, at) => chosen[at]! || alert.reviewAgrees === false).map(({ id }) => id);
      const { reasonCode: closeReason, note: closeNote } = body;
      const closedAt = this.clock.institutionNow(institutionId);
      const ids = alerts.map(({ id }) => id);
      const look = { isSampled: false, reviewedBy: null, reviewAgrees: null };
      const closing = { status: 'closed' as const, closedBy: actor, closedAt, closeReason, closeNote, ...look };
      await tx.update(AmlAlert, { institutionId, id: In(ids) }, closing);
      if (sampled.length > 0) await tx.update(AmlAlert, { institutionId, id: In(sampled) }, { isSampled: true });
      const details = { alertIds: ids, reasonCode: closeReason, sampled };
      await this.audit.record(tx, write, { action: 'aml-alert.close', subject: `aml-alert:${ids[0]}`, details });
      return Outcome.done({ closed: ids.length, sampled });
    });
  }

  /**
   * A second look at a closed alert; one that disagrees opens it again.
   * @throws REVIEW_NOT_ASKED (409), REVIEW_FOUR_EYES (422)
   */
  review(write: WriteRequest, id: number, agrees: boolean): Promise<Outcome> {
    const { institutionId, actor } = write;
    return this.writes.run(write, { id, agrees }, async (tx) => {
      const alert = await lockAlert(tx, institutionId, id);
      if (!alert.isSampled || alert.reviewAgrees !== null || alert.status !== 'closed')
        throw casesErrors.REVIEW_NOT_ASKED();
      if (alert.closedBy === actor) throw casesErrors.REVIEW_FOUR_EYES();
      const changes = { reviewedBy: actor, reviewAgrees: agrees, ...(agrees ? {} : { status: 'triaged' as const }) };
      await tx.update(AmlAlert, { institutionId, id }, changes);
      const details = { agrees };
      await this.audit.record(tx, write, { action: 'aml-alert.review', subject: `aml-alert:${id}`, details });
      return Outcome.done(await this.view(tx, { ...alert, ...changes }));
    });
  }

  private async view(tx: Tx, alert: AmlAlert): Promise<AlertView> {
    return alertView(alert, await customerNumbersOf(tx, alert.institutionId, [alert]));
  }
}

function assertClosable(alerts: AmlAlert[], asked: readonly number[]): void {
  const unknown = asked.filter((id) => alerts.every((alert) => alert.id !== id));
  if (unknown.length > 0)
    throw casesErrors.ALERT_NOT_FOUND(`There is no alert ${unknown.join(', ')}; leave it out.`, { alertIds: unknown });
  const taken = alerts.filter(({ status }) => status !== 'new' && status !== 'triaged').map(({ id }) => id);
  if (taken.length > 0)
    throw casesErrors.ALERT_STATE(`In a case or closed already: alert ${taken.join(', ')}; leave it out.`, {
      alertIds: taken,
    });
  const [first] = alerts;
  const differs = (alert: AmlAlert): boolean =>
    alert.source !== first!.source ||
    alert.sourceId !== first!.sourceId ||
    alert.sourceVersion !== first!.sourceVersion;
  if (alerts.some(differs)) throw casesErrors.ALERTS_DIFFER();
  if (first!.source === 'hold') throw casesErrors.ALERT_OF_HOLD();
}

/** In the order of their ids, so that two closings of the same alerts wait for each other. */
function lockAlerts(tx: Tx, institutionId: number, ids: number[]): Promise<AmlAlert[]> {
  const lock = { mode: 'for_no_key_update' } as const;
  return tx.find(AmlAlert, { where: { institutionId, id: In(ids) }, order: { id: 'ASC' }, lock });
}

async function lockAlert(tx: Tx, institutionId: number, id: number): Promise<AmlAlert> {
  const [alert] = await lockAlerts(tx, institutionId, [id]);
  if (!alert) throw casesErrors.ALERT_NOT_FOUND();
  return alert;
}
