import fc from 'fast-check';
import { buildReport } from '../src/nfiu-reports/goaml/build-report';
import { EXACTLY_ONE, REPORT_4_5 } from '../src/nfiu-reports/goaml/layout-4.5';
import { reportFindings } from '../src/nfiu-reports/goaml/report-findings';
import { writeReport } from '../src/nfiu-reports/goaml/write-report';
import { XsdValidator } from '../src/nfiu-reports/goaml/xsd-validator';
import { completeReport } from '../test/nfiu-reports/random-report';

const SEED = 20_261_124;
const AT_ONCE = 500;

/** Writes reports to the NFIU over random data and validates each against the schema. */
export async function measureGoaml(count: number, print: (line: Record<string, unknown>) => void): Promise<void> {
  const validator = new XsdValidator();
  const startedAt = performance.now();
  const totals = { reports: 0, withFindings: 0, invalid: 0, bytes: 0 };
  for (let done = 0; done < count; done += AT_ONCE) {
    const numRuns = Math.min(AT_ONCE, count - done);
    for (const facts of fc.sample(completeReport, { numRuns, seed: SEED + done })) {
      const report = buildReport(facts);
      const xml = writeReport(REPORT_4_5, report);
      totals.reports += 1;
      totals.bytes += Buffer.byteLength(xml);
      if (reportFindings(REPORT_4_5, report, EXACTLY_ONE).length > 0) totals.withFindings += 1;
      if ((await validator.violations(xml)).length > 0) totals.invalid += 1;
    }
  }
  await validator.onApplicationShutdown();
  const seconds = (performance.now() - startedAt) / 1000;
  print({ scenario: 'goaml', ...totals, seconds: Math.round(seconds), perSecond: Math.round(count / seconds) });
}
