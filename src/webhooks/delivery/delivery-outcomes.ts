import { Injectable, Logger } from '@nestjs/common';
import { AuditLog } from '../../common/audit/audit-log';
import { arrayInsert, arrayInsertText } from '../../common/database/distribution/array-insert';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import { Messages } from '../../messaging/messages';
import { TransportSelector } from '../../messaging/transports/transport-selector';
import { endpointPauseMs, nextAttemptAt } from '../retry-schedule';
import { WebhookEndpoint } from '../webhook-endpoint.entity';
import { EndpointLeases } from './endpoint-leases';
import { type AttemptResult, isAccepted } from './event-sender';
import type { DueDelivery } from './pending-deliveries';

/** The answer with which an endpoint says that it is gone for good. */
const GONE = 410;
const AUTHOR = 'system:webhooks';

/** A delivery that was tried. */
export interface TriedDelivery {
  delivery: DueDelivery;
  result: AttemptResult;
}

/** What is stored of a tried delivery. */
interface DeliveryState {
  position: number;
  status: 'Pending' | 'Delivered' | 'Failed';
  attempts: number;
  firstAttemptAt: Date;
  dueAt: Date;
  finishedAt: Date | null;
  result: AttemptResult;
}

const UPDATE_DELIVERIES = `UPDATE webhook_delivery d SET status = u.status, attempts = u.attempts,
    first_attempt_at = u.first_attempt_at, due_at = u.due_at, last_http_status = u.http_status, last_error = u.error,
    finished_at = u.finished_at
  FROM unnest($3::bigint[], $4::text[], $5::int[], $6::timestamptz[], $7::timestamptz[], $8::smallint[], $9::text[],
    $10::timestamptz[]) AS u (position, status, attempts, first_attempt_at, due_at, http_status, error, finished_at)
  WHERE d.institution_id = $1 AND d.endpoint_id = $2 AND d.position = u.position AND d.status = 'Pending'`;

const INSERT_ATTEMPTS = arrayInsert({
  into: 'webhook_attempt (institution_id, endpoint_id, position, attempt, at, http_status, error, duration_ms)',
  fixed: ['$1::bigint', '$2::bigint'],
  arrays: ['bigint', 'int', 'timestamptz', 'smallint', 'text', 'int'],
  rest: 'ON CONFLICT DO NOTHING',
});

/** The state of a delivery after an attempt. */
export function stateAfter({ delivery, result }: TriedDelivery, now: Date, random: number): DeliveryState {
  const attempts = delivery.attempts + 1;
  const firstAttemptAt = delivery.firstAttemptAt ?? result.at;
  const common = { position: delivery.position, attempts, firstAttemptAt, result };
  if (isAccepted(result)) return { ...common, status: 'Delivered', dueAt: now, finishedAt: now };
  const dueAt = nextAttemptAt(attempts, firstAttemptAt, now, random);
  return dueAt
    ? { ...common, status: 'Pending', dueAt, finishedAt: null }
    : { ...common, status: 'Failed', dueAt: now, finishedAt: now };
}

/**
 * Why an endpoint is paused after these attempts; undefined when it is not. A single delivery that fails for three days
 * does not pause an endpoint that accepts others.
 */
function pauseReasonAfter(lastSuccessAt: Date | null, states: readonly DeliveryState[]): string | undefined {
  if (states.some(({ result }) => result.httpStatus === GONE)) return 'The endpoint answered 410: it is gone.';
  const isDead = states.some(
    ({ status, firstAttemptAt }) => status === 'Failed' && (lastSuccessAt === null || lastSuccessAt < firstAttemptAt),
  );
  return isDead ? 'No delivery has succeeded for three days.' : undefined;
}

