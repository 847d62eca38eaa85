import { Injectable } from '@nestjs/common';
import { equalInConstantTime, randomToken } from '../../common/crypto/digest';
import { InstitutionDirectory } from '../../common/database/institution-directory.entity';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { WebhookPartner } from '../../common/http/endpoint.decorator';
import { RECOVERY_PARTNER_SECRET } from '../settings/base-settings';
import { InstitutionSettings } from '../settings/institution-settings';

const SECRETS: Record<WebhookPartner, string> = { recoverypartner: RECOVERY_PARTNER_SECRET };

/** The path must have the numeric id. A code has digits only too, so it could be the id of another institution. */
const INSTITUTION_ID = /^[1-9]\d{0,14}$/;

/** Checks the secrets of partners that call an institution's webhooks. */
@Injectable()
export class WebhookSecrets {
  /** Compared when an institution has no secret, so that the answer takes the same time. */
  private readonly nobodysSecret = randomToken(32);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: InstitutionSettings,
  ) {}

  /**
   * The institution in the path of a webhook, when the secret is the one that it shares with the partner.
   * @param named the institution id in the path.
   * @returns undefined for an unknown institution, an institution without a secret, and a wrong secret
   */
  async institutionOf(partner: WebhookPartner, named: string, secret: string): Promise<number | undefined> {
    const institutionId = INSTITUTION_ID.test(named) ? Number(named) : undefined;
    const configured = institutionId === undefined ? undefined : await this.secretOf(institutionId, SECRETS[partner]);
    const isRight = equalInConstantTime(configured ?? this.nobodysSecret, secret);
    return isRight && configured !== undefined ? institutionId : undefined;
  }

  /** Checked first, so that unknown institutions do not fill the cache of settings. */
  private async secretOf(institutionId: number, key: string): Promise<string | undefined> {
    const isKnown = await this.unitOfWork.routing((tx) => tx.existsBy(InstitutionDirectory, { institutionId }));
    return isKnown ? this.settings.get(institutionId, key) : undefined;
  }
}
