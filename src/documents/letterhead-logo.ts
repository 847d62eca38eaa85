import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { IsNull } from 'typeorm';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import { type LogoSource, LogoSources } from '../institutions/settings/logo-sources';
import { Document } from './document.entity';
import { Documents } from './documents';

const REMEMBERED_LOGOS = 100;

/** The logo of an institution's letterhead: its latest document that is not deleted. */
@Injectable()
@MemberOf(LogoSources)
export class LetterheadLogo implements LogoSource {
  readonly name = 'documents';
  /** By the id of the document, whose content never changes. */
  private readonly contents = new LRUCache<number, Buffer>({ max: REMEMBERED_LOGOS });

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: Documents,
  ) {}

  async logoOf(institutionId: number): Promise<Buffer | undefined> {
    const document = await this.unitOfWork.read(institutionId, (tx) => this.find(tx, institutionId));
    if (!document) return undefined;
    const known = this.contents.get(document.id);
    if (known) return known;
    const pieces: Buffer[] = [];
    for await (const piece of this.documents.content(document)) pieces.push(Buffer.from(piece));
    const content = Buffer.concat(pieces);
    this.contents.set(document.id, content);
    return content;
  }

  /** The document of the logo; null without one. */
  find(tx: Tx, institutionId: number): Promise<Document | null> {
    return tx.findOne(Document, {
      where: { institutionId, entityType: 'institution', entityId: institutionId, deletedAt: IsNull() },
      order: { id: 'DESC' },
    });
  }

  /** Marks the logo as deleted. @returns false when there was none */
  async remove(tx: Tx, institutionId: number, by: { actor: string; at: Date; reason: string }): Promise<boolean> {
    const { affected } = await tx.update(
      Document,
      { institutionId, entityType: 'institution', entityId: institutionId, deletedAt: IsNull() },
      { deletedAt: by.at, deletedBy: by.actor, deletionReason: by.reason },
    );
    return (affected ?? 0) > 0;
  }
}
