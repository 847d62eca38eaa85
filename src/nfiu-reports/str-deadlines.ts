import { Injectable } from '@nestjs/common';
import { AmlAlert } from '../cases/alerts/aml-alert.entity';
import type { Tx } from '../common/database/unit-of-work';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import type { Posting } from '../ledger/engine/posting.entity';
import type { NfiuReport } from './nfiu-report.entity';
import {
  STR_ALARM_BASES,
  STR_DETECTION_DUE_HOURS,
  STR_DUE_HOURS,
  STR_TRANSACTION_DUE_HOURS,
} from './nfiu-reports.settings';
import { alarmTime, parseBases, strDueTimes } from './report-due-times';

/** What a new report of a suspicion is about. */
interface Suspicion {
  institutionId: number;
  suspectedAt: Date;
  postings: readonly Posting[];
  caseId: number | null;
}

/** The times by which a new STR or SAR is due (docs/api/nfiu-reports.md#deadlines). */
@Injectable()
export class StrDeadlines {
  constructor(private readonly settings: InstitutionSettings) {}

  /** @returns the columns of the report, by the settings as they are now */
  async of(
    tx: Tx,
    { institutionId, suspectedAt, postings, caseId }: Suspicion,
  ): Promise<Pick<NfiuReport, 'dueAt' | 'suspicionDueAt' | 'transactionDueAt' | 'detectionDueAt'>> {
    const setting = (key: string): Promise<string | undefined> => this.settings.getWithin(tx, institutionId, key);
    const due = strDueTimes(
      {
        suspicion: suspectedAt,
        transaction: earliest(postings.map(({ createdAt }) => createdAt)),
        detection: caseId === null ? null : await detectedAt(tx, institutionId, caseId),
      },
      {
        suspicion: Number(await setting(STR_DUE_HOURS)),
        transaction: Number(await setting(STR_TRANSACTION_DUE_HOURS)),
        detection: Number(await setting(STR_DETECTION_DUE_HOURS)),
      },
    );
    return {
      dueAt: alarmTime(due, parseBases((await setting(STR_ALARM_BASES))!)!),
      suspicionDueAt: due.suspicion,
      transactionDueAt: due.transaction,
      detectionDueAt: due.detection,
    };
  }
}

/** The first alert of the case; null for a case without alerts, which an officer opened. */
async function detectedAt(tx: Tx, institutionId: number, caseId: number): Promise<Date | null> {
  const alerts = await tx.find(AmlAlert, { select: { id: true, createdAt: true }, where: { institutionId, caseId } });
  return earliest(alerts.map(({ createdAt }) => createdAt));
}

function earliest(times: readonly Date[]): Date | null {
  return times.reduce<Date | null>((first, at) => (first === null || at < first ? at : first), null);
}
