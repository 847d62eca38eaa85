import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { isVisible } from '../common/text/visible-line';
import { wallClock } from '../common/time/calendar';
import { Clock } from '../common/time/clock';
import { Institution } from '../institutions/institution.entity';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { FactsReader } from './facts-reader';
import type { Finding } from './goaml/report-findings';
import { xmlText } from './goaml/write-report';
import { goamlLayout } from './layouts';
import type { NfiuReport } from './nfiu-report.entity';
import {
  NFIU_ENTITY_BRANCH,
  NFIU_ENTITY_ID,
  NFIU_NON_BANK,
  NFIU_REPORTER_FIRST_NAME,
  NFIU_REPORTER_LAST_NAME,
} from './nfiu-reports.settings';
import type { ReporterFacts, ReportFacts } from './report-facts';
import { TransactionsReader } from './transactions-reader';

/** A report as it stands, with what it lacks. */
export interface ComposedReport {
  findings: Finding[];
  /** Undefined while the report has findings. */
  xml: string | undefined;
}

/** Composes a report from the present records (docs/api/nfiu-reports.md#checks). */
@Injectable()
export class ReportComposer {
  constructor(
    private readonly facts: FactsReader,
    private readonly transactions: TransactionsReader,
    private readonly settings: InstitutionSettings,
    private readonly clock: Clock,
  ) {}

  async compose(tx: Tx, report: NfiuReport): Promise<ComposedReport> {
    const layout = goamlLayout(report.layout);
    const facts = await this.read(tx, report);
    const node = layout.build(facts);
    const findings = [...withoutGround(report), ...withoutTransaction(facts), ...layout.findings(node)];
    return { findings, xml: findings.length === 0 ? layout.write(node) : undefined };
  }

  private async read(tx: Tx, report: NfiuReport): Promise<ReportFacts> {
    const { institutionId, kind, number, customerId, postingIds, conductors, reason, action, indicators } = report;
    const institution = await tx.findOneByOrFail(Institution, { institutionId });
    const { timeZone } = institution;
    const holders = customerId === null ? undefined : await this.facts.holders(tx, institutionId, [customerId]);
    const subject = holders?.get(customerId ?? 0) ?? null;
    const subjectID = subject?.customerID ?? null;
    const moved = await this.transactions.read(tx, institutionId, { postingIds, conductors, timeZone, subjectID });
    return {
      kind,
      number,
      fiuReference: report.fiuReference,
      submittedAt: wallClock(this.clock.institutionNow(institutionId), timeZone).slice(0, 19),
      reporter: await this.reporter(tx, institution),
      reason,
      action,
      indicators,
      // Its payment was under way when the day ended, and failed afterwards: there was no transaction.
      transactions: kind === 'CTR' ? moved.filter(({ isReturned }) => !isReturned) : moved,
      subject,
    };
  }

  private async reporter(tx: Tx, { institutionId, name, code }: Institution): Promise<ReporterFacts> {
    const get = (key: string): Promise<string | undefined> => this.settings.getWithin(tx, institutionId, key);
    const entityId = await get(NFIU_ENTITY_ID);
    return {
      entityId: entityId === undefined ? null : Number(entityId),
      entityBranch: (await get(NFIU_ENTITY_BRANCH)) ?? null,
      institutionName: name,
      institutionCode: code,
      isNonBank: (await get(NFIU_NON_BANK)) === 'true',
      firstName: (await get(NFIU_REPORTER_FIRST_NAME)) ?? null,
      lastName: (await get(NFIU_REPORTER_LAST_NAME)) ?? null,
    };
  }
}

/** The layout takes an empty text, but nobody may report a suspicion without its ground. */
function withoutGround({ kind, reason }: Pick<NfiuReport, 'kind' | 'reason'>): Finding[] {
  if (kind === 'CTR' || isVisible(xmlText(reason ?? ''))) return [];
  return [{ path: 'reason', subject: null, message: 'is missing; state the ground of the suspicion.' }];
}

function withoutTransaction({ kind, transactions }: ReportFacts): Finding[] {
  if (kind !== 'CTR' || transactions.length > 0) return [];
  const message = 'all failed and their money went back, so nothing is left to report; withdraw the report.';
  return [{ path: 'transaction', subject: null, message }];
}
