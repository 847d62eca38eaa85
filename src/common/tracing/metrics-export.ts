import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { AppConfig } from '../config/app-config';
import { Metrics } from '../metrics/metrics';
import { startMetricsExport } from './otlp';

/** Sends the metrics to the collector of `OTEL_EXPORTER_OTLP_ENDPOINT`, where one is configured. */
@Injectable()
export class MetricsExport implements OnApplicationBootstrap, OnApplicationShutdown {
  private stop: (() => Promise<void>) | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly metrics: Metrics,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { otlpEndpoint: endpoint } = this.config;
    if (endpoint === undefined) return;
    const reader = await startMetricsExport({ endpoint }, this.metrics.registry);
    this.stop = () => reader.shutdown();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stop?.();
  }
}
