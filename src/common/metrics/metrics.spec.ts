import { Metrics } from './metrics';

describe('the metrics of the process', () => {
  it('are the same in every application, because what observes the process would keep each one that has ended', () => {
    const [first, second] = [new Metrics(), new Metrics()].map(({ registry }) => registry);
    for (const name of ['nodejs_gc_duration_seconds', 'nodejs_eventloop_lag_p99_seconds']) {
      expect(first!.getSingleMetric(name)).toBeDefined();
      expect(second!.getSingleMetric(name)).toBe(first!.getSingleMetric(name));
    }
  });

  it('leave the metrics of an application its own', () => {
    const [first, second] = [new Metrics(), new Metrics()];
    expect(second.registry.getSingleMetric('corebank_build_info')).not.toBe(
      first.registry.getSingleMetric('corebank_build_info'),
    );
  });

  it('leave out what tells operators nothing', () => {
    const names = new Metrics().registry.getMetricsAsArray().map(({ name }) => name);
    expect(names.filter((name) => /^nodejs_(active_|heap_space_|version_info)/.test(name))).toEqual([]);
  });
});