/** Stores what became of deliveries, and pauses endpoints that are dead. */
@Injectable()
export class DeliveryOutcomes {
  private readonly logger = new Logger(DeliveryOutcomes.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly leases: EndpointLeases,
    private readonly audit: AuditLog,
    private readonly messages: Messages,
    private readonly transports: TransportSelector,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the attempts and their outcomes.
   * @returns true while the endpoint may be sent more at once
   */
  async store(leased: WebhookEndpoint, tried: readonly TriedDelivery[]): Promise<boolean> {
    if (tried.length === 0) return true;
    const { institutionId } = leased;
    const now = this.clock.now();
    const states = tried.map((attempt) => stateAfter(attempt, now, Math.random()));
    const mailsReach = leased.noticeEmail !== null && (await this.transports.reaches(institutionId, 'email'));
    return this.unitOfWork.run(institutionId, async (tx) => {
      const endpoint = await this.leases.lockOwn(tx, leased);
      // Another process has taken over: it makes these deliveries again.
      if (!endpoint) return false;
      await storeStates(tx, endpoint, states);
      const hasSuccess = states.some(({ status }) => status === 'Delivered');
      const lastSuccessAt = hasSuccess ? now : endpoint.lastSuccessAt;
      const failures = hasSuccess ? 0 : endpoint.failures + 1;
      const reason = pauseReasonAfter(lastSuccessAt, states);
      await tx.update(
        WebhookEndpoint,
        { institutionId, id: endpoint.id },
        {
          failures,
          lastSuccessAt,
          retryAt: failures === 0 ? null : new Date(now.getTime() + endpointPauseMs(failures)),
        },
      );
      if (reason !== undefined && endpoint.status === 'Active') await this.pause(tx, endpoint, reason, mailsReach);
      return failures === 0 && reason === undefined;
    });
  }

  private async pause(tx: Tx, endpoint: WebhookEndpoint, reason: string, mailsReach: boolean): Promise<void> {
    const { institutionId, id, clientId, noticeEmail, url } = endpoint;
    await tx.update(
      WebhookEndpoint,
      { institutionId, id },
      { status: 'Paused', pauseReason: reason, pausedAt: this.clock.now() },
    );
    await this.audit.record(
      tx,
      { institutionId, actor: AUTHOR },
      { action: 'webhook-endpoint.pause', subject: `webhook-endpoint:${id}`, details: { reason } },
    );
    await tx.query(
      `INSERT INTO queued_event (institution_id, types, audience, parts)
       SELECT $1::bigint, ARRAY['webhook.paused'], $2, $3::json FROM institution
        WHERE institution_id = $1 AND 'webhook.paused' = ANY (wanted_events)
       RETURNING 1`,
      [
        institutionId,
        `api-client:${clientId}`,
        JSON.stringify([{ type: 'webhook.paused', row: { endpoint_id: id, reason } }]),
      ],
    );
    if (noticeEmail !== null && mailsReach)
      await this.messages.queue(tx, {
        institutionId,
        channel: 'email',
        recipient: noticeEmail,
        subject: 'A webhook endpoint is paused',
        body: [
          `The webhook endpoint ${id} (${url ?? ''}) is paused. ${reason}`,
          'Its events are kept for 30 days. When the endpoint works again, ask the institution to resume it.',
        ].join('\n\n'),
        requestedBy: AUTHOR,
      });
    this.logger.warn({ institutionId, endpointId: id, reason }, 'A webhook endpoint is paused.');
  }
}

async function storeStates(tx: Tx, { institutionId, id }: WebhookEndpoint, states: DeliveryState[]): Promise<void> {
  const instants = (of: (state: DeliveryState) => Date | null): (string | null)[] =>
    states.map((state) => of(state)?.toISOString() ?? null);
  const positions = states.map(({ position }) => position);
  const attempts = states.map((state) => state.attempts);
  const httpStatuses = states.map(({ result }) => result.httpStatus);
  const errors = states.map(({ result }) => result.error);
  await tx.query(UPDATE_DELIVERIES, [
    institutionId,
    id,
    positions,
    states.map(({ status }) => status),
    attempts,
    instants(({ firstAttemptAt }) => firstAttemptAt),
    instants(({ dueAt }) => dueAt),
    httpStatuses,
    errors,
    instants(({ finishedAt }) => finishedAt),
  ]);
  await tx.query(arrayInsertText(tx, INSERT_ATTEMPTS, states.length), [
    institutionId,
    id,
    positions,
    attempts,
    instants(({ result }) => result.at),
    httpStatuses,
    errors,
    states.map(({ result }) => result.durationMs),
  ]);
}
