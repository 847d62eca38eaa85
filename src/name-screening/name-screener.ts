import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AlertRaiser, type NewAlert } from '../cases/alerts/alert-raiser';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import type { ActiveList } from '../watch-lists/desk/active-lists';
import type { WatchList } from '../watch-lists/desk/watch-list.entity';
import { type StoredParty, WatchListIndexes } from '../watch-lists/desk/watch-list-indexes';
import type { IndexHit } from '../watch-lists/matching/name-index';
import { searchEach } from '../watch-lists/matching/search-each';
import { ScreenedParties, type ScreenedParty } from './screened-parties';

/** The name of every finding that may be shown outside the AML desk. */
const PUBLIC_NAME = 'Watch-list';
/** Of more hits of one party on one list the best are alerts. */
const HITS_MAX = 10;

interface Finding {
  subject: ScreenedParty;
  active: ActiveList;
  hit: IndexHit;
}

/**
 * Searches active watch-lists for customers and raises an alert for each hit (docs/api/watch-lists.md#screening). A hit
 * on an unchanged entry by an unchanged party is raised once: the alert that an officer closed clears the pair.
 */
@Injectable()
export class NameScreener {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly indexes: WatchListIndexes,
    private readonly parties: ScreenedParties,
    private readonly alerts: AlertRaiser,
  ) {}

  /** Screens customers against lists. @returns the number of alerts that were raised */
  async screen(institutionId: number, customerIds: readonly number[], lists: readonly ActiveList[]): Promise<number> {
    const subjects = await this.unitOfWork.run(institutionId, (tx) => this.parties.of(tx, institutionId, customerIds));
    const findings: Finding[] = [];
    // List by list: the indexes of all lists together may not fit into memory.
    for (const active of lists) findings.push(...(await this.search(active, subjects)));
    if (findings.length === 0) return 0;
    return this.unitOfWork.run(institutionId, (tx) => this.raise(tx, institutionId, findings));
  }

  private async search(active: ActiveList, subjects: readonly ScreenedParty[]): Promise<Finding[]> {
    const index = await this.indexes.of(active.version);
    const hits = await searchEach(
      index,
      subjects.map(({ party }) => party),
    );
    return subjects.flatMap((subject, at) => hits[at]!.slice(0, HITS_MAX).map((hit) => ({ subject, active, hit })));
  }

  private async raise(tx: Tx, institutionId: number, findings: readonly Finding[]): Promise<number> {
    const keys = findings.map(({ hit }) => hit.key);
    const listed = await this.indexes.parties(tx, institutionId, keys);
    let raised = 0;
    for (const finding of findings) {
      const alert = alertOf(institutionId, finding, listed.get(finding.hit.key)!);
      if ((await this.alerts.raise(tx, alert)) !== undefined) raised += 1;
    }
    return raised;
  }
}

function alertOf(institutionId: number, { subject, active, hit }: Finding, { digest, party }: StoredParty): NewAlert {
  const { list, version } = active;
  const { score, reasons } = hit.match;
  const { reference, name, birthDates, countries, programme } = party;
  const words = `${subject.role} has a name like "${name}", ${reference} of the list ${list.name}.`;
  return {
    institutionId,
    subjectType: 'customer',
    customerId: subject.customerId,
    source: 'name-screening',
    sourceId: list.code,
    sourceVersion: String(version.version),
    publicName: PUBLIC_NAME,
    score: score * 100,
    reasons: [words, ...reasons].map((text) => ({ text })),
    facts: { listCode: list.code, kind: list.kind, reference, name, birthDates, countries, programme },
    dedupeKey: `name-screening:${subject.customerId}:${pairOf(list, subject, digest)}`,
  };
}

/**
 * Of the list, the entry and the party as they are: the same text for a pair that has not changed. Identity numbers,
 * which could be guessed from a digest, are left out.
 */
function pairOf({ id }: WatchList, { role, party }: ScreenedParty, entryDigest: string): string {
  const { name, birthDate, gender, country } = party;
  const text = JSON.stringify([id, entryDigest, role, name, birthDate, gender, country]);
  return createHash('sha256').update(text).digest('base64url');
}
