import { keyedHash } from '../common/crypto/digest';
import { Keyring } from '../common/crypto/keyring';
import { UnitOfWork } from '../common/database/unit-of-work';
import { InstitutionSetting } from '../institutions/settings/institution-setting.entity';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import type { Providers } from './providers';
import { CARD_INCOME_LEDGER, PROVIDER_LEDGERS, SANDBOX_INSTITUTION } from './sandbox-plan';

/** The simulator's address; an address that staff have set to something else stays. */
const SIMULATOR_ADDRESS = /^http:\/\/127\.0\.0\.1:\d+$/;

const AUTH = '{"clientId":"sandbox","clientSecret":"sandbox"}';
const HEADERS = '{"X-Sandbox-Client":"sandbox"}';

/** The key shared by the sandbox institution and the simulator. */
export function sandboxGatewayKey(keyring: Keyring): string {
  return keyedHash(keyring.derive('sandbox-gateway-key'), 'shared');
}

/** The configuration that directs all calls to the simulator. */
function providerSettings(url: string, gatewayKey: string): Record<string, string> {
  return {
    TRANSFER_ENABLED: 'true',
    TRANSFER_BASE_URL: url,
    TRANSFER_DEFAULT_PROVIDER: 'providerh',
    TRANSFER_DEFAULT_LEDGER_CODE: PROVIDER_LEDGERS.transfer,
    TRANSFER_SHARED_GATEWAY_KEY: gatewayKey,
    INWARD_TRANSFER_GATEWAY_KEY: gatewayKey,
    TRANSFER_PROVIDER_PROVIDERH_ENABLED: 'true',
    TRANSFER_PROVIDER_PROVIDERH_AUTH_JSON: AUTH,
    TRANSFER_PROVIDER_PROVIDERA_ENABLED: 'true',
    TRANSFER_PROVIDER_PROVIDERA_AUTH_JSON: AUTH,
    BILLS_PAYMENT_ENABLED: 'true',
    BILLS_PAYMENT_BASE_URL: url,
    BILLS_PAYMENT_DEFAULT_PROVIDER: 'providera',
    BILLS_PAYMENT_DEFAULT_LEDGER_CODE: PROVIDER_LEDGERS.bills,
    BILLS_PAYMENT_SHARED_GATEWAY_KEY: gatewayKey,
    BILLS_PAYMENT_PROVIDER_PROVIDERA_ENABLED: 'true',
    BILLS_PAYMENT_PROVIDER_PROVIDERA_AUTH_JSON: AUTH,
    CARD_ENABLED: 'true',
    CARD_BASE_URL: url,
    CARD_DEFAULT_PROVIDER: 'providerb',
    CARD_ISSUANCE_CHARGE: '1000',
    CARD_ISSUANCE_CHARGE_LEDGER_CODE: CARD_INCOME_LEDGER,
    CARD_TRANSACTION_SETTLEMENT_LEDGER_CODE: PROVIDER_LEDGERS.card,
    CARD_SUSPENSE_LEDGER_CODE: PROVIDER_LEDGERS.cardSuspense,
    CARD_SHARED_GATEWAY_KEY: gatewayKey,
    CARD_PROVIDER_PROVIDERB_ENABLED: 'true',
    CARD_PROVIDER_PROVIDERB_HEADERS_JSON: HEADERS,
    CARD_PROVIDER_PROVIDERA_ENABLED: 'true',
    CARD_PROVIDER_PROVIDERA_HEADERS_JSON: HEADERS,
    CREDIT_BUREAU_ENABLED: 'true',
    CREDIT_BUREAU_BASE_URL: url,
    CREDIT_BUREAU_SHARED_GATEWAY_KEY: gatewayKey,
    CREDIT_BUREAU_AUTH_JSON: AUTH,
    AI_REVIEW_ENABLED: 'true',
    AI_REVIEW_BASE_URL: url,
    AI_REVIEW_SHARED_GATEWAY_KEY: gatewayKey,
    AI_REVIEW_AUTHORIZATION: 'Bearer sandbox',
    AI_REVIEW_MODEL: 'sandbox-reviewer',
    SMS_ENABLED: 'true',
    SMS_BASE_URL: url,
    SMS_SHARED_GATEWAY_KEY: gatewayKey,
  };
}

/** The keys of the configuration that directs calls to the simulator. */
export const PROVIDER_SETTING_KEYS = Object.keys(providerSettings('', ''));

/**
 * Configures the sandbox institution's integrations for the simulator: missing settings, and the addresses of an
 * earlier start. Settings of staff stay.
 * @param url the address of the running simulator, without a slash at the end.
 */
export async function connectProviders(
  app: Providers,
  url: string,
  institutionId = SANDBOX_INSTITUTION.institutionId,
): Promise<void> {
  const settings = app.get(InstitutionSettings, { strict: false });
  const wanted = Object.entries(providerSettings(url, sandboxGatewayKey(app.get(Keyring))));
  await app.get(UnitOfWork).run(institutionId, async (tx) => {
    const stored = new Map((await tx.findBy(InstitutionSetting, { institutionId })).map((row) => [row.key, row.value]));
    for (const [key, value] of wanted) {
      const present = stored.get(key);
      const isOutdated = present !== undefined && present !== value && SIMULATOR_ADDRESS.test(present);
      if (present === undefined || isOutdated) await settings.set(tx, institutionId, key, value, 'system:seed');
    }
  });
  settings.forget(institutionId);
}
