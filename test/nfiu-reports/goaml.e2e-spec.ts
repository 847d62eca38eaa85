import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import fc from 'fast-check';
import { buildReport } from '../../src/nfiu-reports/goaml/build-report';
import * as codes from '../../src/nfiu-reports/goaml/codes';
import type { Field, GoamlNode, GoamlValue } from '../../src/nfiu-reports/goaml/fields';
import { EXACTLY_ONE, REPORT_4_5 } from '../../src/nfiu-reports/goaml/layout-4.5';
import { reportFindings } from '../../src/nfiu-reports/goaml/report-findings';
import { writeReport } from '../../src/nfiu-reports/goaml/write-report';
import { XsdValidator } from '../../src/nfiu-reports/goaml/xsd-validator';
import { completeReport } from './random-report';

const RUNS = Number(process.env.GOAML_RUNS ?? 300);
const SEED = Number(process.env.GOAML_SEED ?? 20261124);
const SCHEMA = path.join(__dirname, '..', '..', 'src', 'nfiu-reports', 'goaml-4.5.xsd');

describe('Reports in the layout of goAML 4.5', () => {
  const validator = new XsdValidator();
  afterAll(() => validator.onApplicationShutdown());

  const findings = (report: GoamlNode): string[] =>
    reportFindings(REPORT_4_5, report, EXACTLY_ONE).map(({ path: place, message }) => `${place} ${message}`);
  const violations = (report: GoamlNode): Promise<string[]> => validator.violations(writeReport(REPORT_4_5, report));

  it(`${RUNS} reports of complete random data have no findings and are valid`, async () => {
    await fc.assert(
      fc.asyncProperty(completeReport, async (facts) => {
        const report = buildReport(facts);
        expect(findings(report)).toEqual([]);
        expect(await violations(report)).toEqual([]);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  }, 600_000);

  it('a report from which a required field is taken is found by the checks and refused by the schema', async () => {
    const [sample] = fc.sample(completeReport.filter(isRich), { numRuns: 1, seed: SEED });
    const report = buildReport(sample!);
    const places = requiredPlaces(REPORT_4_5, report);
    expect(places.length).toBeGreaterThan(40);
    for (const place of places) {
      const broken = without(report, place);
      expect([place.join('.'), findings(broken).length]).not.toEqual([place.join('.'), 0]);
      expect([place.join('.'), (await violations(broken)).length]).not.toEqual([place.join('.'), 0]);
    }
  });

  it.each<[string, (report: GoamlNode) => GoamlNode]>([
    ['a date without a time', (report) => ({ ...report, submissionDate: '2026-11-24' })],
    ['a date that the calendar does not have', (report) => ({ ...report, submissionDate: '2026-02-30T00:00:00' })],
    ['a date before 1753', (report) => ({ ...report, submissionDate: '1752-12-31T00:00:00' })],
    ['FTR, which is no kind of report', (report) => ({ ...report, reportCode: 'FTR' })],
    ['an indicator that is not in the list', (report) => ({ ...report, reportIndicators: ['KYC1'] })],
    ['no indicator', (report) => ({ ...report, reportIndicators: [] })],
    ['a reason of more than 4,000 characters', (report) => ({ ...report, reason: 'x'.repeat(4001) })],
    ['a reporting entity with the id 0', (report) => ({ ...report, rentityId: 0 })],
    ['a BVN of ten digits', (report) => withAccount(report, { clientNumber: '2212345678' })],
    ['a blocked account with the code H', (report) => withAccount(report, { statusCode: 'H' })],
    ['an account without a signatory', (report) => withAccount(report, { signatory: [] })],
    ['cash with the code K as the way it was made', (report) => withTransaction(report, { transmodeCode: 'K' })],
    ['a negative amount', (report) => withTransaction(report, { amountLocal: -1n })],
    ['both kinds of one side', (report) => withTransaction(report, { tTo: report, tFrom: report })],
  ])('%s is found by the checks and refused by the schema', async (_, breakIt) => {
    const [sample] = fc.sample(completeReport.filter(isRich), { numRuns: 1, seed: SEED });
    const broken = breakIt(buildReport(sample!));
    expect(findings(broken)).not.toEqual([]);
    expect(await violations(broken)).not.toEqual([]);
  });

  it('the code lists of the checks are those of the schema', () => {
    const schema = readFileSync(SCHEMA, 'utf8');
    const listed = (name: string): string[] => {
      const body = new RegExp(`<xs:simpleType name="${name}">([\\s\\S]*?)</xs:simpleType>`).exec(schema)![1]!;
      return [...body.matchAll(/enumeration value="([^"]*)"/g)].map(([, value]) => value!).sort();
    };
    const pairs: [string, readonly string[]][] = [
      ['submission', codes.SUBMISSION_CODES],
      ['report_code', codes.REPORT_CODES],
      ['conduction', codes.CONDUCTION_CODES],
      ['funds', codes.FUNDS_CODES],
      ['account_type', codes.ACCOUNT_TYPES],
      ['account_status', codes.ACCOUNT_STATUS_CODES],
      ['identification_type', codes.IDENTIFICATION_TYPES],
      ['contact', codes.CONTACT_TYPES],
      ['communication', codes.COMMUNICATION_TYPES],
      ['gender', codes.GENDERS],
      ['legal_form', codes.LEGAL_FORMS],
      ['account_person_role', codes.ACCOUNT_PERSON_ROLES],
      ['entity_person_role', codes.ENTITY_PERSON_ROLES],
      ['indicator', codes.INDICATORS],
      ['country', codes.COUNTRY_CODES],
    ];
    for (const [name, ours] of pairs) expect([name, listed(name)]).toEqual([name, [...ours].sort()]);
    expect(codes.INDICATORS).toHaveLength(381);
  });
});

/** A report with an account of a person, so that most fields stand. */
function isRich(facts: Parameters<typeof buildReport>[0]): boolean {
  const [first] = facts.transactions;
  return (
    facts.kind !== 'SAR' &&
    first?.from.kind === 'own-account' &&
    first.from.holder.kind === 'person' &&
    first.from.holder.phoneNumber !== null &&
    first.to.kind === 'external-account'
  );
}

type Place = (string | number)[];

/** Every required field that stands in a report, as the keys to it. */
function requiredPlaces({ fields = [] }: Field, node: GoamlNode, at: Place = []): Place[] {
  return fields.flatMap((field) => {
    const value = node[field.key];
    if (value === undefined) return [];
    const place = [...at, field.key];
    const own = field.isRequired ? [place] : [];
    const inner = Array.isArray(value)
      ? (value as GoamlValue[]).flatMap((one, index) =>
          field.fields ? requiredPlaces(field, one as GoamlNode, [...place, index]) : [],
        )
      : field.fields
        ? requiredPlaces(field, value as GoamlNode, place)
        : [];
    return [...own, ...inner];
  });
}

function without(value: GoamlValue, [key, ...rest]: Place): GoamlNode {
  const copy = (Array.isArray(value) ? [...(value as GoamlNode[])] : { ...(value as GoamlNode) }) as Record<
    string | number,
    GoamlValue
  >;
  if (rest.length === 0) delete copy[key!];
  else copy[key!] = without(copy[key!], rest);
  return copy;
}

function withTransaction(report: GoamlNode, fields: GoamlNode): GoamlNode {
  const [first, ...rest] = report.transaction as GoamlNode[];
  return { ...report, transaction: [{ ...first, ...fields }, ...rest] };
}

function withAccount(report: GoamlNode, fields: GoamlNode): GoamlNode {
  const [first] = report.transaction as GoamlNode[];
  const side = first!.tFromMyClient as GoamlNode;
  return withTransaction(report, {
    tFromMyClient: { ...side, fromAccount: { ...(side.fromAccount as GoamlNode), ...fields } },
  });
}
