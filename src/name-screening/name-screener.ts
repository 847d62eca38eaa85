import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { AlertRaiser, type NewAlert } from '../cases/alerts/alert-raiser';
import { AmlAlert } from '../cases/alerts/aml-alert.entity';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import type { ActiveList } from '../watch-lists/desk/active-lists';
import type { WatchList } from '../watch-lists/desk/watch-list.entity';
import { type StoredParty, WatchListIndexes } from '../watch-lists/desk/watch-list-indexes';
import type { IndexHit, NameIndex } from '../watch-lists/matching/name-index';
import { searchEach } from '../watch-lists/matching/search-each';
import { type PairStanding, standingOf } from './clearance';
import { CLEARANCE_DAYS } from './name-screening.settings';
import { Places } from './places';
import { type KnownEntry, relistingsOf } from './relistings';
import { ScreenedParties, type ScreenedParty } from './screened-parties';

/** The name of every finding that may be shown outside the AML desk. */
const PUBLIC_NAME = 'Watch-list';
/** So many hits of one party on one list are looked at, the best ones; as many as an index compares names. */
const HITS_MAX = 64;

interface Finding {
  subject: ScreenedParty;
  active: ActiveList;
  hit: IndexHit;
}

/** A finding with the alert that it would be, and the earlier alerts about it. */
interface Pair {
  finding: Finding;
  alert: NewAlert;
  /** Those of the same pair, oldest first. */
  before: readonly AmlAlert[];
  /** The latest one about the member as a customer. */
  ofPerson: AmlAlert | undefined;
}

/**
 * Searches active watch-lists for customers and raises an alert for each hit (docs/api/watch-lists.md#screening). A hit
 * on an unchanged entry by an unchanged party is raised once, and again when the clearance by an officer is over, an
 * identity number proves it, or the entry is listed again.
 */
