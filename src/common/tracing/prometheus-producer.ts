import { type HrTime, ValueType } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

type Family = MetricObjectWithValues<MetricValue<string> & { metricName?: string }>;
type Labels = Record<string, string>;

/** One histogram while its lines are read. */
interface Series {
  attributes: Labels;
  bounds: number[];
  /** Observations up to each bound. */
  below: number[];
  sum: number;
  count: number;
}

const MS_PER_SEC = 1_000;
const NS_PER_MS = 1_000_000;

function hrTime(ms: number): HrTime {
  return [Math.floor(ms / MS_PER_SEC), Math.round((ms % MS_PER_SEC) * NS_PER_MS)];
}

/** The metrics of the page for Prometheus, under the same names, as OpenTelemetry exports them. */
export class PrometheusProducer implements MetricProducer {
  private readonly startTime = hrTime(performance.timeOrigin);

  constructor(
    private readonly registry: Registry,
    private readonly resource: Resource,
  ) {}

  async collect(): Promise<CollectionResult> {
    const families = (await this.registry.getMetricsAsJSON()) as Family[];
    const endTime = hrTime(performance.timeOrigin + performance.now());
    const metrics = families.flatMap((family) => this.metricOf(family, endTime));
    return {
      resourceMetrics: { resource: this.resource, scopeMetrics: [{ scope: { name: 'corebank' }, metrics }] },
      errors: [],
    };
  }

  private metricOf(family: Family, endTime: HrTime): MetricData[] {
    const { name, help } = family;
    const type = String(family.type);
    const shared = {
      descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE, advice: {} },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    };
    const times = { startTime: this.startTime, endTime };
    if (type === 'histogram') {
      const dataPoints = histogramsOf(family).map((point) => ({ ...times, ...point }));
      return [{ ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints } as MetricData];
    }
    const dataPoints = family.values.map(({ labels, value }) => ({ ...times, attributes: labels as Labels, value }));
    if (type === 'counter') return [{ ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }];
    if (type === 'gauge') return [{ ...shared, dataPointType: DataPointType.GAUGE, dataPoints }];
    return [];
  }
}

/** One histogram for each set of labels; Prometheus counts buckets cumulatively, OpenTelemetry each by itself. */
function histogramsOf({ name, values }: Family): { attributes: Labels; value: object }[] {
  const bySeries = new Map<string, Series>();
  for (const { labels, value, metricName } of values) {
    const { le, ...attributes } = labels as Labels;
    const key = JSON.stringify(attributes);
    const series = bySeries.get(key) ?? { attributes, bounds: [], below: [], sum: 0, count: 0 };
    bySeries.set(key, series);
    if (metricName === `${name}_sum`) series.sum = value;
    else if (metricName === `${name}_count`) series.count = value;
    else if (le !== undefined && String(le) !== '+Inf') {
      series.bounds.push(Number(le));
      series.below.push(value);
    }
  }
  return [...bySeries.values()].map(({ attributes, bounds, below, sum, count }) => ({
    attributes,
    value: {
      buckets: {
        boundaries: bounds,
        counts: [...below, count].map((cumulative, index, all) => cumulative - (all[index - 1] ?? 0)),
      },
      sum,
      count,
    },
  }));
}
