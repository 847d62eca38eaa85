import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../database/unit-of-work';
import { type GaugeReading, InstitutionGauges } from './institution-gauges';
import { Metrics } from './metrics';

/** Scrapes that come sooner are answered with the same readings, and those that come sooner than twice their length. */
const KEPT_MS = 10_000;
/** A scrape waits no longer for the database; Prometheus gives up after ten seconds by default. */
const TIMEOUT_MS = 5_000;

/**
 * Reads the gauges of all institutions when metrics are scraped. Every process reads the same rows, so a query takes
 * their maximum and not their sum. While the database does not answer, the gauges are missing and
 * `corebank_gauges_read` is 0.
 */
@Injectable()
export class GaugeCollector implements OnModuleInit {
  private readonly logger = new Logger(GaugeCollector.name);
  private readonly gauges = new Map<string, Gauge>();
  private reading: Promise<void> | undefined;
  private keptUntilMs = -Infinity;
  private readonly isRead: Gauge;

  constructor(
    private readonly sources: InstitutionGauges,
    private readonly unitOfWork: UnitOfWork,
    private readonly metrics: Metrics,
    dataSource: DataSource,
  ) {
    metrics.observePool('serving', () => (dataSource.driver as { master?: Pool }).master);
    this.isRead = new Gauge({
      name: 'corebank_gauges_read',
      help: '1 when the gauges of the institutions could be read from the database, else 0.',
      registers: [metrics.registry],
    });
  }

  onModuleInit(): void {
    // The registry may collect its members after this module has started.
    this.metrics.beforeRead(() => this.refresh());
  }

  /** Reads the gauges again unless that was done a moment ago; never throws. */
  private async refresh(): Promise<void> {
    if (performance.now() < this.keptUntilMs) return;
    this.reading ??= this.readAll().finally(() => (this.reading = undefined));
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, TIMEOUT_MS).unref());
    await Promise.race([this.reading, timeout]);
    if (performance.now() >= this.keptUntilMs) this.clear();
  }

  private async readAll(): Promise<void> {
    const startedAtMs = performance.now();
    try {
      const institutions = await this.unitOfWork.routing((tx) =>
        tx.query<{ institution_id: string }[]>('SELECT institution_id FROM institution_directory'),
      );
      const readings: [string, GaugeReading[]][] = [];
      for (const { institution_id: id } of institutions) readings.push([id, await this.readOne(Number(id))]);
      this.publish(readings);
      const endedAtMs = performance.now();
      this.keptUntilMs = endedAtMs + Math.max(KEPT_MS, 2 * (endedAtMs - startedAtMs));
    } catch (error) {
      this.clear();
      this.logger.warn({ err: error as Error }, 'The gauges could not be read; the next scrape tries again.');
    }
  }

  private readOne(institutionId: number): Promise<GaugeReading[]> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const readings: GaugeReading[] = [];
      for (const source of this.sources.sources()) readings.push(...(await source.read(tx, institutionId)));
      return readings;
    });
  }

  private publish(readings: [string, GaugeReading[]][]): void {
    this.declare();
    for (const gauge of this.gauges.values()) gauge.reset();
    for (const [institution, ofInstitution] of readings)
      for (const { gauge, labels, value } of ofInstitution)
        this.gauges.get(gauge)!.set({ institution, ...labels }, value);
    this.isRead.set(1);
  }

  private clear(): void {
    for (const gauge of this.gauges.values()) gauge.reset();
    this.isRead.set(0);
  }

  /** Declares the gauges once all modules have registered theirs. */
  private declare(): void {
    if (this.gauges.size > 0) return;
    for (const { gauges } of this.sources.sources())
      for (const { name, help, labelNames = [] } of gauges)
        this.gauges.set(
          name,
          new Gauge({
            name,
            help,
            labelNames: ['institution', ...labelNames],
            registers: [this.metrics.registry],
          }),
        );
  }
}
