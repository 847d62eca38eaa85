import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Keyring } from '../common/crypto/keyring';
import { type SealedPlace, SealedPlaces } from '../common/crypto/sealed-places';
import { SecretBox } from '../common/crypto/secret-box';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import { WebhookEndpoint } from './webhook-endpoint.entity';

const SECRET_BYTES = 32;

/** The sealed form of an endpoint's secrets. */
export type SealedEndpoint = Pick<
  WebhookEndpoint,
  'institutionId' | 'id' | 'sealedSecret' | 'previousSealedSecret' | 'previousSecretEndsAt'
>;

/** The secrets that sign the deliveries to an endpoint. They are sealed at rest and shown once, when they are made. */
@Injectable()
@MemberOf(SealedPlaces)
export class EndpointSecrets implements SealedPlace {
  readonly name = 'webhook_endpoint';
  private readonly box: SecretBox;

  constructor(keyring: Keyring) {
    this.box = new SecretBox(keyring, 'webhook-endpoints');
  }

  /** A new secret in the form of Standard Webhooks: `whsec_` and the bytes in base64. */
  issue(): string {
    return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  }

  seal({ institutionId, id }: { institutionId: number; id: number }, secret: string): string {
    return this.box.seal(secret, contextOf(institutionId, id));
  }

  /** The secrets that sign now: the present one, and the one before it until its end. */
  valid(endpoint: SealedEndpoint, now: Date): string[] {
    const { institutionId, id, sealedSecret, previousSealedSecret, previousSecretEndsAt } = endpoint;
    const sealed = [sealedSecret];
    if (previousSealedSecret !== null && previousSecretEndsAt !== null && now < previousSecretEndsAt)
      sealed.push(previousSealedSecret);
    return sealed.map((text) => this.box.open(text, contextOf(institutionId, id)));
  }

  async reseal(tx: Tx, institutionId: number): Promise<number> {
    const endpoints = await tx.find(WebhookEndpoint, {
      where: { institutionId },
      order: { id: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
    let resealed = 0;
    for (const { id, sealedSecret, previousSealedSecret } of endpoints) {
      const renew = (sealed: string): string => {
        if (this.box.isCurrent(sealed)) return sealed;
        resealed += 1;
        return this.box.seal(this.box.open(sealed, contextOf(institutionId, id)), contextOf(institutionId, id));
      };
      const before = resealed;
      const renewed = {
        sealedSecret: renew(sealedSecret),
        previousSealedSecret: previousSealedSecret === null ? null : renew(previousSealedSecret),
      };
      if (resealed > before) await tx.update(WebhookEndpoint, { institutionId, id }, renewed);
    }
    return resealed;
  }

  /** Nothing of an endpoint is cached. */
  forget(): void {}
}

function contextOf(institutionId: number, endpointId: number): string {
  return `${institutionId}|webhook-endpoint|${endpointId}`;
}
