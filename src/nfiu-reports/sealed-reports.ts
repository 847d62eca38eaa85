import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { Keyring } from '../common/crypto/keyring';
import { type SealedPlace, SealedPlaces } from '../common/crypto/sealed-places';
import { SecretBox } from '../common/crypto/secret-box';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import { NfiuReport } from './nfiu-report.entity';

/** The XML of approved reports, which has whole identity numbers and is therefore stored sealed. */
@Injectable()
@MemberOf(SealedPlaces)
export class SealedReports implements SealedPlace {
  readonly name = 'nfiu_report';
  private readonly box: SecretBox;

  constructor(keyring: Keyring) {
    this.box = new SecretBox(keyring, 'nfiu-reports');
  }

  seal(institutionId: number, id: number, xml: string): string {
    return this.box.seal(xml, contextOf(institutionId, id));
  }

  open({ institutionId, id, sealedXml }: NfiuReport): string {
    if (sealedXml === null) throw new Error(`The report ${id} has no approved XML.`);
    return this.box.open(sealedXml, contextOf(institutionId, id));
  }

  async reseal(tx: Tx, institutionId: number): Promise<number> {
    const reports = await tx.find(NfiuReport, {
      where: { institutionId, sealedXml: Not(IsNull()) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    let resealed = 0;
    for (const report of reports) {
      if (this.box.isCurrent(report.sealedXml!)) continue;
      const sealedXml = this.seal(institutionId, report.id, this.open(report));
      await tx.update(NfiuReport, { institutionId, id: report.id }, { sealedXml });
      resealed += 1;
    }
    return resealed;
  }

  /** Nothing of a report is cached. */
  forget(): void {}
}

function contextOf(institutionId: number, id: number): string {
  return `${institutionId}|nfiu-report|${id}`;
}
