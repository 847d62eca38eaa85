import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In } from 'typeorm';
import { equalInConstantTime, keyedHash } from '../../common/crypto/digest';
import { Keyring } from '../../common/crypto/keyring';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import type { GatewayFunction } from '../../common/http/endpoint.decorator';
import { institutionsErrors } from '../institutions.errors';
import { INWARD_TRANSFER_KEY } from '../settings/base-settings';
import { InstitutionSettings } from '../settings/institution-settings';
import { GatewayKeyDirectory } from './gateway-key-directory.entity';

const PURPOSE = 'gateway-keys';

/** The configuration key of each function's gateway key. */
const KEY_NAMES: Readonly<Record<GatewayFunction, string>> = {
  bills: 'BILLS_PAYMENT_SHARED_GATEWAY_KEY',
  transfer: 'TRANSFER_SHARED_GATEWAY_KEY',
  card: 'CARD_SHARED_GATEWAY_KEY',
  'inward-transfer': INWARD_TRANSFER_KEY,
};

/**
 * Finds the institution of a callback by its `X-Gateway-Key` (docs/api/institutions.md#gateway-keys). The directory
 * holds keyed hashes and is updated in the transaction that changes the configuration.
 */
@Injectable()
export class GatewayKeys implements OnModuleInit {
  constructor(
    private readonly settings: InstitutionSettings,
    private readonly unitOfWork: UnitOfWork,
    private readonly keyring: Keyring,
  ) {}

  onModuleInit(): void {
    for (const [integration, name] of Object.entries(KEY_NAMES))
      this.settings.onChange(name, (tx, institutionId, key) => this.keep(tx, institutionId, integration, key));
  }

  /** The institution of a key; undefined for an unknown or removed key. */
  async institutionOf(integration: GatewayFunction, key: string): Promise<number | undefined> {
    // Hashes of previous master keys are still valid.
    const hashes = this.keyring.deriveAll(PURPOSE).map((derived) => keyedHash(derived.key, key));
    const entry = await this.unitOfWork.routing((tx) =>
      tx.findOneBy(GatewayKeyDirectory, { integration, keyHash: In(hashes) }),
    );
    if (!entry) return undefined;
    const current = await this.settings.get(entry.institutionId, KEY_NAMES[integration]);
    return current !== undefined && equalInConstantTime(current, key) ? entry.institutionId : undefined;
  }

  private async keep(tx: Tx, institutionId: number, integration: string, key: string | undefined): Promise<void> {
    await tx.delete(GatewayKeyDirectory, { institutionId, integration });
    if (key === undefined) return;
    const keyHash = keyedHash(this.keyring.derive(PURPOSE), key);
    await refusingDuplicates(tx.insert(GatewayKeyDirectory, { institutionId, integration, keyHash }), {
      pk_gateway_key_directory: institutionsErrors.GATEWAY_KEY_TAKEN,
    });
  }
}
