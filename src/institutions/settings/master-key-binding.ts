import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Keyring } from '../../common/crypto/keyring';
import { assertMasterKeyFits, bindMasterKey, wrongMasterKey } from '../../common/crypto/master-key-check';
import { InstitutionDirectory } from '../../common/database/institution-directory.entity';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { InstitutionSettings } from './institution-settings';

/**
 * Binds a database to the master key at its first start (docs/security.md#keeping-the-keys). A database that already
 * has secrets, from before there was such a check, is bound only to a key that opens one of them.
 */
@Injectable()
export class MasterKeyBinding implements OnModuleInit {
  constructor(
    private readonly keyring: Keyring,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: InstitutionSettings,
  ) {}

  /** @throws StartRefusedError when the key does not fit */
  async onModuleInit(): Promise<void> {
    if (await this.unitOfWork.routing((tx) => assertMasterKeyFits(tx, this.keyring))) return;
    const secrets = { opened: 0, closed: 0 };
    for (const { institutionId } of await this.unitOfWork.routing((tx) => tx.find(InstitutionDirectory))) {
      const found = await this.unitOfWork.read(institutionId, (tx) => this.settings.countSecrets(tx, institutionId));
      secrets.opened += found.opened;
      secrets.closed += found.closed;
    }
    if (secrets.opened === 0 && secrets.closed > 0) throw wrongMasterKey();
    await this.unitOfWork.routing((tx) => bindMasterKey(tx, this.keyring));
  }
}
