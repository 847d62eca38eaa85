import type { SettingDefinition } from '../institutions/settings/setting-definition';
import type { PermissionCatalogue } from '../institutions/staff/permission-catalogue';

export const SECOND_FACTOR_PERMISSIONS = 'SECOND_FACTOR_PERMISSIONS';
export const STEP_UP_VALIDITY_MINUTES = 'STEP_UP_VALIDITY_MINUTES';
export const CONSOLE_IDLE_MINUTES = 'CONSOLE_IDLE_MINUTES';
export const CONSOLE_SESSION_HOURS = 'CONSOLE_SESSION_HOURS';
export const API_CLIENT_GRANTS_APPROVED = 'API_CLIENT_GRANTS_APPROVED';

/** The value with which no permission needs a second factor. */
export const NO_PERMISSIONS = 'none';

/**
 * Permissions that move money, release it, change who may and by which rules, or show whole identity numbers: they need
 * a second factor by default. So does every permission whose routes demand a recent proof, or that decides approvals.
 */
export const DEFAULT_SECOND_FACTOR_PERMISSIONS: readonly string[] = [
  'approve-account-status-changes',
  'approve-accounting-periods',
  'approve-aml-held-transactions',
  'approve-exposed-accounts',
  'approve-fixed-deposits',
  'approve-inward-settlements',
  'approve-loan-changes',
  'approve-loans',
  'approve-nfiu-reports',
  'approve-overdrafts',
  'approve-payout-confirmations',
  'approve-till-differences',
  'approve-transactions',
  'close-cases',
  'confirm-payouts',
  'create-posting-groups',
  'export-personal-data',
  'manage-accounting-periods',
  'manage-aml-rules',
  'manage-api-clients',
  'manage-approval-policies',
  'manage-configuration',
  'manage-fraud-complaints',
  'manage-ledgers',
  'manage-legal-holds',
  'manage-products',
  'manage-roles',
  'manage-scenarios',
  'manage-staff',
  'manage-watch-lists',
  'manage-webhooks',
  'override-risk-ratings',
  'post-accrued-interest',
  'reveal-personal-data',
  'reverse-postings',
  'service-loans',
  'settle-inward-transfers',
];

/** The permissions in a value of `SECOND_FACTOR_PERMISSIONS`. */
export function readPermissions(value: string): ReadonlySet<string> {
  return new Set(value === NO_PERMISSIONS ? [] : value.split(',').map((name) => name.trim()));
}

function atMost(greatest: number): (value: string) => string | undefined {
  return (value) => (Number(value) <= greatest ? undefined : `must be a whole number from 1 to ${greatest}`);
}

/** The configuration keys of staff sign-in (docs/api/staff-sessions.md#configuration). */
export function authSettings(permissions: PermissionCatalogue): SettingDefinition[] {
  return [
    {
      key: SECOND_FACTOR_PERMISSIONS,
      type: 'text',
      secret: false,
      default: DEFAULT_SECOND_FACTOR_PERMISSIONS.join(','),
      description: `Permissions that need a second factor, separated by commas; ${NO_PERMISSIONS} for none.`,
      check: (value) => {
        const unknown = [...readPermissions(value)].find((name) => !permissions.isKnown(name));
        return unknown === undefined
          ? undefined
          : `must be a list of permissions separated by commas, or ${NO_PERMISSIONS}; there is no permission ${unknown}`;
      },
    },
    {
      key: STEP_UP_VALIDITY_MINUTES,
      type: 'count',
      secret: false,
      default: '15',
      description: 'Minutes for which a sign-in or step-up counts on operations that demand a recent proof.',
    },
    {
      key: CONSOLE_IDLE_MINUTES,
      type: 'count',
      secret: false,
      default: '15',
      description: 'Minutes without a request of a person after which a session of the console ends.',
      check: atMost(120),
    },
    {
      key: CONSOLE_SESSION_HOURS,
      type: 'count',
      secret: false,
      default: '10',
      description: 'Hours after its sign-in at which a session of the console ends.',
      check: atMost(24),
    },
    {
      key: API_CLIENT_GRANTS_APPROVED,
      type: 'boolean',
      secret: false,
      default: 'false',
      description: 'API clients that do more than read get their rights and secrets only by two people.',
    },
  ];
}
