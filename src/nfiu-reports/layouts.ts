import { buildReport } from './goaml/build-report';
import type { GoamlNode } from './goaml/fields';
import { EXACTLY_ONE, REPORT_4_5 } from './goaml/layout-4.5';
import { type Finding, reportFindings } from './goaml/report-findings';
import { writeReport } from './goaml/write-report';
import type { ReportFacts } from './report-facts';

/** The checks and the writer of one version of the layout; the others are added beside it. */
interface Layout {
  build(facts: ReportFacts): GoamlNode;
  findings(report: GoamlNode): Finding[];
  write(report: GoamlNode): string;
}

const LAYOUTS_BY_VERSION: Readonly<Record<string, Layout>> = {
  '4.5': {
    build: buildReport,
    findings: (report) => reportFindings(REPORT_4_5, report, EXACTLY_ONE),
    write: (report) => writeReport(REPORT_4_5, report),
  },
};

/** The layout of a version that the settings allow. */
export function goamlLayout(version: string): Layout {
  const layout = LAYOUTS_BY_VERSION[version];
  if (!layout) throw new Error(`There is no writer for reports in the layout ${version}.`);
  return layout;
}
