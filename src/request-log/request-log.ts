import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Counter } from 'prom-client';
import { AppConfig } from '../common/config/app-config';
import { arrayInsert, arrayInsertText } from '../common/database/distribution/array-insert';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { AnsweredRequest, RequestRecorder } from '../common/http/request-recorder';
import { maskCardNumbers } from '../common/logging/mask-card-numbers';
import { Metrics } from '../common/metrics/metrics';
import { Clock } from '../common/time/clock';
import { slotOf, slotToEmpty } from './request-slots';
import { shownFields } from './shown-fields';

const FLUSH_EVERY_MS = 500;
const EMPTY_EVERY_MS = 3_600_000;
/** Calls that wait to be written; at 4,000 a second this is more than a second. */
const WAITING_MAX = 5_000;

/** Separates the values of a column in its one parameter; no value can contain it. */
const SEPARATOR = '\x1f';

const REFERENCE_MAX_LENGTH = 100;

/** A call that waits to be written. Texts, because they are joined to one parameter for each column. */
type WaitingCall = readonly string[];

const COLUMNS = [
  ['slot', 'smallint'],
  ['client_id', 'varchar'],
  ['at', 'timestamptz'],
  ['method', 'varchar'],
  ['path', 'varchar'],
  ['status', 'smallint'],
  ['code', 'varchar'],
  ['duration_ms', 'integer'],
  ['reference', 'varchar'],
  ['correlation_id', 'varchar'],
  ['body', 'json'],
  ['answer', 'json'],
  ['lost_before', 'integer'],
] as const;

const NAMES = COLUMNS.map(([name]) => name).join(', ');

// An empty text is null.
const INSERT = arrayInsert({
  into: `api_request (institution_id, ${NAMES})`,
  fixed: ['$1::bigint'],
  arrays: COLUMNS.map(() => 'text'),
  arrayFrom: (parameter) => `string_to_array(${parameter}, E'\\x1f', '')`,
  values: (elements) => elements.map((element, index) => `${element}::${COLUMNS[index]![1]}`),
});

/**
 * Keeps the calls of API clients for 30 days (docs/api/requests.md). They are written in batches after the answers, so
 * a killed process loses those that wait, and so does a database that is away or too slow.
 */
@Injectable()
export class RequestLog implements RequestRecorder, OnModuleInit, BeforeApplicationShutdown {
  readonly isOn: boolean;
  private readonly logger = new Logger(RequestLog.name);
  private waiting = new Map<number, WaitingCall[]>();
  private count = 0;
  /** Calls lost since the last one that was kept, by institution. */
  private readonly lost = new Map<number, number>();
  private flushing: Promise<void> | undefined;

  private readonly lostCalls = new Counter({
    name: 'corebank_request_log_lost_total',
    help: 'Calls of API clients that the request log could not keep.',
    registers: [],
  });

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly config: AppConfig,
  ) {
    this.isOn = config.requestLog;
  }

  onModuleInit(): void {
    this.metrics.registry.registerMetric(this.lostCalls);
  }

  record(request: AnsweredRequest): void {
    const { institutionId } = request.client;
    if (this.count >= WAITING_MAX) {
      this.lose(institutionId, 1);
      return;
    }
    const call = this.callOf(request);
    const calls = this.waiting.get(institutionId);
    if (calls) calls.push(call);
    else this.waiting.set(institutionId, [call]);
    this.count += 1;
  }

  @Interval(FLUSH_EVERY_MS)
  async flushInTurn(): Promise<void> {
    if (!this.flushing) await this.flush();
  }

  /** Writes the calls that wait, and waits for those that are being written. */
  async flush(): Promise<void> {
    while (this.flushing) await this.flushing;
    if (this.count === 0) return;
    this.flushing = this.writeWaiting().finally(() => (this.flushing = undefined));
    await this.flushing;
  }

  private async writeWaiting(): Promise<void> {
    const waiting = this.waiting;
    this.waiting = new Map();
    this.count = 0;
    for (const [institutionId, calls] of waiting) await this.write(institutionId, calls);
  }

  /** Empties the partition that is used next. TRUNCATE is for the whole table, so it needs no institution. */
  @Interval(EMPTY_EVERY_MS)
  async emptyNextSlot(): Promise<void> {
    if (!this.isOn || !this.config.backgroundWork) return;
    const partition = `api_request_${String(slotToEmpty(this.clock.now())).padStart(2, '0')}`;
    try {
      await this.unitOfWork.routing((tx) => tx.query(`TRUNCATE ${partition}`));
    } catch (error) {
      this.logger.warn(
        { err: error as Error, partition },
        'Old calls could not be deleted; the next round tries again.',
      );
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  private async write(institutionId: number, calls: WaitingCall[]): Promise<void> {
    const values = COLUMNS.map((_, column) => calls.map((call) => call[column]).join(SEPARATOR));
    try {
      await this.unitOfWork.run(institutionId, (tx) =>
        tx.query(arrayInsertText(tx, INSERT, calls.length), [institutionId, ...values]),
      );
    } catch (error) {
      this.lose(institutionId, calls.length);
      this.logger.warn({ err: error as Error, institutionId, calls: calls.length }, 'Calls of API clients were lost.');
    }
  }

  private lose(institutionId: number, calls: number): void {
    this.lost.set(institutionId, (this.lost.get(institutionId) ?? 0) + calls);
    this.lostCalls.inc(calls);
  }

  private callOf({
    client,
    method,
    path,
    status,
    durationMs,
    correlationId,
    reference,
    body,
    answer,
  }: AnsweredRequest): WaitingCall {
    const at = this.clock.now();
    const lostBefore = this.lost.get(client.institutionId) ?? 0;
    if (lostBefore > 0) this.lost.delete(client.institutionId);
    return [
      String(slotOf(at)),
      client.id,
      at.toISOString(),
      method,
      path,
      String(status),
      codeOf(answer),
      String(Math.round(durationMs)),
      // A longer one was refused; it must not cost the batch its other calls.
      maskCardNumbers((reference ?? '').slice(0, REFERENCE_MAX_LENGTH)),
      maskCardNumbers(correlationId),
      maskCardNumbers(shownFields(body) ?? ''),
      maskCardNumbers(shownFields(answer) ?? ''),
      String(lostBefore),
    ];
  }
}

/** The code of an error or of a 202; empty for other answers. */
function codeOf(answer: unknown): string {
  const { statusCode } = (answer ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'string' ? statusCode : '';
}
