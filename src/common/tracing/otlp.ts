import type { MetricReader } from '@opentelemetry/sdk-metrics';
import type { Registry } from 'prom-client';
import { PROGRAM_VERSION } from '../program-version';
import type { SpanSink } from './tracing';

const SERVICE = 'corebank';
const METRICS_EVERY_MS = 30_000;

interface OtlpSettings {
  /** Base address of a collector, such as `http://127.0.0.1:4318`; `/v1/traces` and `/v1/metrics` are appended. */
  endpoint: string;
  /** Requests of a hundred that are traced where the caller has not decided. */
  tracePercent: number;
}

const addressOf = (endpoint: string, signal: 'traces' | 'metrics'): string =>
  `${endpoint.replace(/\/+$/, '')}/v1/${signal}`;

/**
 * Exports spans to a collector, by OTLP over HTTP. The libraries are loaded here and nowhere else, so that a process
 * without an endpoint does not pay for them.
 */
export async function startSpanSink({ endpoint, tracePercent }: OtlpSettings): Promise<SpanSink> {
  const { BasicTracerProvider, BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler } =
    await import('@opentelemetry/sdk-trace-base');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': SERVICE, 'service.version': PROGRAM_VERSION }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(tracePercent / 100) }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: addressOf(endpoint, 'traces') }))],
  });
  return { tracer: provider.getTracer(SERVICE, PROGRAM_VERSION), shutdown: () => provider.shutdown() };
}

/** Exports the metrics of a registry to a collector every half minute, by OTLP over HTTP. Stop it with `shutdown`. */
export async function startMetricsExport(
  { endpoint }: Pick<OtlpSettings, 'endpoint'>,
  registry: Registry,
): Promise<MetricReader> {
  const { MeterProvider, PeriodicExportingMetricReader } = await import('@opentelemetry/sdk-metrics');
  const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { PrometheusProducer } = await import('./prometheus-producer');
  const resource = resourceFromAttributes({ 'service.name': SERVICE, 'service.version': PROGRAM_VERSION });
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: addressOf(endpoint, 'metrics') }),
    exportIntervalMillis: METRICS_EVERY_MS,
    metricProducers: [new PrometheusProducer(registry, resource)],
  });
  // A reader must belong to a provider before it collects.
  new MeterProvider({ resource, readers: [reader] });
  return reader;
}