@Injectable()
export class NameScreener {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly indexes: WatchListIndexes,
    private readonly parties: ScreenedParties,
    private readonly alerts: AlertRaiser,
    private readonly settings: InstitutionSettings,
    private readonly clock: Clock,
  ) {}

  /** Screens customers against lists. @returns the number of alerts that were raised */
  async screen(institutionId: number, customerIds: readonly number[], lists: readonly ActiveList[]): Promise<number> {
    const subjects = await this.read(institutionId, customerIds, true);
    const findings: Finding[] = [];
    // List by list: the indexes of all lists together may not fit into memory.
    for (const active of lists)
      findings.push(...(await this.search(active, await this.indexes.of(active.version), subjects)));
    return this.store(institutionId, findings);
  }

  /**
   * Screens many customers against one list, or against what is in an index of some of its entries.
   * @returns the number of alerts that were raised
   */
  async screenAgainst(customerIds: readonly number[], active: ActiveList, index: NameIndex): Promise<number> {
    const { institutionId } = active.list;
    const subjects = await this.read(institutionId, customerIds, index.hasNumbers);
    return this.store(institutionId, await this.search(active, index, subjects));
  }

  private read(institutionId: number, customerIds: readonly number[], numbers: boolean): Promise<ScreenedParty[]> {
    return this.unitOfWork.run(institutionId, (tx) => this.parties.of(tx, institutionId, customerIds, numbers));
  }

  private async store(institutionId: number, findings: readonly Finding[]): Promise<number> {
    if (findings.length === 0) return 0;
    return this.unitOfWork.run(institutionId, (tx) => this.raise(tx, institutionId, findings));
  }

  private async search(active: ActiveList, index: NameIndex, subjects: readonly ScreenedParty[]): Promise<Finding[]> {
    const hits = await searchEach(
      index,
      subjects.map(({ party }) => party),
    );
    return subjects.flatMap((subject, at) => hits[at]!.slice(0, HITS_MAX).map((hit) => ({ subject, active, hit })));
  }

  private async raise(tx: Tx, institutionId: number, findings: readonly Finding[]): Promise<number> {
    const pairs = await this.pairsOf(tx, institutionId, findings);
    const standing = await this.standings(tx, institutionId, pairs);
    const places = new Places<ScreenedParty>();
    const alerts: NewAlert[] = [];
    // The best hits of a party on a list come first.
    for (const { finding, alert, before, ofPerson } of pairs) {
      const pair = standing(finding, before.at(-1));
      // An officer who judged the person has judged the member of every company and group.
      const isPersonCleared = standing(finding, ofPerson) === 'cleared';
      if (pair === 'cleared' || (pair !== 'raised' && isPersonCleared)) continue;
      if (!places.take(finding.subject, finding.active.list.id) || pair === 'raised') continue;
      const dedupeKey = before.length > 0 ? `${alert.dedupeKey}:${before.length + 1}` : alert.dedupeKey;
      alerts.push({ ...alert, dedupeKey });
    }
    return (await this.alerts.raiseAll(tx, alerts)).length;
  }

  /** The pairs of the findings, in their order. */
  private async pairsOf(tx: Tx, institutionId: number, findings: readonly Finding[]): Promise<Pair[]> {
    const listed = await this.listedOf(tx, findings);
    const known = await this.knownPairs(tx, institutionId, findings);
    const pairs = new Map<string, Pair>();
    for (const finding of findings) {
      const entry = listed.get(finding)!;
      const alert = alertOf(institutionId, finding, entry);
      // Entries of which a list says the very same are one pair; the first is the best hit.
      if (pairs.has(alert.dedupeKey)) continue;
      const ofPerson = known.get(personKey(finding, entry) ?? '')?.at(-1);
      pairs.set(alert.dedupeKey, { finding, alert, before: known.get(alert.dedupeKey) ?? [], ofPerson });
    }
    return [...pairs.values()];
  }

  /** How an earlier alert stands to its pair; undefined where there is none. */
  private async standings(
    tx: Tx,
    institutionId: number,
    pairs: readonly Pair[],
  ): Promise<(finding: Finding, alert: AmlAlert | undefined) => PairStanding | undefined> {
    const days = Number(await this.settings.getWithin(tx, institutionId, CLEARANCE_DAYS));
    const now = this.clock.institutionNow(institutionId);
    const entryOf = ({ active: { list }, hit: { reference } }: Finding, alert: AmlAlert): KnownEntry => ({
      ...{ list, reference, alert },
    });
    const relistingOf = await relistingsOf(
      tx,
      pairs.flatMap(({ finding, before, ofPerson }) =>
        [before.at(-1), ofPerson].flatMap((alert) => (alert ? [entryOf(finding, alert)] : [])),
      ),
    );
    return (finding, alert) => {
      if (!alert) return undefined;
      const { reasons } = finding.hit.match;
      return standingOf(alert, { days, now, reasons, relisting: relistingOf(entryOf(finding, alert)) });
    };
  }

  /** The listed party of each finding, as its list describes it. */
  private async listedOf(tx: Tx, findings: readonly Finding[]): Promise<Map<Finding, StoredParty>> {
    const listed = new Map<Finding, StoredParty>();
    for (const version of new Set(findings.map(({ active }) => active.version))) {
      const found = findings.filter(({ active }) => active.version === version);
      const references = found.map(({ hit }) => hit.reference);
      const parties = await this.indexes.parties(tx, version, references);
      for (const finding of found) listed.set(finding, parties.get(finding.hit.reference)!);
    }
    return listed;
  }

  /** The alerts of the pairs of customers and their members, oldest first, by the key of the first one of a pair. */
  private async knownPairs(
    tx: Tx,
    institutionId: number,
    findings: readonly Finding[],
  ): Promise<Map<string, AmlAlert[]>> {
    const people = findings.flatMap(({ subject }) => [subject.customerId, subject.memberId ?? subject.customerId]);
    const customerId = In([...new Set(people)]);
    const alerts = await tx.find(AmlAlert, {
      where: { institutionId, source: 'name-screening', customerId },
      order: { id: 'ASC' },
    });
    const pairs = new Map<string, AmlAlert[]>();
    for (const alert of alerts) {
      const pair = alert.dedupeKey.split(':').slice(0, 3).join(':');
      pairs.set(pair, [...(pairs.get(pair) ?? []), alert]);
    }
    return pairs;
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
    dedupeKey: keyOf(list, subject, digest),
  };
}

/** The key of the first alert of a pair. */
function keyOf(list: WatchList, subject: ScreenedParty, entryDigest: string): string {
  return `name-screening:${subject.customerId}:${pairOf(list, subject, entryDigest)}`;
}

/** The key of the alert about the member as a customer; undefined for a finding about no member. */
function personKey({ subject, active }: Finding, { digest }: StoredParty): string | undefined {
  const { memberId, party } = subject;
  if (memberId === undefined) return undefined;
  return keyOf(active.list, { customerId: memberId, role: 'The customer', party }, digest);
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
