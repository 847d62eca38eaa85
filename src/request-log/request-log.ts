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
import { type InstitutionCalls, PackedCalls } from './packed-calls';
import { slotOf, slotToEmpty } from './request-slots';
import { shownFields } from './shown-fields';

const FLUSH_EVERY_MS = 500;
const EMPTY_EVERY_MS = 3_600_000;
/** Calls that wait to be written; at 4,000 a second this is more than a second. */
const WAITING_MAX = 5_000;

/** Separates the values of a column in its one parameter; no value can contain it. */
const SEPARATOR = '\x1f';

const REFERENCE_MAX_LENGTH = 100;

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
  private readonly waiting = new PackedCalls(COLUMNS.length, SEPARATOR, WAITING_MAX);
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
    const lostBefore = this.lost.get(institutionId) ?? 0;
    if (!this.waiting.add(institutionId, this.callOf(request, lostBefore))) this.lose(institutionId, 1);
    else if (lostBefore > 0) this.lost.delete(institutionId);
  }

  @Interval(FLUSH_EVERY_MS)
  async flushInTurn(): Promise<void> {
    if (!this.flushing) await this.flush();
  }

  /** Writes the calls that wait, and waits for those that are being written. */
  async flush(): Promise<void> {
    while (this.flushing) await this.flushing;
    if (this.waiting.count === 0) return;
    this.flushing = this.writeWaiting().finally(() => (this.flushing = undefined));
    await this.flushing;
  }

  private async writeWaiting(): Promise<void> {
    for (const calls of this.waiting.take()) await this.write(calls);
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

  private async write({ institutionId, calls, columns }: InstitutionCalls): Promise<void> {
    try {
      await this.unitOfWork.run(institutionId, (tx) =>
        tx.query(arrayInsertText(tx, INSERT, calls), [institutionId, ...columns]),
      );
    } catch (error) {
      this.lose(institutionId, calls);
      this.logger.warn({ err: error as Error, institutionId, calls }, 'Calls of API clients were lost.');
    }
  }

  private lose(institutionId: number, calls: number): void {
    this.lost.set(institutionId, (this.lost.get(institutionId) ?? 0) + calls);
    this.lostCalls.inc(calls);
  }

  /** The values of the columns, in their order. */
  private callOf(
    { client, method, path, status, durationMs, correlationId, reference, body, answer }: AnsweredRequest,
    lostBefore: number,
  ): string[] {
    const at = this.clock.now();
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
