import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EntityTypes } from '../metadata/entity-types';
import { GlAccount } from './chart/gl-account.entity';

/**
 * Registers ledgers, by their numeric id, as entities that may have additional metadata
 * (docs/api/metadata.md#entity-types).
 */
@Injectable()
export class LedgerEntities implements OnModuleInit {
  constructor(private readonly types: EntityTypes) {}

  onModuleInit(): void {
    this.types.register({
      type: 'ledger',
      find: async (tx, institutionId, { id }) => {
        const exists = id !== undefined && (await tx.existsBy(GlAccount, { institutionId, id }));
        return exists ? [id] : [];
      },
    });
  }
}
